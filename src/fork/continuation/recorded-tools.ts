import { canonical } from "../../identity/canonical.ts";
import { textSimilarity } from "../../identity/text-similarity.ts";
import { field, type Json, text } from "../../json/json.ts";
import { dialectById } from "../../providers/registry.ts";
import type { AskedTool } from "../../providers/streams/going-on.ts";
import { resultText } from "../../providers/written-part.ts";
import type { Run, ToolExchange } from "../../run/run.ts";
import type { StepName } from "../../trace/event.ts";
import type { Rewrite } from "../rewrite/rewrite.ts";
import { resultPlaces } from "../rewrite/tool-result-place.ts";

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

/** A row of a tool, read when a call of its name is asked for. */
interface ToolRow {
  readonly i: number;
  readonly name: string;
  /** It was asked for before the continuation begins. */
  readonly past: boolean;
  used: boolean;
  read: ReadTool | undefined;
}

interface ReadTool extends RecordedTool {
  readonly callId: string | undefined;
  readonly key: string;
}

/** The tools of a recording, from which calls of a live model are answered: each once, equal ones in recorded order. */
export class RecordedTools {
  readonly #run: Run;
  readonly #rewrites: readonly Rewrite[];
  readonly #rows: readonly ToolRow[];

  /** Calls that steps below `at` asked for have had their answer. `rewrites`: results that were edited. */
  constructor(run: Run, at: number, rewrites: readonly Rewrite[]) {
    const rows: ToolRow[] = [];
    for (let i = 0; i < run.length; i++) {
      const { kind, name = "tool", seq } = run.row(i);
      if (kind === "tool") rows.push({ i, name, past: seq < at, used: false, read: undefined });
    }
    this.#run = run;
    this.#rewrites = rewrites;
    this.#rows = rows;
  }

  /** Answers the same call: by its id, else by name and arguments. One whose result was edited has it, whatever its arguments are edited to. */
  exact(call: AskedTool): RecordedTool | undefined {
    const key = keyOf(call.name, call.args);
    const rows = this.#answered(call.name).filter((row) => !row.used);
    const same = rows.filter((row) => this.#tool(row).key === key);
    const isOwn = (row: ToolRow): boolean => call.id !== "" && this.#tool(row).callId === call.id;
    const own = same.find(isOwn) ?? rows.find((row) => isOwn(row) && this.#tool(row).edited);
    return this.#use(own ?? same.find(({ past }) => !past));
  }

  /** The next of that name, whatever it was called with; behind the last one that again. */
  byName({ name }: AskedTool): RecordedTool | undefined {
    const rows = this.#answered(name);
    return this.#use(rows.find(({ past, used }) => !past && !used) ?? rows.at(-1));
  }

  /** What a user may want to take: of the same name the most similar; past ones too, since an answer may be given again. */
  nearest(call: AskedTool): RecordedTool | undefined {
    const asked = JSON.stringify(call.args);
    let best: { readonly row: ToolRow; readonly score: number } | undefined;
    for (const row of this.#answered(call.name)) {
      const fresh = row.used || row.past ? 0 : 0.001;
      const score = textSimilarity(asked, JSON.stringify(this.#tool(row).args)) + fresh;
      if (best === undefined || score > best.score) best = { row, score };
    }
    return best && this.#tool(best.row);
  }

  /** Somebody has chosen it. */
  take(tool: RecordedTool): void {
    this.#use(this.#rows.find(({ read }) => read === tool));
  }

  #answered(name: string): readonly ToolRow[] {
    return this.#rows.filter((row) => row.name === name && this.#tool(row).content !== undefined);
  }

  #tool(row: ToolRow): ReadTool {
    row.read ??= readTool(this.#run, row.i, this.#rewrites);
    return row.read;
  }

  #use(row: ToolRow | undefined): RecordedTool | undefined {
    if (row === undefined) return undefined;
    row.used = true;
    return this.#tool(row);
  }
}

function readTool(run: Run, i: number, rewrites: readonly Rewrite[]): ReadTool {
  const tool = run.tool(i);
  const { name, args } = calledWith(tool);
  const { content, op } = contentOf(run, tool);
  const edit = rewrites.find(({ target }) => target.kind === "result" && target.callId === tool.callId);
  const said = edit === undefined ? tool.result && textOf(tool) : plainText(edit.after ?? "");
  return {
    step: run.row(i).step,
    name,
    args,
    content: edit?.after ?? content ?? said,
    text: said,
    op,
    isError: edit === undefined && tool.isError,
    edited: edit !== undefined,
    callId: tool.callId,
    key: keyOf(name, args),
  };
}

/** A call over MCP carries what it was asked for inside its message. */
function calledWith({ name, args }: ToolExchange): { readonly name: string; readonly args: Json } {
  const given = args ?? {};
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
