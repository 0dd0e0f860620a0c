import { ScriptExhausted } from "./errors.ts";

/** A stand-in for a model in tests: each call gets the next item of a script. */
export interface ScriptedModel {
  /** Values are returned, errors thrown, functions called with the request, async iterables returned as streams. */
  (request: unknown): unknown;
  /** The requests so far. */
  readonly calls: readonly unknown[];
  /** Items that are left. */
  readonly remaining: number;
}

/** @throws ScriptExhausted from the call after the last item */
export function ScriptedModel(script: readonly unknown[]): ScriptedModel {
  const calls: unknown[] = [];
  const model = (request: unknown): unknown => {
    if (calls.length >= script.length) throw new ScriptExhausted(script.length);
    const item = script[calls.length];
    calls.push(request);
    if (item instanceof Error) throw item;
    return typeof item === "function" ? (item(request) as unknown) : item;
  };
  return Object.defineProperties(model, {
    calls: { get: () => calls },
    remaining: { get: () => script.length - calls.length },
  }) as ScriptedModel;
}
