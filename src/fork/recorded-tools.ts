import { canonical } from "../identity/canonical.ts";
import { textSimilarity } from "../identity/text-similarity.ts";
import { field, type Json, text } from "../json/json.ts";
import type { AskedTool } from "../providers/going-on.ts";
import { dialectById } from "../providers/registry.ts";
import { resultText } from "../providers/written-part.ts";
import type { Run, ToolExchange } from "../run/run.ts";
import type { StepName } from "../trace/event.ts";
import type { Rewrite } from "./rewrite.ts";
import { resultPlaces } from "./tool-result-place.ts";

/** A tool call of the recording, with what it came to. */
export interface RecordedTool {
  /** "6a", or "7" for one that was recorded by itself. */
  readonly step: StepName;
  readonly name: string;
  readonly args: Json;
  /** In the form it had in the requests of `op`; undefined: nobody answered it. */
  readonly content: Json | undefined;
  /** The same as a text. */
  readonly text: string | undefined;
  readonly op: string | undefined;
  readonly isError: boolean;
  readonly edited: boolean;
}

interface Kept extends RecordedTool {
  readonly callId: string | undefined;
  readonly key: string;
  /** It was asked for before the continuation begins. */
  readonly past: boolean;
  used: boolean;
}

/** The tools of a recording, from which calls of a live model are answered: each once, equal ones in recorded order. */
export class RecordedTools {
  readonly #tools: readonly Kept[];

  /** Calls that steps below `at` asked for have had their answer. `rewrites`: results that were edited. */
  constructor(run: Run, at: number, rewrites: readonly Rewrite[]) {
    const tools: Kept[] = [];
    for (let i = 0; i < run.length; i++) {
      const row = run.row(i);
      if (row.kind !== "tool") continue;
      tools.push(keptTool(run, i, { past: row.seq < at, rewrites }));
    }
    this.#tools = tools;
  }

  /** Answers the same call: by its id, else by name and arguments. */
  exact(call: AskedTool): RecordedTool | undefined {
    const key = keyOf(call.name, call.args);
    const own = this.#tools.find(({ callId, content, used }) => callId === call.id && content !== undefined && !used);
    if (call.id !== "" && own?.key === key) return this.#use(own);
    return this.#use(this.#open.find((tool) => tool.key === key));
  }

  /** The next of that name, whatever it was called with. */
  byName({ name }: AskedTool): RecordedTool | undefined {
    return this.#use(this.#open.find((tool) => tool.name === name) ?? this.#latest(name));
  }

  /** What a user may want to take: of the same name the most similar; past ones too, since an answer may be given again. */
  nearest(call: AskedTool): RecordedTool | undefined {
    const asked = JSON.stringify(call.args);
    let best: { readonly tool: Kept; readonly score: number } | undefined;
    for (const tool of this.#tools) {
      if (tool.name !== call.name || tool.content === undefined) continue;
      const score = textSimilarity(asked, JSON.stringify(tool.args)) + (tool.used || tool.past ? 0 : 0.001);
      if (best === undefined || score > best.score) best = { tool, score };
    }
    return best?.tool;
  }

  /** Somebody has chosen it. */
  take(tool: RecordedTool): void {
    this.#use(this.#tools.find((each) => each === tool));
  }

  get #open(): readonly Kept[] {
    return this.#tools.filter(({ past, used, content }) => !past && !used && content !== undefined);
  }

  #latest(name: string): Kept | undefined {
    return this.#tools.findLast((tool) => tool.name === name && tool.content !== undefined);
  }

  #use(tool: Kept | undefined): Kept | undefined {
    if (tool) tool.used = true;
    return tool;
  }
}

function keptTool(run: Run, i: number, how: { readonly past: boolean; readonly rewrites: readonly Rewrite[] }): Kept {
  const row = run.row(i);
  const tool = run.tool(i);
  const { name, args } = calledWith(tool);
  const { content, op } = contentOf(run, tool);
  const edit = how.rewrites.find(({ target }) => target.kind === "result" && target.callId === tool.callId);
  const said = edit === undefined ? tool.result && textOf(tool) : plainText(edit.after);
  return {
    step: row.step,
    name,
    args,
    content: edit?.after ?? content ?? said,
    text: said,
    op,
    isError: tool.isError,
    edited: edit !== undefined,
    callId: tool.callId,
    key: keyOf(name, args),
    past: how.past,
    used: false,
  };
}

/** A call over MCP carries what it was asked for inside its message. */
function calledWith({ name, args }: ToolExchange): { readonly name: string; readonly args: Json } {
  const given = (args ?? {}) as Json;
  const params = field(given, "jsonrpc") === "2.0" ? field(given, "params") : undefined;
  if (params === undefined) return { name, args: given };
  return { name: text(field(params, "name")) ?? name, args: field(params, "arguments") ?? {} };
}

function contentOf(run: Run, { callId, resultStep }: ToolExchange): { content?: Json; op?: string } {
  const i = resultStep === undefined ? -1 : run.indexOf(resultStep);
  const op = i < 0 ? undefined : run.row(i).op;
  const dialect = op === undefined ? undefined : dialectById(op);
  const request = i < 0 || dialect === undefined ? undefined : run.body(i).request?.json;
  if (dialect === undefined || request === undefined || callId === undefined) return {};
  const [place] = resultPlaces(request, dialect, callId);
  return place === undefined ? {} : { content: place.content, op: dialect.id };
}

function textOf({ result, isError }: ToolExchange): string {
  return resultText({ type: "result", id: "", parts: result?.parts ?? [], isError });
}

function plainText(content: Json): string {
  return typeof content === "string" ? content : JSON.stringify(content);
}

function keyOf(name: string, args: Json): string {
  return `${name} ${canonical(args)}`;
}
