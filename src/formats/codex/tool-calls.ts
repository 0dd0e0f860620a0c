import { field, type JsonObject, parse, text } from "../../json/json.ts";
import type { RowFields } from "../../trace/event.ts";
import type { RowNumber, RowSink, Segment, ToolResult } from "../../trace/row-sink.ts";
import { callId, callName, isCall, typeOf } from "./items.ts";
import type { Shape } from "./rollout-walk.ts";
import { type Outcome, outcomeOf, reportedOutcome } from "./tool-output.ts";

/** The tools that a thread's model called: finds their outputs and reports by call id. */

interface Tool {
  readonly row: RowNumber;
  readonly name: string;
  readonly at: number | undefined;
}

interface Placed {
  readonly segment: Segment;
  readonly at: number | undefined;
}

/** A result that the next call of the model carries for the first time. */
interface Carried {
  readonly result: ToolResult;
  readonly settle: () => void;
}

export class ToolCalls {
  /** Ids of threads that were started. */
  readonly spawned = new Set<string>();
  readonly #sink: RowSink;
  readonly #shapes: Map<RowNumber, Shape>;
  readonly #tools = new Map<string, Tool>();
  readonly #pending: Carried[] = [];

  constructor(sink: RowSink, shapes: Map<RowNumber, Shape>) {
    this.#sink = sink;
    this.#shapes = shapes;
  }

  /** True when `item` is a call that was told before. */
  repeats(item: JsonObject, segment: Segment): boolean {
    const tool = isCall(item) ? this.#tools.get(callId(item) ?? "") : undefined;
    if (tool !== undefined) this.#sink.extend(tool.row, segment);
    return tool !== undefined;
  }

  call(asker: RowNumber, item: JsonObject, { segment, at }: Placed): void {
    const id = callId(item) ?? `${typeOf(item)} ${this.#tools.size + 1}`;
    if (this.#tools.has(id)) return;
    const name = callName(item);
    const row = this.#sink.calls(asker, [{ id, name }])[0];
    if (row === undefined) return;
    this.#sink.extend(row, segment);
    if (at !== undefined) this.#sink.set(row, { at });
    this.#tools.set(id, { row, name, at });
    this.#shapes.set(row, { type: "tool", callId: id });
    // OpenAI runs it: no output comes.
    const inside = text(field(item, "call_id")) === undefined && typeOf(item) !== "local_shell_call";
    if (inside) this.#sink.set(row, { status: text(field(item, "status")) === "failed" ? "error" : "ok" });
  }

  /** False when nobody asked for this output. */
  result(item: JsonObject, { segment, at }: Placed): boolean {
    const id = callId(item) ?? "";
    const tool = this.#tools.get(id);
    if (tool === undefined) return false;
    if (tool.name.endsWith("spawn_agent"))
      this.#spawn(text(field(parse(text(field(item, "output")) ?? ""), "agent_id")));
    const outcome = outcomeOf(item);
    const settle = (): void => this.#settle(tool, outcome, at);
    this.#sink.extend(tool.row, segment);
    settle();
    this.#pending.push({ result: { id, isError: outcome.isError, ...(at !== undefined && { at }) }, settle });
    return true;
  }

  /** `row` is the first call to carry what has come since. What the outputs tell is better than the gap between calls. */
  carry(row: RowNumber): void {
    const carried = this.#pending.splice(0);
    if (carried.length === 0) return;
    this.#sink.results(
      row,
      carried.map(({ result }) => result),
    );
    for (const { settle } of carried) settle();
  }

  /** False when no call has this id. */
  report(id: string, report: JsonObject, { segment, at }: Placed): boolean {
    this.#spawn(text(field(report, "agent_thread_id")));
    const tool = this.#tools.get(id);
    if (tool === undefined) return false;
    this.#sink.extend(tool.row, segment);
    const outcome = reportedOutcome(report);
    if (outcome !== undefined) this.#settle(tool, outcome, at);
    return true;
  }

  #spawn(thread: string | undefined): void {
    if (thread !== undefined) this.spawned.add(thread);
  }

  /** A measured duration is better than the gap between two records. */
  #settle({ row, at: from }: Tool, outcome: Outcome, to: number | undefined): void {
    const waited = from !== undefined && to !== undefined && to >= from ? to - from : undefined;
    const durationMs = outcome.durationMs ?? waited;
    this.#sink.set(row, {
      status: outcome.isError ? "error" : "ok",
      ...(from !== undefined && { at: from }),
      ...(durationMs !== undefined && { durationMs, approximate: outcome.durationMs === undefined }),
    });
  }
}

/** The row of a report about what no call of the model's names: the tools that a script called, and events of other kinds. */
export function reportedRow(
  type: string,
  report: JsonObject,
  at: number | undefined,
): Partial<RowFields> & Pick<RowFields, "kind"> {
  const outcome = reportedOutcome(report);
  if (outcome === undefined || field(report, "agent_thread_id") !== undefined || type.endsWith("_begin")) {
    return { kind: "raw", name: type };
  }
  const { durationMs } = outcome;
  const from = at !== undefined && durationMs !== undefined ? at - durationMs : at;
  return {
    kind: "tool",
    name: type
      .replace(/_end$/, "")
      .replace(/(?<=[a-z])(?=[A-Z])/g, "_")
      .toLowerCase(),
    status: outcome.isError ? "error" : "ok",
    ...(from !== undefined && { at: from }),
    ...(durationMs !== undefined && { durationMs }),
  };
}
