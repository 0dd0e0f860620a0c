import type { Kind } from "../../trace/event.ts";
import { currentHandler } from "../session.ts";

/** Wrappers for functions of the agent: what they are given and answer becomes events. Without a session they only call the function. */

export interface WrapOptions {
  /** @default the function's own name */
  readonly name?: string;
}

type Wrapped<A extends unknown[], R> = (...args: A) => R;

/** A call of a model. Plain, promised and streamed (async iterable) answers are kept alike. */
export function llm<A extends unknown[], R>(fn: Wrapped<A, R>, options: WrapOptions = {}): Wrapped<A, R> {
  return wrapped("llm", fn, options);
}

export function tool<A extends unknown[], R>(fn: Wrapped<A, R>, options: WrapOptions = {}): Wrapped<A, R> {
  return wrapped("tool", fn, options);
}

/** A read of a memory: retrieval, a cache, a store of vectors. */
export function memory<A extends unknown[], R>(fn: Wrapped<A, R>, options: WrapOptions = {}): Wrapped<A, R> {
  return wrapped("memory", fn, options);
}

/** A step that makes a new state out of one: its first argument is kept as the state before, its answer as the state after. */
export function node<A extends unknown[], R>(fn: Wrapped<A, R>, options: WrapOptions = {}): Wrapped<A, R> {
  return wrapped("node", fn, options);
}

function wrapped<A extends unknown[], R>(kind: Kind, fn: Wrapped<A, R>, options: WrapOptions): Wrapped<A, R> {
  const name = options.name ?? (fn.name || kind);
  return function call(this: unknown, ...args: A): R {
    // Whoever gives other arguments has made them from these.
    const invoke = (given?: readonly unknown[]): R => fn.apply(this, given === undefined ? args : (given as A));
    const handler = currentHandler();
    // What a handler answers for a call is what the function answers, or stands for it.
    return handler === undefined ? invoke() : (handler.call({ kind, name, args, invoke }) as R);
  };
}
