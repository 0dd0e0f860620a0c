import { currentHandler } from "../session.ts";

/** Events that the agent tells of itself. Without a session they do nothing. */

/** A step of a graph or loop: the state before and after it. */
export function recordStep(name: string, before: unknown, after: unknown): void {
  currentHandler()?.tell({ kind: "node", name, before, after });
}

/** The agent's state at a place it can be compared or gone back to. */
export function checkpoint(name: string, state: unknown): void {
  currentHandler()?.tell({ kind: "checkpoint", name, after: state });
}

/** A failure that belongs to no call. */
export function recordError(error: unknown, name = "error"): void {
  currentHandler()?.tell({ kind: "error", name, error });
}

export interface CallToRecord {
  readonly name: string;
  readonly request?: unknown;
  readonly response?: unknown;
  readonly error?: unknown;
  /** Milliseconds. */
  readonly durationMs?: number;
}

/** A call of a model that has been made already; `name` is the model. */
export function recordLlmCall(
  call: CallToRecord & { readonly tokens?: { readonly in?: number; readonly out?: number } },
): void {
  const { request, response, ...rest } = call;
  currentHandler()?.tell({ kind: "llm", ...rest, ...given("args", request), ...given("result", response) });
}

/** A call of a tool that has been made already; `callId` is the id the model gave it. */
export function recordToolCall(call: {
  readonly name: string;
  readonly args?: unknown;
  readonly result?: unknown;
  readonly error?: unknown;
  readonly durationMs?: number;
  readonly callId?: string;
}): void {
  currentHandler()?.tell({ kind: "tool", ...call });
}

function given(key: "args" | "result", value: unknown): { args?: unknown; result?: unknown } {
  return value === undefined ? {} : { [key]: value };
}
