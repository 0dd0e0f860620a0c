import { field, isArray, isObject, type Json, type JsonObject, text } from "../../json/json.ts";
import { child, getPointer, parsePointer } from "../../json/pointer.ts";
import { setValue } from "../../json/set-value.ts";
import { jsonOf } from "../../record/wrapped/value-record.ts";
import { answerProblem } from "../../replay/answers/answer-problem.ts";
import type { ServableCall } from "../../replay/calls/servable-call.ts";
import type { Recording } from "../../replay/recording.ts";
import type { Run } from "../../run/run.ts";
import { VcrError } from "../../trace/errors.ts";
import { placeOfEdit } from "../plan/edit-spec.ts";
import type { AnswerEdit } from "../rewrite/edited-answer.ts";
import { valueDigest } from "../rewrite/rewrite.ts";
import { answerJson, givesPieces } from "./call-answer.ts";
import { callPoint } from "./call-point.ts";
import { parentsOf } from "./copied-calls.ts";

/** A change of a recorded call, as a program gives it. */
export interface ForkEdit {
  /** Of a call of a wrapped function in the recording. */
  readonly step: number | string;
  /**
   * "/response" or a place in it: the answer that the program is given instead; "/result" is the same of a tool or a
   * memory. An answer that came in pieces is the list of these; of a call that threw only the whole can be edited, and
   * is then given instead. "/request" or a place in it: what the call is made with when it goes live; the only argument
   * where that is an object, else the list of all.
   */
  readonly pointer: string;
  readonly value: unknown;
}

/** What a fork of wrapped calls does, decided before anything starts. */
export interface CallPlan {
  /** Steps below are served from the recording. */
  readonly limit: number;
  readonly answers: ReadonlyMap<number, readonly AnswerEdit[]>;
  /** What is changed in the arguments of the call that was recorded as this step. */
  readonly requests: ReadonlyMap<number, JsonObject>;
  /** Steps that were made inside of another, with the step of that one. */
  readonly parents: ReadonlyMap<number, number>;
  /** For the header of the new run. */
  readonly edits: readonly Json[];
}

interface Planned {
  readonly call: ServableCall;
  readonly side: "request" | "answer";
  readonly pointer: string;
  readonly value: Json;
  readonly json: JsonObject;
}

/** @throws VcrError "edit" or "at" that says what cannot be, and why. */
export function callPlan(
  run: Run,
  recording: Recording,
  options: { readonly at: number | string | undefined; readonly edits: readonly ForkEdit[] },
): CallPlan {
  const parents = parentsOf(run);
  const planned = options.edits.map((edit, n) => planEdit(edit, `edits[${n}]`, { run, recording, parents }));
  const of = (side: Planned["side"]): readonly Planned[] => planned.filter((each) => each.side === side);
  const steps = (side: Planned["side"]): readonly number[] => of(side).map(({ call }) => call.step);
  let limit = callPoint(run, { at: options.at, answers: steps("answer"), requests: steps("request") });
  // Behind an edited answer comes what its call made inside of itself: that is served with it.
  if (options.at === undefined) while (servedAround(limit, recording, parents) !== undefined) limit++;
  const around = servedAround(limit, recording, parents);
  if (around !== undefined)
    throw new VcrError(
      `step ${limit} was made inside step ${around}, which is one call to the recording: use at: ${around} to run it for real`,
      { code: "at" },
    );
  const answers = new Map<number, readonly AnswerEdit[]>();
  for (const { call, pointer, value } of of("answer"))
    answers.set(call.step, [...(answers.get(call.step) ?? []), { pointer, value }]);
  for (const [step, edits] of answers) checkAnswer(step, edits, recording);
  const requests = new Map<number, JsonObject>(inheritedRequests(recording, limit));
  for (const { call, pointer, value } of of("request"))
    requests.set(call.step, { ...requests.get(call.step), [pointer]: value });
  return { limit, answers, requests, parents, edits: planned.map(({ json }) => json) };
}

interface Recorded {
  readonly run: Run;
  readonly recording: Recording;
  readonly parents: ReadonlyMap<number, number>;
}

function planEdit(edit: ForkEdit, where: string, recorded: Recorded): Planned {
  const spec = placeOfEdit(String(edit.step), edit.pointer, where);
  const { step, side, pointer } = spec;
  const call = recorded.recording.calls.find((each) => String(each.step) === step);
  if (call === undefined)
    throw refused(`${where}: step ${step} cannot be served or changed: ${whyNot(step, recorded)}`);
  if (side === "result" && call.kind === "llm")
    throw refused(`${where}: step ${step} is the call of a model; its answer is at /response`);
  const value = jsonOf(edit.value, call);
  const was = side === "request" ? call.request : answerJson(call.body());
  const before = was === undefined ? undefined : getPointer(was, pointer);
  const place = { where, pointer, value };
  if (side === "request") checkRequest(was, place);
  else checkPlace(call, was ?? null, place);
  return {
    ...{ call, pointer, value },
    side: side === "request" ? "request" : "answer",
    json: {
      step,
      target: { kind: side === "request" ? "arguments" : "answer" },
      pointer: edit.pointer,
      ...(before === undefined ? {} : { before_sha256: valueDigest(before) }),
      after: value,
    },
  };
}

function whyNot(step: string, { run, recording, parents }: Recorded): string {
  const i = run.indexOf(step);
  if (i < 0) return "there is no such step";
  const around = servedAround(Number(step), recording, parents);
  if (around !== undefined) return `it was made inside step ${around}, which is one call to the recording`;
  return run.row(i).status === "pending" ? "it was never answered" : "it is no call of a wrapped function";
}

interface Place {
  readonly where: string;
  readonly pointer: string;
  readonly value: Json;
}

function checkPlace(call: ServableCall, was: Json, { where, pointer, value }: Place): void {
  const body = call.body();
  const pieces = givesPieces(body);
  if (body.error !== undefined && !pieces && pointer !== "")
    throw refused(`${where}: step ${call.step} threw; only its whole answer can be edited, at /response`);
  if (pieces && pointer === "" && !isArray(value))
    throw refused(`${where}: step ${call.step} answered in pieces: the value has to be a list of them`);
  checkInside(was, { where, pointer, value });
}

function checkRequest(was: Json | undefined, place: Place): void {
  const { where, pointer, value } = place;
  if (was === undefined) throw refused(`${where}: its arguments were not recorded`);
  if (pointer === "" && isArray(was) !== isArray(value))
    throw refused(`${where}: expected ${isArray(was) ? "the list of all arguments" : "the one argument, an object"}`);
  if (pointer === "" && !isArray(value) && !isObject(value))
    throw refused(`${where}: expected the one argument, an object`);
  checkInside(was, place);
}

/** There is such a place, and nothing on the way that JSON has no form for. */
function checkInside(was: Json, { where, pointer, value }: Place): void {
  if (setValue(was, pointer, value) === undefined) throw refused(`${where}: there is nothing at such a place`);
  let at: Json | undefined = was;
  for (const token of parsePointer(pointer) ?? []) {
    const type = text(field(at, "$vcr"));
    if (type !== undefined) throw refused(`${where}: the place lies inside a ${type}, which can be edited as a whole`);
    at = child(at, token);
  }
}

/** Nothing that a vendor has signed may change. */
function checkAnswer(step: number, edits: readonly AnswerEdit[], { calls }: Recording): void {
  const call = calls.find((each) => each.step === step);
  const was = call && answerJson(call.body());
  if (call === undefined || was === undefined) return;
  const is = edits.reduce<Json>((at, { pointer, value }) => setValue(at, pointer, value) ?? at, was);
  const problem = answerProblem(call.op, was, is);
  if (problem !== undefined) throw refused(`the answer of step ${step} cannot be edited: ${problem}`);
}

/** Changes that were made in calls of a fork are made again where these go live in a fork of it. */
function inheritedRequests({ calls }: Recording, limit: number): readonly (readonly [number, JsonObject])[] {
  return calls.flatMap((call) => {
    const sent = call.step < limit ? undefined : call.body().sent;
    const set = isObject(sent) ? sent.set : undefined;
    return isObject(set) ? [[call.step, set] as const] : [];
  });
}

/** The step of the call that is served with everything that was made inside of it, `step` too. */
function servedAround(
  step: number,
  { calls }: Pick<Recording, "calls">,
  parents: ReadonlyMap<number, number>,
): number | undefined {
  const served = new Set(calls.map((call) => call.step));
  for (let at = parents.get(step); at !== undefined; at = parents.get(at)) if (served.has(at)) return at;
  return undefined;
}

function refused(message: string): VcrError {
  return new VcrError(message, { code: "edit" });
}
