import { type Json, parse } from "../../json/json.ts";
import type { Dialect } from "../../providers/dialect.ts";
import { errorOf } from "../../providers/error-body.ts";
import type { AskedTool, GoingOn, ToolAnswer } from "../../providers/streams/going-on.ts";
import { readBody } from "../../providers/streams/stream.ts";
import { AnswerText } from "./answer-text.ts";
import { appended } from "./conversation-text.ts";
import { askGateway, type ClientAnswer } from "./gateway-client.ts";
import type { RecordedTool, RecordedTools } from "./recorded-tools.ts";

/** Where a conversation goes on without its agent: with a request to be sent, or behind an answer that it has. */
export interface ContinuationStart {
  readonly dialect: Dialect;
  readonly goingOn: GoingOn;
  /** The request, byte for byte as it goes out; behind an answer, the request of that answer. */
  readonly request: string;
  readonly answer?: Json | undefined;
  /** The user says this before the model is asked again. */
  readonly say?: string | undefined;
}

/** A tool call that the recording does not answer. */
export interface ToolQuestion {
  readonly call: AskedTool;
  readonly nearest: RecordedTool | undefined;
  /** Of the model call that asks for it, and the number of the call in its answer, from 1. */
  readonly step: number;
  readonly letter: number;
}

export type ToolReply =
  | { readonly do: "answer"; readonly text: string }
  /** The nearest recorded one. */
  | { readonly do: "recorded" }
  | { readonly do: "abort" }
  /** Nobody answers it any more; why. */
  | { readonly do: "nothing"; readonly why: string };

/** Whom a tool call without a recording is put before; undefined: nobody is there. */
export type ToolAsker = (question: ToolQuestion, gone: AbortSignal) => Promise<ToolReply | undefined>;

export type ResultSource = "exact" | "edited" | "by-name" | "chosen" | "given";

export interface GivenResult {
  readonly call: AskedTool;
  readonly from: ResultSource;
  /** Of the recorded call it was taken from. */
  readonly step: string | undefined;
}

export type ContinuationEnd =
  | { readonly how: "done"; readonly stop: string | undefined }
  | { readonly how: "no-result"; readonly question: ToolQuestion; readonly why?: string }
  | { readonly how: "stopped" }
  | { readonly how: "interrupted" }
  | { readonly how: "failed"; readonly why: string };

export interface ContinuationOptions {
  readonly start: ContinuationStart;
  /** Whole URL and headers of the calls, key included. */
  readonly url: string;
  readonly headers: readonly string[];
  readonly tools: RecordedTools;
  /** A tool that was called otherwise than recorded gets the next result of its name. */
  readonly byName: boolean;
  readonly ask: ToolAsker;
  readonly gone: AbortSignal;
  /** The step of the call that was answered last. */
  lastStep(): number;
  onText(piece: string): void;
  onAnswer?(): void;
  onResult(result: GivenResult, answer: ToolAnswer): void;
}

/** Asks the model, answers its tools from the recording, and asks again, until it is done or somebody stops it. */
export class Continuation {
  readonly results: GivenResult[] = [];
  readonly #options: ContinuationOptions;
  #request: string;

  constructor(options: ContinuationOptions) {
    this.#options = options;
    this.#request = options.start.request;
  }

  async run(): Promise<ContinuationEnd> {
    const { start, gone } = this.#options;
    try {
      if (start.answer !== undefined) {
        const end = await this.#goOn(start.answer, start.say);
        if (end !== undefined) return end;
      } else if (start.say !== undefined) this.#add([start.goingOn.user(start.say)]);
      for (;;) {
        const answer = await this.#ask();
        if ("how" in answer) return answer;
        const end = await this.#goOn(answer.json, undefined);
        if (end !== undefined) return end;
      }
    } catch (error) {
      if (gone.aborted) return { how: "interrupted" };
      return { how: "failed", why: wordsOf(error) };
    }
  }

  async #ask(): Promise<{ readonly json: Json } | ContinuationEnd> {
    const { start, url, headers, gone, onText, onAnswer } = this.#options;
    const said = new AnswerText(start.dialect, onText);
    const answer = await askGateway({
      ...{ url, headers, gone, body: this.#request },
      onData: (chunk, raw) => said.data(chunk, raw),
    });
    if (gone.aborted) return { how: "interrupted" };
    const read = this.#read(answer);
    if ("json" in read) said.end(read.json);
    onAnswer?.();
    return read;
  }

  #read({ status, text, contentType, broken }: ClientAnswer): { readonly json: Json } | ContinuationEnd {
    const { dialect } = this.#options.start;
    const { json, streamed, cut } = readBody(dialect, contentType, text);
    const error = json === undefined ? undefined : (dialect.answer(json).error ?? errorOf(json));
    if (status >= 400 || error !== undefined)
      return { how: "failed", why: `${status >= 400 ? `HTTP ${status}: ` : ""}${error?.message ?? shortened(text)}` };
    if (json === undefined) return { how: "failed", why: `the answer is no JSON: ${shortened(text)}` };
    if (broken || (streamed && cut)) return { how: "failed", why: "the answer broke off before its end" };
    return { json };
  }

  /** Makes the next request; an end where there is none to be made. */
  async #goOn(answer: Json, say: string | undefined): Promise<ContinuationEnd | undefined> {
    const { dialect, goingOn } = this.#options.start;
    const asked = goingOn.asked(answer);
    const paused = goingOn.paused?.(answer) === true;
    if (asked.length === 0 && !paused && say === undefined) return { how: "done", stop: dialect.answer(answer).stop };
    const results: ToolAnswer[] = [];
    for (const call of asked) {
      const place = dialect.answer(answer).calls.findIndex(({ id, name }) => id === call.id && name === call.name);
      const result = await this.#result(call, place + 1);
      if ("how" in result) return result;
      results.push(result);
    }
    const said = goingOn.said(answer, parse(this.#request) ?? null);
    this.#add([...said, ...goingOn.results(results), ...(say === undefined ? [] : [goingOn.user(say)])]);
    return undefined;
  }

  async #result(call: AskedTool, letter: number): Promise<ToolAnswer | ContinuationEnd> {
    const { tools, byName, ask, gone, lastStep } = this.#options;
    const exact = tools.exact(call);
    if (exact !== undefined) return this.#recorded(call, exact, exact.edited ? "edited" : "exact");
    const named = byName ? tools.byName(call) : undefined;
    if (named !== undefined) return this.#recorded(call, named, "by-name");
    const question: ToolQuestion = { call, nearest: tools.nearest(call), step: lastStep(), letter };
    const reply = await ask(question, gone);
    if (gone.aborted) return { how: "interrupted" };
    if (reply === undefined) return { how: "no-result", question };
    if (reply.do === "nothing") return { how: "no-result", question, why: reply.why };
    if (reply.do === "answer")
      return this.#given({ call, content: reply.text }, { call, from: "given", step: undefined });
    if (reply.do === "abort" || question.nearest === undefined) return { how: "stopped" };
    tools.take(question.nearest);
    return this.#recorded(call, question.nearest, "chosen");
  }

  /** In the form it was recorded in, where that is the form of this API. */
  #recorded(call: AskedTool, tool: RecordedTool, from: ResultSource): ToolAnswer {
    const same = tool.op === this.#options.start.dialect.id;
    const content = (same ? tool.content : undefined) ?? tool.text ?? tool.content ?? "";
    return this.#given({ call, content, isError: tool.isError }, { call, from, step: tool.step });
  }

  #given(answer: ToolAnswer, result: GivenResult): ToolAnswer {
    this.results.push(result);
    this.#options.onResult(result, answer);
    return answer;
  }

  #add(elements: readonly Json[]): void {
    const { conversation } = this.#options.start.dialect;
    const next = appended(this.#request, conversation, elements);
    if (next === undefined) throw new Error(`the request has no list at ${conversation}`);
    this.#request = next;
  }
}

function wordsOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const closed = "code" in error && error.code === "ECONNRESET";
  return closed ? "the call was closed without an answer" : error.message;
}

function shortened(text: string): string {
  return text.length > 300 ? `${text.slice(0, 300)}...` : text;
}
