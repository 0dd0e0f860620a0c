import { AsyncLocalStorage } from "node:async_hooks";
import type { Kind, Status } from "../trace/event.ts";
import { warnOnce } from "./warnings.ts";

/** What wrapped functions of the agent belong to: a recording, a replay or a fork. It follows the flow of control, awaits included. */

export interface WrappedCall {
  readonly kind: Kind;
  readonly name: string;
  readonly args: readonly unknown[];
  /** Calls the function itself: with what it was given, or with other arguments. */
  invoke(args?: readonly unknown[]): unknown;
}

/** An event that is told, not called. */
export interface ToldEvent {
  readonly kind: Kind;
  readonly name: string;
  readonly args?: unknown;
  readonly result?: unknown;
  readonly error?: unknown;
  readonly before?: unknown;
  readonly after?: unknown;
  readonly callId?: string;
  readonly durationMs?: number;
  readonly tokens?: { readonly in?: number; readonly out?: number };
}

/** An event of this session as the program saw it. */
export interface SessionEvent extends ToldEvent {
  readonly step: number;
  status: Status;
  result?: unknown;
  error?: unknown;
}

/** What a session does with calls and events. */
export interface SessionHandler {
  call(call: WrappedCall): unknown;
  tell(event: ToldEvent): void;
}

export type SessionMode = "record" | "replay" | "fork";

export interface WrittenRun {
  readonly path: string;
  /** -1 before the first. */
  readonly lastStep: number;
}

export class Session {
  readonly mode: SessionMode;
  /** File of the run that is recorded, or that calls are answered from. */
  readonly path: string;
  /** The run that is written; undefined: none is. */
  written: WrittenRun | undefined;
  readonly newEvents: SessionEvent[] = [];
  readonly handler: SessionHandler;

  constructor(mode: SessionMode, path: string, handler: (session: Session) => SessionHandler) {
    this.mode = mode;
    this.path = path;
    this.handler = handler(this);
  }

  /** The step that comes next. */
  get cursor(): number {
    return (this.written?.lastStep ?? this.newEvents.at(-1)?.step ?? -1) + 1;
  }
}

interface Place {
  readonly session: Session;
  /** Step of the wrapped call that is being made. */
  readonly parent?: number;
}

const places = new AsyncLocalStorage<Place>();
const open = new Set<Session>();
let elsewhere: SessionHandler | undefined;

/** The session that this code runs in. */
export function currentSession(): Session | undefined {
  return places.getStore()?.session;
}

export function currentParent(): number | undefined {
  return places.getStore()?.parent;
}

export async function inSession<T>(session: Session, run: () => T | Promise<T>): Promise<T> {
  open.add(session);
  try {
    return await places.run({ session }, async () => run());
  } finally {
    open.delete(session);
  }
}

/** Runs a wrapped function so that calls inside it know their parent. */
export function insideCall<T>(session: Session, parent: number, run: () => T): T {
  return places.run({ session, parent }, run);
}

/** Runs what belongs to no call, wherever it is begun. */
export function outsideCalls<T>(run: () => T): T {
  return places.exit(run);
}

/** Who takes calls and events where no session is open: `vcr record` outside this process. */
export function setElsewhere(handler: SessionHandler | undefined): void {
  elsewhere = handler;
}

/** Undefined: nobody records. */
export function currentHandler(): SessionHandler | undefined {
  const session = currentSession();
  if (session !== undefined) return session.handler;
  if (open.size > 0) {
    warnOnce(
      "NoSessionWarning",
      "a wrapped call was made outside the flow of the open session and is not recorded in it",
    );
  }
  return elsewhere;
}
