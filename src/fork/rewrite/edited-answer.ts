import type { Json } from "../../json/json.ts";
import type { Pointer } from "../../json/pointer.ts";
import { setValue } from "../../json/set-value.ts";
import { dialectById } from "../../providers/registry.ts";
import { readBody } from "../../providers/streams/stream.ts";
import { applyEdits } from "../../redact/edit.ts";
import { streamOfAnswer } from "../../replay/answers/stream-of-answer.ts";
import { contentTypeOf } from "../../replay/calls/body-to-identify.ts";
import { maskedPlaces, type Secrets } from "../../replay/restore-secrets.ts";
import type { EventBody } from "../../trace/event.ts";

/** A change of a recorded answer, inside its body (folded where it was streamed). */
export interface AnswerEdit {
  readonly pointer: Pointer;
  /** Undefined: the member there is left out. */
  readonly value: Json | undefined;
}

/** The recorded answer with the edits made, in the form it had: streamed or whole. Undefined where it cannot be re-made. */
export function editedAnswer(
  body: EventBody,
  edits: readonly AnswerEdit[],
  how: { readonly op: string | undefined; readonly secrets: Secrets },
): EventBody | undefined {
  const { response } = body;
  if (response?.text === undefined) return undefined;
  const json = edits.reduce<Json | undefined>(
    (at, { pointer, value }) => (at === undefined ? undefined : setValue(at, pointer, value)),
    restored(body, how),
  );
  if (json === undefined) return undefined;
  const text = response.streamed === true ? streamOfAnswer(how.op, json) : JSON.stringify(json);
  if (text === undefined) return undefined;
  const { status, headers, streamed } = response;
  const kept = {
    ...(status === undefined ? {} : { status }),
    ...(headers === undefined ? {} : { headers }),
    ...(streamed === undefined ? {} : { streamed }),
  };
  // Its secrets are back in their places already: no line names any that are masked.
  return { response: { ...kept, text, json }, raw: () => "" };
}

/** The answer's JSON with the secrets of this environment. */
function restored(body: EventBody, { op, secrets }: { readonly op: string | undefined; readonly secrets: Secrets }) {
  const { response } = body;
  const text = response?.text ?? "";
  const { edits } = secrets.edits(text, maskedPlaces(body), response?.streamed === true);
  const dialect = op === undefined ? undefined : dialectById(op);
  if (edits.length === 0 || dialect === undefined) return response?.json;
  return readBody(dialect, contentTypeOf(response?.headers), applyEdits(text, edits)).json;
}
