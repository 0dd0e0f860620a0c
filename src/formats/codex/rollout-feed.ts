import { field, isArray } from "../../json/json.ts";
import type { ByteSource } from "../../trace/source/source.ts";
import { elements, members } from "../json-scan.ts";
import { JsonValues } from "../json-values.ts";
import { RecordFeed } from "../record-feed.ts";
import { decodeRecord } from "./record.ts";

/** The records of one rollout file. */
export function rolloutFeed(number: number, source: ByteSource): RecordFeed {
  return new RecordFeed(number, source, {
    values: new JsonValues(source, decodeRecord),
    decode: decodeRecord,
    // The first Codex (2025, in TypeScript) wrote one object a session: `{session, items}`.
    within: (value, bytes) =>
      field(value, "session") !== undefined && isArray(field(value, "items")) ? wholeSession(bytes()) : undefined,
  });
}

function wholeSession(bytes: Buffer): readonly (readonly [number, number])[] {
  const found = members(bytes, 0, bytes.length);
  const [session, items] = [found?.get("session"), found?.get("items")];
  return [
    ...(session === undefined ? [] : [session]),
    ...(items === undefined ? [] : elements(bytes, items[0], items[1])),
  ];
}
