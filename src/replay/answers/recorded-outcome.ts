import { isObject, type Json, parse } from "../../json/json.ts";
import { revived, revivedText } from "../../json/tagged-value.ts";
import type { Returns } from "../../record/recorded-calls.ts";
import { applyEdits } from "../../redact/edit.ts";
import type { ErrorInfo, EventBody, Headers } from "../../trace/event.ts";
import { ReplayedError } from "../errors.ts";
import { maskedPlaces, type Secrets } from "../restore-secrets.ts";

/** What a wrapped function answered when it was recorded, given the same way again. */

/** Classes of which thrown errors are to be instances, by their names. Those of the language need not be named. */
export type Revive = boolean | readonly ErrorClass[];
export type ErrorClass = abstract new (...args: never[]) => Error;

export interface OutcomeOptions {
  readonly step: number;
  readonly returns: Returns;
  readonly secrets: Secrets;
  readonly revive: Revive;
}

/** Returns, or throws, as the function did. */
export function recordedOutcome(body: EventBody, options: OutcomeOptions): unknown {
  const inPromise = options.returns.startsWith("promise-");
  try {
    const given = answered(body, options);
    return inPromise ? Promise.resolve(given) : given;
  } catch (error) {
    if (inPromise) return Promise.reject(error);
    throw error;
  }
}

function answered(body: EventBody, options: OutcomeOptions): unknown {
  const { returns } = options;
  const error = body.error && thrown(body.error, options);
  if (returns.endsWith("stream")) return pieces(answerText(body, options), error);
  if (returns.endsWith("generator")) return generated(answerText(body, options), error);
  if (error !== undefined) throw error;
  return revivedText(answerText(body, options));
}

/** What was answered, as it is kept: JSON, a line for each piece of a stream; with the secrets of this environment. */
export function answerText(body: EventBody, { secrets }: Pick<OutcomeOptions, "secrets">): string {
  const text = body.response?.text ?? "";
  const { edits } = secrets.edits(text, maskedPlaces(body), body.response?.streamed === true);
  return edits.length === 0 ? text : applyEdits(text, edits);
}

async function* pieces(lines: string, error: unknown): AsyncGenerator<unknown> {
  yield* generated(lines, error);
}

/** The error of a stream comes after the same pieces. */
function* generated(lines: string, error: unknown): Generator<unknown> {
  for (const line of lines.split("\n")) if (line !== "") yield revivedText(line);
  if (error !== undefined) throw error;
}

const BUILT_IN: readonly ErrorClass[] = [
  Error,
  TypeError,
  RangeError,
  SyntaxError,
  ReferenceError,
  EvalError,
  URIError,
];

function thrown({ type, message, detail }: ErrorInfo, { step, revive }: OutcomeOptions): unknown {
  const original = detail === undefined ? undefined : revived(detail);
  // Anything can be thrown.
  if (detail !== undefined && !(original instanceof Error)) return original;
  const own = original instanceof Error ? Object.fromEntries(Object.entries(original)) : {};
  const name = type ?? "Error";
  const known =
    revive === false ? undefined : [...(revive === true ? [] : revive), ...BUILT_IN].find((each) => each.name === name);
  if (known !== undefined) return instanceOf(known, { name, message, own });
  const status = typeof own.status === "number" ? own.status : undefined;
  return new ReplayedError({
    originalName: name,
    originalMessage: message,
    step,
    status,
    headers: headersOf(own.headers),
    body: jsonOf(own.body ?? own.error),
  });
}

/** Without a call of its constructor, which may want what nobody knows any more. */
function instanceOf(
  of: ErrorClass,
  { name, message, own }: { readonly name: string; readonly message: string; readonly own: object },
): Error {
  const made: Error = Object.create(of.prototype);
  const hidden = { enumerable: false, writable: true, configurable: true };
  Object.defineProperty(made, "message", { value: message, ...hidden });
  Object.defineProperty(made, "stack", { value: `${name}: ${message}\n    at a recorded call`, ...hidden });
  return Object.assign(made, own);
}

function headersOf(value: unknown): Headers | undefined {
  if (!isObject(value)) return undefined;
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, each]) => (typeof each === "string" ? [[key, each]] : [])),
  );
}

function jsonOf(value: unknown): Json | undefined {
  return value === undefined ? undefined : (parse(JSON.stringify(value) ?? "null") ?? null);
}
