import type { Json } from "../json/json.ts";
import type { ByteSource } from "../trace/source/source.ts";
import type { Sample } from "./format.ts";
import { isBlank, members, scanValue } from "./json-scan.ts";
import { decodeJson } from "./json-values.ts";

/** Takes the sample of a file that formats are told apart by. */

const SAMPLE_BYTES = 64 * 1024;
const SAMPLE_LINES = 20;
const BOM = Buffer.from([0xef, 0xbb, 0xbf]);

export function readSample(source: ByteSource): Sample {
  const bytes = source.read(0, SAMPLE_BYTES + BOM.length);
  const start = bytes.subarray(0, BOM.length).equals(BOM) ? BOM.length : 0;
  const head = bytes.subarray(start, start + SAMPLE_BYTES);
  const text = head.toString("utf8");
  return {
    path: source.path,
    head,
    text,
    whole: source.complete && start + head.length >= source.size,
    first: firstValue(head),
    lines: firstLines(text),
  };
}

function firstByte(head: Buffer): number {
  let at = 0;
  while (at < head.length && (isBlank(head[at]) || head[at] === 0)) at++;
  return at;
}

function firstValue(head: Buffer): Json | undefined {
  const from = firstByte(head);
  const scan = scanValue(head, from, head.length);
  return scan.state === "complete" ? decodeJson(head.subarray(from, scan.end)) : undefined;
}

function firstLines(text: string): readonly Json[] {
  const values: Json[] = [];
  for (const line of text.split("\n")) {
    if (values.length === SAMPLE_LINES) break;
    const trimmed = line.trim();
    const value = /^[{[]/.test(trimmed) ? decodeJson(Buffer.from(trimmed)) : undefined;
    if (value !== undefined) values.push(value);
  }
  return values;
}

/** The top-level keys of the first value, also where the value is longer than the sample. */
export function firstKeys(sample: Sample): readonly string[] {
  const from = firstByte(sample.head);
  const scan = scanValue(sample.head, from, sample.head.length);
  return [...(members(sample.head, from, scan.end, true)?.keys() ?? [])];
}
