import { field, number, parse, text } from "../json/json.ts";
import type { Run } from "../run/run.ts";
import { toRecords } from "../run/to-records.ts";
import type { EventBody } from "../trace/event.ts";
import type { EventRecord } from "../trace/record.ts";

/** The steps of a run below `at`, under their numbers, as the beginning of one that goes on from there. */
export function* pastRecords(run: Run, at: number): Iterable<EventRecord> {
  const steps: number[] = [];
  for (let i = 0; i < run.length; i++) {
    const { seq, derived } = run.row(i);
    if (seq < at && !derived) steps.push(seq);
  }
  for (const record of toRecords(run, steps)) {
    const step = record.seq ?? 0;
    const body = run.body(run.indexOf(String(step)));
    const { request, response } = record;
    yield {
      ...record,
      origin: "replayed",
      extra: { servedFrom: step },
      ...identityOf(run, body),
      // Secrets go back into these places when the run is replayed.
      ...(request && { request: { ...request, masked: body.request?.masked ?? [] } }),
      ...(response && { response: { ...response, masked: body.response?.masked ?? [] } }),
    };
  }
}

/** As it was made from the request before anything was masked in it. */
function identityOf(run: Run, body: EventBody): Pick<EventRecord, "fp" | "fpv"> {
  const head = run.format === "vcr" ? parse(body.raw().split("\n", 1)[0] ?? "") : undefined;
  const [fp, fpv] = [text(field(head, "fp")), number(field(head, "fpv"))];
  return fp === undefined || fpv === undefined ? {} : { fp, fpv };
}
