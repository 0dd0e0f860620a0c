import { isObject, number, text } from "../../json/json.ts";
import { defined } from "../../providers/defined.ts";
import type { RunRecorder } from "../../record/run-recorder.ts";
import { storedCallFields } from "../../replay/calls/stored-call-fields.ts";
import { storedField } from "../../run/records/stored-fields.ts";
import { exchanged } from "../../run/records/to-records.ts";
import type { Run } from "../../run/run.ts";
import type { EventFields, EventRecord } from "../../trace/write/record.ts";

/** What a copy says besides what was recorded. */
export interface CopyMore {
  /** Step of the wrapped call, in the new run, inside which this one is made. */
  readonly parent: number | undefined;
  /** What was asked now: equal to what was recorded but for what does not count, or was let pass. */
  readonly asked?: Pick<EventRecord, "request" | "fp" | "fpv"> | undefined;
  /** Why it was served though it is not equal. */
  readonly loose?: string | undefined;
  readonly changed?: Pick<EventFields, "status" | "response" | "error"> | undefined;
}

/** Writes served calls into a new run, each with what was recorded inside of it: the new run needs no other file. */
export class CopiedCalls {
  readonly #run: Run;
  readonly #recorder: RunRecorder;
  /** Steps that were made inside of a step. */
  readonly #inside = new Map<number, number[]>();

  /** `parents` of the run, as `parentsOf` finds them. */
  constructor(run: Run, parents: ReadonlyMap<number, number>, recorder: RunRecorder) {
    this.#run = run.asked;
    this.#recorder = recorder;
    for (const [step, parent] of parents) this.#inside.set(parent, [...(this.#inside.get(parent) ?? []), step]);
  }

  /** Answers the step in the new run; undefined where it could not be written. */
  copy(step: number, { parent, asked, loose, changed }: CopyMore): number | undefined {
    const record = recordOf(this.#run, step);
    const seq = this.#recorder.copy({
      ...(changed === undefined ? record : changedRecord(record, changed)),
      ...asked,
      // Served now and at once, as by the gateway: a clock that jumps back would make the time between long or overlapping.
      at: Date.now(),
      durationMs: 0,
      origin: "replayed",
      extra: {
        ...record.extra,
        ...(parent === undefined ? {} : { parent }),
        servedFrom: step,
        ...(loose === undefined ? {} : { loose }),
      },
    });
    for (const inner of this.#inside.get(step) ?? []) this.copy(inner, { parent: seq });
    return seq;
  }
}

function changedRecord(record: EventRecord, changed: NonNullable<CopyMore["changed"]>): EventRecord {
  const { error: _, response: __, ...rest } = record;
  return { ...rest, ...changed, edits: [...new Set([...(record.edits ?? []), "answer" as const])] };
}

/** Steps that were made inside of a wrapped call, with the step of that one. */
export function parentsOf(run: Run): ReadonlyMap<number, number> {
  const parents = new Map<number, number>();
  for (let i = 0; i < run.length; i++) {
    const { seq, derived } = run.row(i);
    const parent = derived ? undefined : storedCallFields(run.body(i)).parent;
    // Whatever a file says: what is made inside of a call comes after it.
    if (parent !== undefined && parent < seq) parents.set(seq, parent);
  }
  return parents;
}

/** As it was recorded, but for where and when it belongs. */
function recordOf(run: Run, step: number): EventRecord {
  const i = run.indexOf(String(step));
  const { kind, name, provider, op, agent, tokens, httpStatus, status, edits } = run.row(i);
  const { callId } = kind === "tool" ? run.tool(i) : {};
  const body = run.body(i);
  const [fp, fpv] = [text(storedField(body, "fp")), number(storedField(body, "fpv"))];
  const { returns } = storedCallFields(body);
  const known = { name, provider, op, agent, tokens, httpStatus, callId, edits, fp, fpv };
  return {
    kind,
    status,
    ...defined(known),
    ...exchanged(body, op, true),
    ...(body.error && { error: body.error }),
    ...(body.before !== undefined && { before: body.before }),
    ...(body.after !== undefined && { after: body.after }),
    ...(isObject(body.sent) && { sent: body.sent }),
    extra: returns === undefined ? {} : { returns },
  };
}
