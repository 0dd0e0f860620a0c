import { isArray, isObject, type Json, type JsonObject, number, parse, text } from "../../json/json.ts";
import type { EventBody } from "../../trace/event.ts";
import { type Members, members, skipSpace } from "../../trace/json-text.ts";
import type { EventFields } from "../../trace/write/record.ts";

/** What the lines of a native event say besides what every run has: whoever copies them takes it along. */

/** All fields of its lines that the writer does not know, and the identity from before masking. */
export function storedFields(body: EventBody): Pick<EventFields, "fp" | "fpv" | "extra"> {
  const extra: { [key: string]: Json } = {};
  for (const line of body.raw().split("\n")) {
    const fields = parse(line);
    if (!isObject(fields)) continue;
    const { vcr: _vcr, msg: _msg, insert: _insert, body: _body, fill: _fill, ...own } = fields;
    Object.assign(extra, own);
  }
  const { fp, fpv, ...rest }: JsonObject = extra;
  const [digest, version] = [text(fp), number(fpv)];
  return {
    ...(digest !== undefined && { fp: digest }),
    ...(version !== undefined && { fpv: version }),
    extra: rest,
  };
}

/** Pointers of places in the request or the answer of an event where a secret was replaced. */
export function storedPlaces(body: EventBody, side: "request" | "response"): readonly string[] {
  const line = linesOf(body).findLast(({ fields }) => fields.has(side));
  const span = line?.fields.get(side);
  const inner = line && span && members(line.text, span.start)?.fields.get("masked");
  const places = inner && parse(line.text.slice(inner.start, inner.end));
  return isArray(places) ? places.filter((each) => typeof each === "string") : [];
}

/** A field that only native lines have: of the line that opened the event, or of the last one that has it. */
export function storedField(body: EventBody, key: string, of: "first" | "last" = "first"): Json | undefined {
  if (body.field) return body.field(key, of);
  const lines = linesOf(body);
  const line = of === "first" ? lines[0] : lines.findLast(({ fields }) => fields.has(key));
  const span = line?.fields.get(key);
  return line && span && parse(line.text.slice(span.start, span.end));
}

interface Line {
  readonly text: string;
  readonly fields: Members["fields"];
}

/** Several ask for a field or two of lines that are long. */
const known = new WeakMap<EventBody, readonly Line[]>();

function linesOf(body: EventBody): readonly Line[] {
  const made = known.get(body);
  if (made !== undefined) return made;
  const texts = body.raw().split("\n");
  const lines = texts.map((text) => ({ text, fields: members(text, skipSpace(text, 0))?.fields ?? new Map() }));
  known.set(body, lines);
  return lines;
}
