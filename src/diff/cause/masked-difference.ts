import { fingerprint } from "../../identity/fingerprint.ts";
import { rulesOf } from "../../identity/rules.ts";
import { number, text } from "../../json/json.ts";
import { storedField } from "../../run/records/stored-fields.ts";
import type { Run } from "../../run/run.ts";
import type { RunDiff } from "../run-diff.ts";

/** Equal steps whose requests were not equal before secrets were masked in them. */
export interface MaskedDifference {
  /** Places in the lists of A and B of the first such pair. */
  readonly a: number;
  readonly b: number;
  /** The placeholders in the request, one of which stands for another value in A than in B. */
  readonly placeholders: readonly string[];
}

/** Pairs that are looked at. */
const MOST = 20_000;
const PLACEHOLDER = /<[A-Z][A-Z0-9_]*>/g;

/**
 * The first one before the runs part. Each native event keeps the identity of its request from before masking: where
 * these differ and what is kept of the requests does not, the difference is in what was masked. Of the values this tells
 * nothing but that they are two.
 */
export function maskedDifference({ a, b, entries }: RunDiff): MaskedDifference | undefined {
  if (a.format !== "vcr" || b.format !== "vcr") return undefined;
  for (const entry of entries.slice(0, MOST)) {
    if (entry.op !== "equal") return undefined;
    const [left, right] = [maskedRequest(a, entry.a), maskedRequest(b, entry.b)];
    if (left === undefined || right === undefined || left.fp === right.fp || left.fpv !== right.fpv) continue;
    return left.kept() === right.kept() ? { a: entry.a, b: entry.b, placeholders: left.placeholders } : undefined;
  }
  return undefined;
}

interface MaskedRequest {
  readonly fp: string;
  readonly fpv: number;
  readonly placeholders: readonly string[];
  /** Identity of what is kept. */
  kept(): string;
}

function maskedRequest(run: Run, i: number): MaskedRequest | undefined {
  const { derived, op } = run.row(i);
  if (derived) return undefined;
  const body = run.asked.body(i);
  const [fp, fpv] = [text(storedField(body, "fp")), number(storedField(body, "fpv"))];
  if (fp === undefined || fpv === undefined) return undefined;
  const placeholders = [...new Set(body.request?.text?.match(PLACEHOLDER) ?? [])].sort();
  if (placeholders.length === 0) return undefined;
  const { method, path, json } = body.request ?? {};
  return { fp, fpv, placeholders, kept: () => fingerprint({ op, method, path, body: { json } }, rulesOf()) };
}
