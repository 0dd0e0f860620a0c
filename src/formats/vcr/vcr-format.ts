import { field, isObject, type Json } from "../../json/json.ts";
import { TraceReader } from "../../trace/read/reader.ts";
import type { Evidence, Format, Sample } from "../format.ts";

/** The native format. It is specified in src/trace/FORMAT.md. */
export const vcrFormat: Format = {
  id: "vcr",
  title: "vcr trace",
  writtenBy: "vcr record, the agent-vcr library",
  support: "everything; read while it is written",
  detect,
  open: (source, { sink }) => new TraceReader(source, sink),
};

function detect(sample: Sample): Evidence | null {
  const header = /^\s*\{\s*"vcr"\s*:\s*\d/.test(sample.text);
  if (header) return { certainty: 1, why: 'the first line has the key "vcr"' };
  // A header that was lost costs nothing but what it says.
  const lines = sample.lines.filter((line) => isOurs(line));
  if (lines.length === 0 || lines.length * 2 < sample.lines.length) return null;
  return { certainty: 0.8, why: `${lines.length} of the first lines are vcr events or elements` };
}

function isOurs(line: unknown): boolean {
  if (!isObject(line)) return false;
  const [first] = Object.keys(line);
  if (first === "seq") return typeof line.seq === "number" && typeof line.kind === "string";
  if (first === "end") return typeof line.end === "number";
  return first === "msg" && isElementName(field(line, "msg")) && line.body !== undefined;
}

function isElementName(name: Json | undefined): boolean {
  return Array.isArray(name) && typeof name[0] === "string" && typeof name[1] === "number";
}
