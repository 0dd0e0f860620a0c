import { field, isArray, isObject, type Json, type JsonObject, number, parse, text } from "../json/json.ts";
import type { EventBody } from "../trace/event.ts";
import type { EventFields } from "../trace/record.ts";

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
  const line = body
    .raw()
    .split("\n")
    .findLast((each) => each.includes(`"${side}"`));
  const places = field(field(parse(line ?? ""), side), "masked");
  return isArray(places) ? places.filter((each) => typeof each === "string") : [];
}
