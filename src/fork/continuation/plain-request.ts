import { applyEdits } from "../../redact/edit.ts";
import type { Secrets } from "../../replay/restore-secrets.ts";
import type { EventBody } from "../../trace/event.ts";

/** A recorded request as it can be sent again. */
export interface PlainRequest {
  /** Byte for byte, with the secrets of this environment back in their places. */
  readonly text: string;
  /** Placeholders for which there is no value. */
  readonly missing: readonly string[];
}

/** Undefined for a request that is no text. */
export function plainRequest({ request }: EventBody, secrets: Secrets): PlainRequest | undefined {
  const text = request?.text;
  if (text === undefined) return undefined;
  const masked = /<[A-Z0-9_]+>/.test(text) ? (request?.masked ?? []) : [];
  const { edits, missing } = secrets.edits(text, masked, false);
  return { text: applyEdits(text, edits), missing };
}
