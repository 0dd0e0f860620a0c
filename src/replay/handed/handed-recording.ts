import { field, isArray, isObject, type Json, type JsonObject, number, parse, text } from "../../json/json.ts";
import { KINDS, type Kind } from "../../trace/event.ts";
import { isMatcherName, type MatcherName } from "../matching/matcher-name.ts";
import type { Recording } from "../recording.ts";
import type { RunClock } from "../run-clock.ts";
import { HandedCall } from "./handed-call.ts";

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
  /** Only the replay itself knows how to mask: nothing that is asked may stand in a file before. */
  readonly ownMasking: boolean;
  /** Undefined in a replay. */
  readonly fork?: HandedFork;
  readonly calls: readonly HandedCall[];
}

/** Where a fork leaves the calls that it hands over. */
export interface HandedFork {
  readonly limit: number;
  /** Identities of recorded calls from the limit on. */
  readonly beyond: readonly string[];
  /** The file that holds a `HandedBoundary`. */
  readonly boundary: string;
}

/** Text of the file. */
export function handedText(
  recording: Recording,
  { clock, ...how }: Omit<Handed, "calls"> & { readonly clock?: RunClock | undefined },
): string {
  const calls = recording.calls.map((call): JsonObject => {
    const { step, steps, kind, name, at, end, exact, wide } = call;
    const body = call.body();
    return {
      ...{ step, steps, kind, name, exact, wide },
      ...(at === undefined ? {} : { at }),
      ...(end === undefined ? {} : { end }),
      ...(clock === undefined ? {} : { clock: clock.after(call) ?? null }),
      raw: body.raw(),
      ...(body.request?.json === undefined ? {} : { request: body.request.json }),
      ...(body.response?.text === undefined ? {} : { response: body.response.text }),
      ...(body.response?.streamed === true ? { streamed: true } : {}),
      ...(body.error === undefined ? {} : { error: { ...body.error } }),
    };
  });
  return JSON.stringify({ ...how, calls });
}

/** Calls before a fork's limit, as text for the file that says how far it is; undefined where there are none. */
export function handedOfFork(
  inside: Recording,
  of: { readonly recording: Recording; readonly limit: number } & Pick<Handed, "normalise" | "ownMasking">,
): ((boundary: string) => string) | undefined {
  const { recording, limit, normalise, ownMasking } = of;
  if (inside.calls.length === 0) return undefined;
  const calls = inside.calls.filter(({ step }) => step < limit);
  const beyond = [...inside.calls.filter(({ step }) => step >= limit), ...inside.unanswered];
  return (boundary) =>
    handedText(
      { ...inside, calls },
      {
        ...{ match: "identity", ignore: [], scrub: [], normalise, pinTools: false, tellMisses: false, toolsRun: false },
        ownMasking,
        modelsAsk: modelsAsk(recording, inside),
        fork: { limit, boundary, beyond: beyond.flatMap(({ exact }) => exact) },
      },
    );
}

/** Wrapped models whose calls are not among the handed ones were asked on the wire then, or are live. */
export function modelsAsk({ calls }: Recording, inside: Recording): boolean {
  const isModel = ({ kind }: { readonly kind: Kind }): boolean => kind === "llm";
  return calls.some(isModel) || !inside.calls.some(isModel);
}

/** Undefined when the text is not what `handedText` makes. */
export function handedOf(source: string): Handed | undefined {
  const value = parse(source);
  if (!isObject(value) || !isArray(value.calls) || !isMatcherName(value.match)) return undefined;
  const { match, threshold, window, ignore, normalise, scrub, pinTools, calls } = value;
  const fork = forkOf(value.fork);
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
    ownMasking: value.ownMasking === true,
    modelsAsk: value.modelsAsk === true,
    toolsRun: value.toolsRun === true,
    ...(fork === undefined ? {} : { fork }),
    calls: calls.flatMap((call) => {
      const made = isObject(call) ? callOf(call) : undefined;
      return made === undefined ? [] : [made];
    }),
  };
}

function forkOf(value: Json | undefined): HandedFork | undefined {
  const [limit, boundary] = [number(field(value, "limit")), text(field(value, "boundary"))];
  if (limit === undefined || boundary === undefined) return undefined;
  return { limit, boundary, beyond: texts(field(value, "beyond")) };
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
    clock: number(value.clock),
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
