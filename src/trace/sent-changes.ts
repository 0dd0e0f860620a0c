import { isArray, isObject, type Json, type JsonObject } from "../json/json.ts";
import { setValue } from "../json/set-value.ts";

/** A body with the changes that `sent` of an event tells of (FORMAT.md). A place that is not there stays so. */
export function withSentChanges(body: Json, sent: JsonObject): Json {
  const set = isObject(sent.set) ? Object.entries(sent.set) : [];
  const changed = set.reduce((made, [at, value]) => setValue(made, at, value) ?? made, body);
  return droppedIn(sent).reduce((made, at) => setValue(made, at, undefined) ?? made, changed);
}

/** Pointers of what was changed or left out. */
export function placesIn(sent: JsonObject): readonly string[] {
  return [...(isObject(sent.set) ? Object.keys(sent.set) : []), ...droppedIn(sent)];
}

function droppedIn({ drop }: JsonObject): readonly string[] {
  return isArray(drop) ? drop.filter((pointer) => typeof pointer === "string") : [];
}
