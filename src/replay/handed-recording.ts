import { isArray, isObject, type Json, type JsonObject, number, parse, text } from "../json/json.ts";
import { KINDS } from "../trace/event.ts";
import { HandedCall } from "./handed-call.ts";
import { isMatcherName, type MatcherName } from "./matcher-name.ts";
import type { Recording } from "./recording.ts";

/**
 * The recorded calls of wrapped functions, as they are handed to a program that a replay has started: it serves them
 * itself, at once, since a function may answer without a promise.
 */
export interface Handed {
  readonly match: MatcherName;
  readonly threshold?: number;
  readonly window?: number;
  readonly ignore: readonly string[];
  readonly normalise: readonly string[];
  readonly scrub: readonly string[];
  readonly pinTools: boolean;
  /** The model is live: a call without a recording is told to it as the result. */
  readonly tellMisses: boolean;
  /** Models that no handed call is of ask on the wire, or for real: they run. */
  readonly modelsAsk: boolean;
  /** Tools and memories run. */
  readonly toolsRun: boolean;
  readonly calls: readonly HandedCall[];
}

/** Text of the file. */
export function handedText(recording: Recording, how: Omit<Handed, "calls">): string {
  const calls = recording.calls.map((call): JsonObject => {
    const { step, steps, kind, name, at, end, exact, wide } = call;
    const body = call.body();
    return {
      ...{ step, steps, kind, name, exact, wide },
      ...(at === undefined ? {} : { at }),
      ...(end === undefined ? {} : { end }),
      raw: body.raw(),
      ...(body.request?.json === undefined ? {} : { request: body.request.json }),
      ...(body.response?.text === undefined ? {} : { response: body.response.text }),
      ...(body.response?.streamed === true ? { streamed: true } : {}),
      ...(body.error === undefined ? {} : { error: { ...body.error } }),
    };
  });
  return JSON.stringify({ ...how, calls });
}

/** Undefined when the text is not what `handedText` makes. */
export function handedOf(source: string): Handed | undefined {
  const value = parse(source);
  if (!isObject(value) || !isArray(value.calls) || !isMatcherName(value.match)) return undefined;
  const { match, threshold, window, ignore, normalise, scrub, pinTools, calls } = value;
  const [least, most] = [number(threshold), number(window)];
  return {
    match,
    ...(least === undefined ? {} : { threshold: least }),
    ...(most === undefined ? {} : { window: most }),
    ignore: texts(ignore),
    normalise: texts(normalise),
    scrub: texts(scrub),
    pinTools: pinTools === true,
    tellMisses: value.tellMisses === true,
    modelsAsk: value.modelsAsk === true,
    toolsRun: value.toolsRun === true,
    calls: calls.flatMap((call) => {
      const made = isObject(call) ? callOf(call) : undefined;
      return made === undefined ? [] : [made];
    }),
  };
}

function callOf(value: JsonObject): HandedCall | undefined {
  const kind = KINDS.find((each) => each === value.kind);
  const step = number(value.step);
  if (kind === undefined || step === undefined) return undefined;
  const error = isObject(value.error) ? value.error : undefined;
  const type = text(error?.type);
  return new HandedCall({
    kind,
    step,
    name: text(value.name) ?? kind,
    at: number(value.at),
    end: number(value.end),
    exact: texts(value.exact),
    wide: texts(value.wide),
    request: value.request,
    body: {
      response: {
        ...(value.streamed === true ? { streamed: true } : {}),
        ...(typeof value.response === "string" ? { text: value.response } : {}),
      },
      ...(error === undefined
        ? {}
        : {
            error: {
              message: text(error.message) ?? "",
              ...(type === undefined ? {} : { type }),
              ...(error.detail === undefined ? {} : { detail: error.detail }),
            },
          }),
      raw: () => text(value.raw) ?? "",
    },
  });
}

function texts(value: Json | undefined): readonly string[] {
  return isArray(value) ? value.filter((each) => typeof each === "string") : [];
}
