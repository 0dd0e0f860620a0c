import { canonical } from "../../identity/canonical.ts";
import { isArray, type Json } from "../../json/json.ts";
import { getPointer } from "../../json/pointer.ts";
import type { Dialect } from "../../providers/dialect.ts";
import { dialectById } from "../../providers/registry.ts";
import type { GoingOn } from "../../providers/streams/going-on.ts";
import { signedBlocks } from "../../replay/calls/signed-blocks.ts";
import type { RecordedCall } from "../../replay/matching/matcher.ts";
import { VcrError } from "../../trace/errors.ts";
import type { EventBody } from "../../trace/event.ts";
import type { PlannedRun } from "../plan/planned-run.ts";
import { wholeInput } from "../plan/whole-input.ts";
import { editedAnswer } from "../rewrite/edited-answer.ts";
import { elementKeys } from "../spoken.ts";
import type { ContinuationStart } from "./continuation.ts";
import type { Asked } from "./continuation-target.ts";
import { replaced } from "./conversation-text.ts";
import { isTopLane, laneNotes } from "./going-lane.ts";
import { plainRequest } from "./plain-request.ts";

/** What a continuation begins with, and how that is to be asked. */
export interface PreparedStart extends ContinuationStart {
  readonly asked: Asked;
  /** Name, value, ...: what the API needs besides the key. */
  readonly headers: readonly string[];
  /** Steps below are the continuation's past. */
  readonly at: number;
  /** What should be known before it starts, a line each. */
  readonly notes: readonly string[];
}

/** Headers of a recorded request that say how its body is to be read. */
const KEPT = new Set(["anthropic-version", "anthropic-beta", "openai-beta"]);

/**
 * A continuation of a call that was recorded as it was sent: the first at or behind the plan's boundary, or what comes behind the last.
 * @throws VcrError that says why there is none
 */
export function recordedStart(planned: PlannedRun, say: string | undefined): PreparedStart {
  const { plan } = planned;
  const calls = modelCalls(planned);
  const next = calls.find(({ step }) => step >= plan.limit);
  if (next !== undefined) {
    const at = Math.max(plan.limit, next.steps[0] ?? 0);
    const changed = askingOtherwise(calls, next, planned);
    return changed === undefined
      ? startAt(next, planned, { at, say })
      : behind(changed, planned, { at, say, what: "the edited answer asks for nothing" });
  }
  const answered = calls.filter(({ body }) => body.response?.json !== undefined && (body.response.status ?? 200) < 400);
  const last = answered.findLast(({ i }) => isTopLane(planned.run, i)) ?? answered.at(-1);
  if (last === undefined)
    throw new VcrError("no call of a model was answered, so nothing goes on from it", { code: "at" });
  return behind(last, planned, { at: plan.limit, say, what: "the run ends with an answer that asks for nothing" });
}

/** It goes on behind the answer of a call. @throws VcrError that says `what` where nothing comes behind that */
function behind(
  call: ModelCall,
  planned: PlannedRun,
  { what, ...how }: { readonly at: number; readonly say: string | undefined; readonly what: string },
): PreparedStart {
  const start = startAt(call, planned, how);
  const answer = answerOf(call, planned);
  const { goingOn } = start;
  if (goingOn.asked(answer).length === 0 && goingOn.paused?.(answer) !== true && how.say === undefined)
    throw new VcrError(`${what} (step ${call.step})`, {
      code: "at",
      hint: "--say TEXT says something more to the model, --at N asks again from an earlier step",
    });
  return { ...start, answer };
}

/** The call before `next` whose edited answer asks for other tools: what these come to is not what `next` carries. */
function askingOtherwise(calls: readonly ModelCall[], next: ModelCall, planned: PlannedRun): ModelCall | undefined {
  return calls.findLast((call) => {
    if (call.step >= next.step || !planned.plan.answers.has(call.step)) return false;
    const [was, is] = [call.body.response?.json ?? null, answerOf(call, planned)].map((answer) =>
      canonical(call.goingOn.asked(answer).map(({ name, args }) => ({ name, args }))),
    );
    return was !== is;
  });
}

interface ModelCall {
  /** Of its last exchange. */
  readonly step: number;
  readonly steps: readonly number[];
  readonly dialect: Dialect;
  readonly goingOn: GoingOn;
  readonly body: EventBody;
  readonly provider: string | undefined;
  /** Place in the list. */
  readonly i: number;
}

/** Calls of models in the order of steps, unanswered ones too. @throws VcrError where the API of a later one is not known */
function modelCalls({ run, recording, plan }: PlannedRun): readonly ModelCall[] {
  const { calls, unanswered } = recording;
  const all: readonly { readonly call: RecordedCall; readonly steps: readonly number[] }[] = [
    ...calls.map((call) => ({ call, steps: call.steps })),
    ...unanswered.map((call) => ({ call, steps: [call.step] })),
  ];
  const models = all.filter(({ call }) => call.kind === "llm").sort((a, b) => a.call.step - b.call.step);
  return models.flatMap(({ call, steps }) => {
    const dialect = call.op === undefined ? undefined : dialectById(call.op);
    const i = run.indexOf(String(call.step));
    if (dialect?.goingOn === undefined) {
      if (call.step < plan.limit) return [];
      throw new VcrError(`vcr does not know how the API of step ${call.step} (${call.op ?? call.name}) goes on`, {
        code: "api",
        hint: "vcr fork -- CMD goes on with the agent",
      });
    }
    return [
      {
        step: call.step,
        steps,
        dialect,
        goingOn: dialect.goingOn,
        body: run.body(i),
        provider: run.row(i).provider,
        i,
      },
    ];
  });
}

function startAt(
  call: ModelCall,
  planned: PlannedRun,
  { at, say }: { readonly at: number; readonly say: string | undefined },
): PreparedStart {
  const { dialect, goingOn, body, step, provider } = call;
  const what = `step ${step}`;
  const plain = plainRequest(body, planned.secrets);
  if (plain === undefined || body.request?.path === undefined)
    throw new VcrError(`${what} is no request that could be read`, { code: "at" });
  const whole = wholeInput(asList(plain.text, call), step, planned);
  return {
    dialect,
    goingOn,
    request: withEditedAnswers(whole.request, call, planned),
    say,
    asked: { what, provider, url: body.request.url, path: body.request.path },
    headers: Object.entries(body.request.headers ?? {}).flatMap(([name, value]) =>
      KEPT.has(name.toLowerCase()) ? [name, value] : [],
    ),
    at,
    notes: [...laneNotes(planned.run, call.i), ...missingNotes(what, body, plain.missing), ...whole.notes],
  };
}

/** @throws VcrError where what is missing stands in something signed */
function missingNotes(what: string, { request }: EventBody, missing: readonly string[]): readonly string[] {
  if (missing.length === 0) return [];
  const names = missing.join(", ");
  if (request?.json !== undefined && signedBlocks(request.json).length > 0)
    throw new VcrError(`the request of ${what} is signed and holds ${names}, which is not in this environment`, {
      code: "secret",
      hint: `set ${missing.map((name) => name.slice(1, -1)).join(", ")}`,
    });
  return [
    `the conversation holds ${names}, masked when it was recorded and not in this environment: the model gets the placeholder`,
  ];
}

/** Some APIs take a text where a list can stand. */
function asList(request: string, { dialect, goingOn }: ModelCall): string {
  const conversation = getPointer(JSON.parse(request), dialect.conversation);
  if (typeof conversation !== "string") return request;
  return replaced(request, dialect.conversation, [goingOn.user(conversation)]) ?? request;
}

/** The agent would have sent back the answer that it was given. @throws VcrError where the old one is not found */
function withEditedAnswers(request: string, { dialect, goingOn, step: asked }: ModelCall, planned: PlannedRun): string {
  let text = request;
  for (const [step, edits] of planned.plan.answers) {
    if (step >= asked) continue;
    const body = planned.run.body(planned.run.indexOf(String(step)));
    const [was = [], is = []] = [[], edits].map((each) => {
      const json = editedAnswer(body, each, { op: dialect.id, secrets: planned.secrets })?.response?.json;
      return json === undefined ? [] : goingOn.said(json, null);
    });
    for (const [n, element] of was.entries()) {
      const by = is[n];
      if (by === undefined || JSON.stringify(by) === JSON.stringify(element)) continue;
      const place = placeOf(element, JSON.parse(text), dialect);
      const made = place === undefined ? undefined : replaced(text, place, by);
      if (made === undefined)
        throw new VcrError(`the answer of step ${step} is not in the conversation of step ${asked}`, { code: "edit" });
      text = made;
    }
  }
  return text;
}

function placeOf(element: Json, request: Json, dialect: Dialect): string | undefined {
  const list = getPointer(request, dialect.conversation);
  const wanted = elementKeys(element, dialect).join();
  if (!isArray(list) || wanted === "") return undefined;
  const at = list.findLastIndex((each) => elementKeys(each, dialect).join() === wanted);
  return at < 0 ? undefined : `${dialect.conversation}/${at}`;
}

/** With its secrets and edits. */
function answerOf({ body, dialect, step }: ModelCall, { plan, secrets }: PlannedRun): Json {
  const made = editedAnswer(body, plan.answers.get(step) ?? [], { op: dialect.id, secrets });
  return made?.response?.json ?? body.response?.json ?? null;
}
