import type { Json } from "../json/json.ts";

/**
 * What a run in progress and those who watch it say to each other: JSON-RPC 2.0, one message a line, over a local socket.
 * Bodies are not sent: whoever watches reads the file of the run, in which a held call stands like any other.
 */

export const PROTOCOL = 1;

export type RunMode = "record" | "replay" | "fork" | "continue";

/** Where a call stands still: before it goes out, before the agent sees its answer, or (without an agent) while a tool has no result. */
export type HeldPhase = "request" | "response" | "result";

/** Why it stands still. `words` are for people: "breakpoint tool:search", "$0.52 of $0.50 spent". */
export interface HeldReason {
  readonly type: "breakpoint" | "pause" | "budget" | "max-calls" | "loop" | "drift" | "no-result";
  readonly words: string;
  /** The breakpoint that stopped it. */
  readonly expression?: string;
}

export const HELD_ACTIONS = [
  "continue",
  "step",
  "edit-request",
  "edit-response",
  "answer",
  "error",
  "recorded",
  "live",
  "abort",
] as const;
export type HeldActionName = (typeof HELD_ACTIONS)[number];

export interface HeldCall {
  /** Of this hold; a call that its client sends again comes back to it. */
  readonly id: number;
  /** Of the call in the run's file. For `result`: of the model call that asked for the tool. */
  readonly step: number;
  /** The row it is shown at: "7", or "6a" for a tool without a result. */
  readonly row: string;
  /** What is called, for people: "tool search", "llm openai/chat gpt-4o-mini". */
  readonly label: string;
  readonly phase: HeldPhase;
  readonly reason: HeldReason;
  /** Begin of the hold, in milliseconds since the epoch. */
  readonly since: number;
  /** When its client gives up, in milliseconds since the epoch; missing: unknown. */
  readonly until?: number;
  /** Keep-alive bytes are out: its status is 200 for good, and this is how a failure would reach the agent. */
  readonly failsAs?: "stream-error" | "closed-connection";
  /** A call that has drifted before the fork, or has no recording: what it is nearest to. */
  readonly drift?: { readonly step?: number; readonly words: string; readonly lines: readonly string[] };
  /** A body to begin an answer from, in the form of its API; for `result` the recorded text. */
  readonly template?: Json;
  /** What can be done with it. */
  readonly actions: readonly HeldActionName[];
}

/** At a JSON pointer of a body, the pointer without a side ("/messages/3/content"; "" is the whole body): a value, or the member there is left out. */
export type BodyChange =
  | { readonly pointer: string; readonly value: Json; readonly drop?: never }
  | { readonly pointer: string; readonly drop: true; readonly value?: never };

export type InjectedError = "429" | "500" | "timeout";

/** What becomes of a held call. */
export type HeldAction =
  | { readonly do: "continue" }
  /** Goes on, and the next call stands still. */
  | { readonly do: "step" }
  /** Goes out changed; the change holds for every later request that carries what was changed. */
  | { readonly do: "edit-request"; readonly changes: readonly BodyChange[] }
  /** The agent gets the answer changed. */
  | { readonly do: "edit-response"; readonly changes: readonly BodyChange[] }
  /** The agent gets this; nothing is called. A text becomes an answer of the call's API that says it. */
  | { readonly do: "answer"; readonly body: Json }
  | { readonly do: "error"; readonly error: InjectedError }
  /** The agent gets what was recorded: of this step, or the nearest. */
  | { readonly do: "recorded"; readonly step?: number }
  /** A call that has drifted goes to its provider. */
  | { readonly do: "live" }
  /** Its connection is closed. */
  | { readonly do: "abort" };

export interface LiveBreakpoint {
  /** A filter expression; `phase:request` and `phase:response` say at which half. */
  readonly expression: string;
  readonly on: boolean;
}

/** A change that is made in every request that carries its target. */
export interface LiveRewrite {
  /** "6a:/result" and what it comes to. */
  readonly words: string;
  readonly on: boolean;
}

export interface AgentState {
  readonly pid?: number;
  /** How it ended; missing while it runs. */
  readonly exit?: { readonly code?: number; readonly signal?: string };
  /** It could not be started, and why. */
  readonly failed?: string;
}

export interface RunStatus {
  readonly agent: AgentState;
  /** Calls that went to a provider, and calls answered from the recording. */
  readonly live: number;
  readonly served: number;
  /** USD that live calls cost so far; missing: no price is known. */
  readonly spent?: number;
  /** Some live call has no price: what was spent is more than `spent`. */
  readonly atLeast?: boolean;
  readonly rewrites: readonly LiveRewrite[];
  /** Calls stay held when the last watcher leaves. */
  readonly hold: boolean;
}

export interface OutputPiece {
  /** "vcr": a message of the run itself. */
  readonly from: "stdout" | "stderr" | "vcr";
  readonly text: string;
}

/** Answer to `who`: which run this is. */
export interface Who {
  readonly protocol: number;
  /** Of the process that holds the run, not of the agent. */
  readonly pid: number;
  readonly mode: RunMode;
  /** `path` is absolute; missing: nothing is saved. */
  readonly run: { readonly id: string; readonly path?: string };
  readonly argv: readonly string[];
  readonly cwd: string;
  /** Its begin, in milliseconds since the epoch. */
  readonly since: number;
}

/** Answer to `hello`. */
export interface Hello extends Who {
  /** What it was made from, and the first live step. */
  readonly parent?: { readonly path: string; readonly at?: number };
  readonly status: RunStatus;
  readonly held: readonly HeldCall[];
  readonly breakpoints: readonly LiveBreakpoint[];
  /** The last of what the agent has written. */
  readonly output: readonly OutputPiece[];
}

/** Methods, their parameters and results. */
export interface Methods {
  /** Whoever asks only this is no watcher: it is told nothing more, and nobody waits for it. */
  readonly who: { readonly params: Record<string, never>; readonly result: Who };
  /** Makes a watcher: notices follow the answer. */
  readonly hello: { readonly params: Record<string, never>; readonly result: Hello };
  /** Replaces the list; refused whole when an expression cannot be read. */
  readonly "breakpoints.set": {
    readonly params: { readonly breakpoints: readonly LiveBreakpoint[] };
    readonly result: readonly LiveBreakpoint[];
  };
  /** The next call stands still. */
  readonly pause: { readonly params: Record<string, never>; readonly result: null };
  readonly act: { readonly params: { readonly id: number; readonly action: HeldAction }; readonly result: null };
  /** The action for every held call that has it; calls that have drifted would fail by going on, and are left. Answers how many. */
  readonly actAll: { readonly params: { readonly action: HeldAction }; readonly result: number };
  readonly "rewrites.set": { readonly params: { readonly index: number; readonly on: boolean }; readonly result: null };
  readonly hold: { readonly params: { readonly on: boolean }; readonly result: null };
  /** SIGTERM to the agent and what it started, SIGKILL when it does not end. */
  readonly kill: { readonly params: Record<string, never>; readonly result: null };
}

export type MethodName = keyof Methods;

/** Method of the notifications that carry a notice as their parameters. */
export const NOTICE = "notice";

/** What watchers are told without asking. */
export type Notice =
  | { readonly type: "held"; readonly call: HeldCall }
  /** Something about it has changed: keep-alives are out, the client has sent it again. */
  | { readonly type: "held-changed"; readonly call: HeldCall }
  | { readonly type: "released"; readonly id: number; readonly by: HeldActionName | "client-gone" | "watchers-gone" }
  /** Text of an answer in flight, as it comes. */
  | { readonly type: "chunk"; readonly step: number; readonly text: string }
  | { readonly type: "status"; readonly status: RunStatus }
  | { readonly type: "breakpoints"; readonly breakpoints: readonly LiveBreakpoint[] }
  | { readonly type: "output"; readonly piece: OutputPiece }
  /** The run is over and its file complete; the socket is closed behind it. `report`: what the command would have printed, `code`: what it ends with. */
  | { readonly type: "over"; readonly status: RunStatus; readonly report: readonly string[]; readonly code?: number };
