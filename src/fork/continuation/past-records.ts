import { field, number, parse, text } from "../../json/json.ts";
import { toRecords } from "../../run/records/to-records.ts";
import type { Run } from "../../run/run.ts";
import type { EventBody } from "../../trace/event.ts";
import type { EventRecord } from "../../trace/write/record.ts";

/**
 * The steps of a run below `at`, under their numbers, as the beginning of one that goes on from there at `now`, in
 * milliseconds since the epoch. Their clock is moved there: what lies between two of them stays as long as it was, and
 * what comes between the last and the first new call is no longer than it was recorded.
 */
export function* pastRecords(run: Run, at: number, now: number): Iterable<EventRecord> {
  const steps: number[] = [];
  for (let i = 0; i < run.length; i++) {
    const { seq, derived } = run.row(i);
    if (seq < at && !derived) steps.push(seq);
  }
  const over = whenOver(run, { at, steps });
  for (const record of toRecords(run, steps)) {
    const step = record.seq ?? 0;
    const body = run.body(run.indexOf(String(step)));
    const { request, response } = record;
    yield {
      ...record,
      ...(record.at !== undefined && over !== undefined && { at: record.at - over + now }),
      origin: "replayed",
      extra: { servedFrom: step },
      ...identityOf(run, body),
      // Secrets go back into these places when the run is replayed.
      ...(request && { request: { ...request, masked: body.request?.masked ?? [] } }),
      ...(response && { response: { ...response, masked: body.response?.masked ?? [] } }),
    };
  }
}

/** The moment at which the run went on behind these steps; their end where it did not. */
function whenOver(run: Run, { at, steps }: { readonly at: number; readonly steps: readonly number[] }) {
  const i = run.indexOf(String(at));
  const next = i < 0 ? undefined : run.row(i).at;
  let over = next;
  for (const step of steps) {
    const { at: from, durationMs = 0 } = run.row(run.indexOf(String(step)));
    if (from !== undefined) over = Math.max(over ?? 0, from + durationMs);
  }
  return over;
}

/** As it was made from the request before anything was masked in it. */
function identityOf(run: Run, body: EventBody): Pick<EventRecord, "fp" | "fpv"> {
  const head = run.format === "vcr" ? parse(body.raw().split("\n", 1)[0] ?? "") : undefined;
  const [fp, fpv] = [text(field(head, "fp")), number(field(head, "fpv"))];
  return fp === undefined || fpv === undefined ? {} : { fp, fpv };
}
