import { field, number, parse, text } from "../../json/json.ts";
import { maskedPlaces, Secrets } from "../../replay/restore-secrets.ts";
import { exchanged, toRecords } from "../../run/records/to-records.ts";
import type { Run } from "../../run/run.ts";
import type { EventBody } from "../../trace/event.ts";
import type { EventRecord } from "../../trace/write/record.ts";
import { type AnswerEdit, editedAnswer } from "../rewrite/edited-answer.ts";

/**
 * The steps of a run below `at`, under their numbers, as the beginning of one that goes on from there at `now`, in
 * milliseconds since the epoch. Their clock is moved there: what lies between two of them stays as long as it was, and
 * what comes between the last and the first new call is no longer than it was recorded.
 */
export function* pastRecords(
  run: Run,
  at: number,
  now: number,
  answers: EditedAnswers = new Map(),
): Iterable<EventRecord> {
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
      ...editedResponse(run, step, answers.get(step)),
    };
  }
}

/** Changes of recorded answers, by step. */
export type EditedAnswers = ReadonlyMap<number, readonly AnswerEdit[]>;

/** What stands in the conversation that goes on is what the model is taken to have said; its secrets stay masked. */
function editedResponse(run: Run, step: number, edits: readonly AnswerEdit[] | undefined): Partial<EventRecord> {
  if (edits === undefined) return {};
  const i = run.indexOf(String(step));
  const { op } = run.row(i);
  const body = run.body(i);
  const edited = editedAnswer(body, edits, { op, secrets: new Secrets({}) });
  if (edited === undefined) return {};
  const { response } = exchanged(edited, op, false);
  const masked = maskedPlaces(body);
  return { edits: ["answer"], ...(response && { response: { ...response, masked } }) };
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
