import type { Masker } from "../../redact/masker.ts";
import type { EventRecord } from "../../trace/write/record.ts";
import type { Asked } from "../request/asked.ts";
import { maskedEvent } from "./masked-event.ts";

/** An event of another run as it goes into this one: what was masked in it stays so, and nothing secret comes with it. */
export function copiedEvent(record: EventRecord, masker: Masker): EventRecord {
  const { status, ...fields } = maskedEvent(record, masker);
  const { request, response } = fields;
  return {
    ...fields,
    // Without one it has never been answered.
    ...(status === undefined || status === "pending" ? {} : { status }),
    ...(request && { request: { ...request, masked: bothOf(record.request?.masked, request.masked) } }),
    ...(response && { response: { ...response, masked: bothOf(record.response?.masked, response.masked) } }),
  };
}

/** The request as it was sent, as far as the run tells; undefined for what did not go over the wire. */
export function askedOf({ request }: EventRecord): Asked | undefined {
  const { method = "POST", path, body } = request ?? {};
  if (path === undefined || typeof body !== "string") return undefined;
  return { method, path, host: "", route: "", url: path, headers: [], body: Buffer.from(body) };
}

function bothOf(a: readonly string[] = [], b: readonly string[] = []): readonly string[] {
  return [...new Set([...a, ...b])];
}
