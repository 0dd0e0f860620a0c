import { field, isArray } from "../../json/json.ts";
import type { ByteSource } from "../../trace/source/source.ts";
import { elements, members } from "../json-scan.ts";
import { JsonValues } from "../json-values.ts";
import { RecordFeed } from "../record-feed.ts";
import { isLogged, LoggedValues } from "./logged-values.ts";
import { decodeRecord } from "./record.ts";

const LOOK_BYTES = 64 * 1024;

/** The records of one file of a session. */
export class SessionFeed extends RecordFeed {
  /** Agent whose own file this is; "" for the session's. */
  readonly agentId: string;

  constructor(number: number, source: ByteSource, agentId: string) {
    const logged = isLogged(source.read(0, LOOK_BYTES).toString("utf8"));
    super(number, source, {
      values: logged ? new LoggedValues(source) : new JsonValues(source, decodeRecord),
      decode: decodeRecord,
      // A web export: one object, the lines of the session in its array `loglines`.
      within: (value, bytes) => (isArray(field(value, "loglines")) ? logLines(bytes()) : undefined),
    });
    this.agentId = agentId;
  }
}

function logLines(bytes: Buffer): readonly (readonly [number, number])[] {
  const range = members(bytes, 0, bytes.length)?.get("loglines");
  return range === undefined ? [] : elements(bytes, range[0], range[1]);
}
