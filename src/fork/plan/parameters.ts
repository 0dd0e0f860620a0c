import { type Json, parse } from "../../json/json.ts";
import { type Pointer, parsePointer } from "../../json/pointer.ts";
import { VcrError } from "../../trace/errors.ts";
import type { Rewrite } from "../rewrite/rewrite.ts";

/** A member that every live request is to have: a temperature, a limit of tokens. */
export interface ParameterSpec {
  /** From the top of the request: "/temperature". */
  readonly pointer: Pointer;
  readonly value: Json;
}

/** What is said and what the agent waits for is no parameter. */
const NOT_ONE: Readonly<Record<string, string>> = {
  messages: "edit a message instead",
  input: "edit a message instead",
  contents: "edit a message instead",
  stream: "the agent waits for the form of answer that it asked for",
  stream_options: "the agent waits for the form of answer that it asked for",
};

/** Why a text is no parameter: it is no `POINTER=VALUE`, or its member may not be changed so. */
export type ParameterProblem = { readonly type: "form" } | { readonly type: "not-one"; name: string; advice: string };

/** `POINTER=VALUE`: JSON where VALUE parses, else text. */
export function readParameter(argument: string): ParameterSpec | ParameterProblem {
  const [, pointer = "", value] = /^([^=]*)=(.*)$/s.exec(argument) ?? [];
  const [name] = parsePointer(pointer) ?? [];
  if (value === undefined || name === undefined || name === "") return { type: "form" };
  const advice = Object.hasOwn(NOT_ONE, name) ? NOT_ONE[name] : undefined;
  return advice === undefined ? { pointer, value: parse(value) ?? value } : { type: "not-one", name, advice };
}

/** The same of a command line. @throws VcrError "edit" */
export function parameterOfArgument(argument: string): ParameterSpec {
  const read = readParameter(argument);
  if (!("type" in read)) return read;
  const [why, hint] =
    read.type === "form"
      ? ["expected POINTER=VALUE", "for example --param /temperature=0"]
      : [`/${read.name} is no parameter`, read.advice];
  throw new VcrError(`--param ${argument}: ${why}`, { code: "edit", hint });
}

/** They hold from the boundary on, for every model that is called. */
export function parameterRewrites(
  {
    model,
    params = [],
  }: { readonly model: string | undefined; readonly params?: readonly ParameterSpec[] | undefined },
  limit: number,
): readonly Rewrite[] {
  const all = model === undefined ? params : [{ pointer: "/model", value: model }, ...params];
  return all.map(({ pointer, value }) => ({
    target: { kind: "parameter", pointer, op: undefined },
    after: value,
    before: undefined,
    step: String(limit),
    pointer: `/request${pointer}`,
    once: false,
  }));
}
