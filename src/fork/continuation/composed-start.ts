import type { ToolSpec } from "../../providers/dialect.ts";
import type { Message } from "../../providers/message.ts";
import { resultText } from "../../providers/written-part.ts";
import type { Run } from "../../run/run.ts";
import { VcrError } from "../../trace/errors.ts";
import type { EditSpec } from "../plan/edit-spec.ts";
import { forkPoint } from "../plan/fork-point.ts";
import { EditError } from "../plan/plan-errors.ts";
import { type Rewrite, valueDigest } from "../rewrite/rewrite.ts";
import { dialectOfProvider, pathOfApi, providerOfModel } from "./composed-api.ts";
import { isTopLane, laneNotes } from "./going-lane.ts";
import type { PreparedStart } from "./recorded-start.ts";
import { soundConversation } from "./sound-conversation.ts";

/** Continuations of files that keep messages rather than requests: the next request is made of what they keep. */

export interface ComposeOptions {
  readonly at: string | undefined;
  readonly edits: readonly EditSpec[];
  readonly model: string | undefined;
  /** Whose API is called. @default told by the format and the model */
  readonly provider: string | undefined;
  readonly say: string | undefined;
}

export interface ComposedStart extends PreparedStart {
  /** Results that were edited, for tools that are called again. */
  readonly rewrites: readonly Rewrite[];
}

/** @throws VcrError that says what is missing */
export function composedStart(run: Run, options: ComposeOptions): ComposedStart {
  const rewrites = options.edits.map((spec) => resultRewrite(run, spec));
  const bounds = rewrites.map((rewrite, i) => boundOf(run, rewrite, options.edits[i]?.step ?? ""));
  const { limit, notes } = forkPoint(run, options.at, bounds);
  const call = callAt(run, limit);
  const row = run.row(call.i);
  const model = options.model ?? row.name;
  if (model === undefined || model === "" || model === "unknown model")
    throw new VcrError(`${run.path} does not say which model was called`, {
      code: "model",
      hint: "--model NAME says it",
    });
  const provider = options.provider ?? providerOfModel(run, row.provider, model);
  const dialect = dialectOfProvider(provider, run);
  const results = new Map(
    rewrites.flatMap(({ target, after }) =>
      target.kind === "result" ? [[target.callId, typeof after === "string" ? after : JSON.stringify(after)]] : [],
    ),
  );
  const conversation = soundConversation(messagesOf(run, call), results);
  checkEnd(conversation.messages, run, options.say);
  const tools = knownTools(run, call.i);
  const { goingOn } = dialect;
  const system = [...systemOf(run, call.i), ...conversation.system];
  const request = goingOn.compose({ model, system, messages: conversation.messages, tools });
  return {
    dialect,
    goingOn,
    request: JSON.stringify(request),
    say: options.say,
    asked: { what: `step ${limit}`, provider, url: undefined, path: pathOfApi(dialect, provider, model) },
    headers: dialect.id === "anthropic/messages" ? ["anthropic-version", "2023-06-01"] : [],
    at: limit,
    notes: [
      ...notes,
      ...laneNotes(run, call.i),
      `the request is made of the messages that ${run.formatTitle} keeps, for ${dialect.id}`,
      ...conversation.notes,
      ...(system.length === 0 ? ["its system prompt is not recorded: there is none"] : []),
      ...(tools.length === 0 && calledTools(run)
        ? ["its tools' schemas are not recorded: the model has no tools"]
        : []),
      "its parameters are not recorded: they are the provider's defaults",
    ],
    rewrites,
  };
}

interface CallPlace {
  /** Place in the list. */
  readonly i: number;
  /** The conversation goes on behind its answer; else it is asked again. */
  readonly behind: boolean;
}

function callAt(run: Run, limit: number): CallPlace {
  let last = -1;
  for (let i = 0; i < run.length; i++) {
    const { kind, seq, derived } = run.row(i);
    if (kind !== "llm" || derived) continue;
    if (seq >= limit) return { i, behind: false };
    if (last < 0 || isTopLane(run, i) || !isTopLane(run, last)) last = i;
  }
  if (last < 0) throw new VcrError(`${run.path} holds no call of a model`, { code: "at" });
  return { i: last, behind: true };
}

/** What had been said when the model was asked, its own last answer and the results of its tools too when it goes on behind that. */
function messagesOf(run: Run, { i, behind }: CallPlace): readonly Message[] {
  const before = run.messages(i).map((ref) => ref.read());
  const { answer } = run.exchange(i);
  if (!behind || answer?.message === undefined) return before;
  const results: Message[] = [];
  for (let n = i + 1; n < run.length; n++) {
    const row = run.row(n);
    const tool = row.kind === "tool" && row.seq === run.row(i).seq ? run.tool(n) : undefined;
    if (tool?.callId === undefined || tool.result === undefined) continue;
    const { callId: id, name, isError } = tool;
    results.push({ role: "tool", parts: [{ type: "result", id, name, parts: tool.result.parts, isError }] });
  }
  return [...before, answer.message, ...results];
}

function checkEnd(messages: readonly Message[], run: Run, say: string | undefined): void {
  if (messages.length === 0 && say === undefined)
    throw new VcrError(`${run.path} keeps nothing of what the model was told there`, {
      code: "at",
      hint: "--say TEXT says something",
    });
  if (messages.at(-1)?.role !== "assistant" || say !== undefined) return;
  throw new VcrError("the conversation ends with an answer that asks for nothing", {
    code: "at",
    hint: "--say TEXT says something more to the model, --at N asks again from an earlier step",
  });
}

function systemOf(run: Run, i: number): readonly string[] {
  const system = run.exchange(i).facts?.system ?? [];
  return system.flatMap(({ parts }) => parts.flatMap((part) => (part.type === "text" ? [part.text] : [])));
}

function knownTools(run: Run, i: number): readonly ToolSpec[] {
  return (run.exchange(i).facts?.tools ?? []).filter(({ schema }) => schema !== undefined);
}

function calledTools(run: Run): boolean {
  for (let i = 0; i < run.length; i++) if (run.row(i).kind === "tool") return true;
  return false;
}

/** The edit of a tool's result; nothing else of a transcript can be told apart for sure. @throws VcrError */
function resultRewrite(run: Run, spec: EditSpec): Rewrite {
  const wrong = (why: string): EditError => new EditError(spec, why);
  if (spec.side !== "result" || spec.pointer !== "")
    throw wrong(`${run.formatTitle} keeps no requests: only whole results of tools can be edited (6a:/result=...)`);
  if (spec.value === undefined) throw wrong("the result of a tool cannot be left out");
  const i = run.indexOf(spec.step);
  const tool = i < 0 || run.row(i).kind !== "tool" ? undefined : run.tool(i);
  if (tool?.callId === undefined) throw wrong("there is no such tool call; tools are named as 6a");
  const was = resultText({ type: "result", id: "", parts: tool.result?.parts ?? [] });
  return {
    target: { kind: "result", callId: tool.callId },
    after: spec.given ?? spec.value,
    before: valueDigest(was),
    step: spec.step,
    pointer: "/result",
    once: false,
  };
}

function boundOf(run: Run, { step }: Rewrite, named: string) {
  const { resultStep } = run.tool(run.indexOf(step));
  const bound = resultStep === undefined ? run.steps : Number.parseInt(resultStep, 10);
  return { bound, old: `result of ${named}`, spec: { step: named } };
}
