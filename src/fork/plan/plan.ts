import { field, isArray, isObject, type Json, type JsonObject, text } from "../../json/json.ts";
import { getPointer } from "../../json/pointer.ts";
import { setValue } from "../../json/set-value.ts";
import type { Dialect } from "../../providers/dialect.ts";
import { dialectById } from "../../providers/registry.ts";
import { answerProblem } from "../../replay/answers/answer-problem.ts";
import { answerSaying } from "../../replay/answers/answer-saying.ts";
import type { ServableCall } from "../../replay/calls/servable-call.ts";
import type { Recording } from "../../replay/recording.ts";
import type { Secrets } from "../../replay/restore-secrets.ts";
import type { Run } from "../../run/run.ts";
import { VcrError } from "../../trace/errors.ts";
import { type RecordedPast, recordedPast } from "../recorded-past.ts";
import { type AnswerEdit, editedAnswer } from "../rewrite/edited-answer.ts";
import { pinnedResults } from "../rewrite/pinned-results.ts";
import { requestRewrite } from "../rewrite/request-rewrite.ts";
import { type Rewrite, rewriteJson, rewritesOfHeader, valueDigest } from "../rewrite/rewrite.ts";
import { resultContent, resultPlaces, resultValue } from "../rewrite/tool-result-place.ts";
import { type EditSpec, fitted } from "./edit-spec.ts";
import { forkPoint } from "./fork-point.ts";
import { membersNear, nearPlace } from "./near-place.ts";
import { type ParameterSpec, parameterRewrites } from "./parameters.ts";
import { EditError } from "./plan-errors.ts";

/** What a fork does, decided before anything starts. */
export interface ForkPlan {
  /** Steps below are served from the recording; this one is the first that goes live. */
  readonly limit: number;
  readonly past: RecordedPast;
  /** Those of the run's own forks first. */
  readonly rewrites: readonly Rewrite[];
  readonly answers: ReadonlyMap<number, readonly AnswerEdit[]>;
  /** For the header of the new run. */
  readonly edits: readonly Json[];
  /** What should be known before it starts, a line each. */
  readonly notes: readonly string[];
}

export interface ForkOptions {
  /** "4", "end", "6a"; undefined: where the edits set it. */
  readonly at: string | undefined;
  readonly edits: readonly EditSpec[];
  readonly model: string | undefined;
  /** Members of every live request. */
  readonly params?: readonly ParameterSpec[];
  /** The calls of the recording as the boundary sees them, where they are worked out already. */
  readonly past?: RecordedPast;
  /** Rewrites hold for the first request only that carries their target. */
  readonly once: boolean;
  /** Live requests carry the recorded results of tools, whatever these answer this time. @default false */
  readonly pinTools?: boolean;
  readonly secrets: Secrets;
}

/** What an edit comes to. */
interface Planned {
  readonly spec: EditSpec;
  /** The first call that must not be served any more, and why in words. */
  readonly bound: number;
  readonly old: string;
  readonly rewrite?: Rewrite;
  readonly answer?: AnswerEdit & { readonly step: number; readonly before: string | undefined };
  /** The step that has to be served for the edit to take hold. */
  readonly served?: number;
}

/** @throws VcrError "edit" or "at" that says what cannot be, and why. */
export function forkPlan(run: Run, recording: Recording, options: ForkOptions): ForkPlan {
  const { past = recordedPast(recording) } = options;
  const planner: Planner = { run, recording, past, options, results: new Map() };
  const planned = options.edits.map((spec) => planEdit(spec, planner));
  const { limit, notes } = forkPoint(run, options.at, planned);
  const inherited = rewritesOfHeader(run.header);
  const parameters = parameterRewrites(options, limit);
  const edited = [...inherited, ...planned.flatMap(({ rewrite }) => rewrite ?? [])];
  const pins = options.pinTools === true ? pinnedResults(recording, { limit, taken: edited }) : [];
  const answers = new Map<number, AnswerEdit[]>();
  for (const { answer } of planned) if (answer) answers.set(answer.step, [...(answers.get(answer.step) ?? []), answer]);
  for (const [step, edits] of answers) checkAnswer(callAt(recording, String(step)), edits, options.secrets);
  const changesPast = planned.length > 0 || inherited.length > 0;
  return {
    limit,
    past,
    rewrites: [...edited, ...parameters, ...pins],
    answers,
    edits: [
      ...inherited.map((each) => rewriteJson(each)),
      ...planned.map(headerEdit),
      ...[...parameters, ...pins].map((each) => rewriteJson(each)),
    ],
    notes: [...notes, ...stateNotes(past, { limit, changesPast })],
  };
}

interface Planner {
  readonly run: Run;
  readonly recording: Recording;
  readonly past: RecordedPast;
  readonly options: ForkOptions;
  /** Results of tools with the edits made that were planned so far, by the ids of their calls. */
  readonly results: Map<string, Json>;
}

function planEdit(spec: EditSpec, planner: Planner): Planned {
  if (spec.side === "result") return planResult(spec, planner);
  const call = callAt(planner.recording, spec.step);
  return spec.side === "response" ? planAnswer(spec, call, planner) : planRequest(spec, call, planner.options);
}

function planAnswer(spec: EditSpec, call: ServableCall, { past, run, recording }: Planner): Planned {
  const json = call.body().response?.json;
  const was = json === undefined ? undefined : getPointer(json, spec.pointer);
  const value = wholeAnswer(spec, call) ?? fitted(spec.value, was, spec.given);
  if (json === undefined || setValue(json, spec.pointer, value) === undefined) throw noPlace(spec, json);
  const next =
    call.kind === "llm" ? undefined : recording.calls.find(({ kind, step }) => kind === "llm" && step > call.step);
  return {
    spec,
    bound: past.firstHolder(call.step) ?? next?.step ?? run.steps,
    old: `answer of ${spec.step}`,
    answer: { step: call.step, pointer: spec.pointer, value, before: was === undefined ? undefined : valueDigest(was) },
    served: call.step,
  };
}

/** In place of a whole answer a text is what it says, in the form of its API. Undefined for an edit that is no such text. */
function wholeAnswer({ side, pointer, value, given, step }: EditSpec, call: ServableCall): Json | undefined {
  if (pointer !== "" || value === undefined || isObject(value) || isArray(value) || call.kind !== "llm")
    return undefined;
  // A text is taken as it is, but for one that was meant as a body and has a fault in it.
  if (value === given && /^\s*[[{]/.test(given))
    throw refused(
      { step, side, pointer, value },
      "what begins like JSON is read as JSON, and it is none",
      "mend it, or put the text in quotes as a JSON string",
    );
  const { op, name } = call;
  const said = typeof value === "string" ? value : (given ?? JSON.stringify(value));
  const answer = answerSaying(op, said, { model: text(field(call.body().response?.json, "model")) ?? name });
  if (answer !== undefined) return answer;
  const why = `vcr does not know how ${op ?? "this API"} puts a text`;
  throw refused({ step, side, pointer, value }, why, "give the body of the answer as JSON");
}

function planRequest(spec: EditSpec, call: ServableCall, { once }: ForkOptions): Planned {
  const dialect = dialectOf(call, spec);
  const request = call.request;
  const was = request === undefined ? undefined : getPointer(request, spec.pointer);
  if (request === undefined || dialect === undefined) throw noPlace(spec, request);
  const value = fitted(spec.value, was, spec.given);
  const rewrite = requestRewrite(request, { ...spec, value }, { dialect, once });
  return { spec, bound: call.step, old: `request of ${spec.step}`, rewrite };
}

function planResult(spec: EditSpec, planner: Planner): Planned {
  const { run, recording, options, results } = planner;
  const i = run.indexOf(spec.step);
  const { callId, resultStep } = i < 0 ? {} : run.tool(i);
  const row = i < 0 ? undefined : run.row(i);
  if (row === undefined) throw refused(spec, `there is no such step; the run has ${run.steps} steps`);
  if (row.kind !== "tool") throw refused(spec, `step ${spec.step} is no tool call; tools are named as 6a`);
  if (callId === undefined) throw refused(spec, "the call has no id by which the model was told of its result");
  const carrier = resultStep === undefined ? carrierOf(recording, callId, row.seq) : callAt(recording, resultStep);
  if (carrier === undefined) throw refused(spec, "no later request carries its result");
  const dialect = dialectOf(carrier, spec);
  const places = carrier.request === undefined ? [] : resultPlaces(carrier.request, dialect, callId);
  const [place] = places;
  if (place === undefined) throw refused(spec, `its result is not found in the request of step ${carrier.step}`);
  // In a fork the model was told another result than the agent holds: that is what is seen, and edited on.
  const told = run.body(run.indexOf(String(carrier.step))).request?.json;
  const known = (told === undefined ? undefined : resultPlaces(told, dialect, callId)[0]) ?? place;
  const content = results.get(callId) ?? known.content;
  const said = resultValue(content);
  const value =
    spec.pointer === ""
      ? spec.value
      : setValue(said, spec.pointer, fitted(spec.value, getPointer(said, spec.pointer), spec.given));
  if (value === undefined) throw noPlace(spec, said);
  const plain =
    spec.pointer === "" && typeof content === "string" && typeof value !== "string" ? spec.given : undefined;
  const after = resultContent(plain ?? value, content);
  results.set(callId, after);
  const rewrite: Rewrite = {
    target: { kind: "result", callId },
    after,
    before: valueDigest(place.content),
    step: spec.step,
    pointer: `/result${spec.pointer}`,
    once: options.once,
  };
  return { spec, bound: carrier.step, old: `result of ${spec.step}`, rewrite, served: row.seq };
}

/** The first call whose request carries the result of a tool that was told by the agent itself. */
function carrierOf(recording: Recording, callId: string, after: number): ServableCall | undefined {
  return recording.calls.find((call) => {
    const dialect = call.op === undefined ? undefined : dialectById(call.op);
    return (
      call.step > after &&
      dialect &&
      call.request !== undefined &&
      resultPlaces(call.request, dialect, callId).length > 0
    );
  });
}

function callAt(recording: Recording, step: string): ServableCall {
  const number = Number(step);
  const call = recording.calls.find(({ steps }) => steps.includes(number));
  if (call === undefined)
    throw new VcrError(`step ${step} is no call that vcr could serve or change`, { code: "edit" });
  if (call.step === number) return call;
  throw new VcrError(`step ${step} failed and was asked again as step ${call.step}: edit that one`, { code: "edit" });
}

function dialectOf(call: ServableCall, spec: EditSpec): Dialect {
  const dialect = call.op === undefined ? undefined : dialectById(call.op);
  if (dialect !== undefined) return dialect;
  throw refused(spec, `vcr does not know the API of step ${call.step} (${call.op ?? call.name})`);
}

/** Nothing that the vendor has signed may change, and no call its id. @throws VcrError */
function checkAnswer(call: ServableCall, edits: readonly AnswerEdit[], secrets: Secrets): void {
  const { op } = call;
  const body = call.body();
  const made = editedAnswer(body, edits, { op, secrets });
  const why = (words: string): VcrError =>
    new VcrError(`the answer of step ${call.step} cannot be edited: ${words}`, { code: "edit" });
  const [was, is] = [body.response?.json, made?.response?.json];
  if (was === undefined || is === undefined) throw why("it cannot be streamed again with another content");
  const problem = answerProblem(op, was, is);
  if (problem !== undefined) throw why(problem);
}

function headerEdit({ spec, rewrite, answer }: Planned): JsonObject {
  if (rewrite) return rewriteJson(rewrite);
  const before = answer?.before === undefined ? {} : { before_sha256: answer.before };
  return {
    step: spec.step,
    target: { kind: "answer" },
    pointer: `/response${spec.pointer}`,
    ...before,
    ...(answer && answer.value === undefined ? { drop: true } : { after: answer?.value ?? null }),
  };
}

/** @throws VcrError when an edit lies before a call that goes on from what the provider remembers. */
function stateNotes(
  { states }: RecordedPast,
  { limit, changesPast }: { readonly limit: number; readonly changesPast: boolean },
): readonly string[] {
  const live = states.find(({ step }) => step >= limit);
  const shown = live ?? states[0];
  if (!shown) return [];
  const words = `step ${shown.step} goes on from what the provider remembers (${shown.field})`;
  if (changesPast && live)
    throw new VcrError(`${words}, which no edit reaches`, {
      code: "edit",
      hint: "fork it without an edit, or record it without that field",
    });
  return [`${words}: what it remembers now may be another state than then`];
}

/** `value`: in which there is none. */
function noPlace(spec: EditSpec, value: Json | undefined): VcrError {
  const { step, side, pointer } = spec;
  const why = `there is nothing at /${side}${pointer}`;
  if (value === undefined) return refused(spec, why);
  const near = nearPlace(value, pointer);
  if (near !== undefined) return refused(spec, why, `there is ${step}:/${side}${near}`);
  const { at, names } = membersNear(value, pointer);
  return refused(spec, why, names.length === 0 ? undefined : `/${side}${at} has ${names.join(" ")}`);
}

function refused(spec: EditSpec, why: string, hint?: string): VcrError {
  return new EditError(spec, why, hint);
}
