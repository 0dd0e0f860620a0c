import { field, isArray, isObject, type Json, type JsonObject, number, parse, text } from "../../json/json.ts";
import { type Pointer, parsePointer } from "../../json/pointer.ts";
import { VcrError } from "../../trace/errors.ts";

/** What a user wants changed: a place of a step, and what is to stand there. */
export interface EditSpec {
  /** "6", or "6a" for a tool call that was derived from the model's answer. */
  readonly step: string;
  readonly side: "request" | "response" | "result";
  /** Inside the request's body, the response's body (folded where it was streamed), or the tool's result. */
  readonly pointer: Pointer;
  /** Undefined: the member there is left out. */
  readonly value: Json | undefined;
  /** The text that `value` was given as, where it may be meant as text. */
  readonly given?: string;
}

const POINTER = /^\/(request|response|result)(?=\/|$)(.*)$/s;
const STEP = /^\d{1,15}[a-z]{0,4}$/;

/** `STEP:POINTER=VALUE`: JSON where VALUE parses, else text. @throws VcrError "edit" */
export function editOfArgument(argument: string): EditSpec {
  const [, step = "", pointer = "", value] = /^([^:]*):([^=]*)=(.*)$/s.exec(argument) ?? [];
  if (value === undefined)
    throw wrong(`--edit ${argument}: expected STEP:POINTER=VALUE`, "for example --edit 6a:/result='3 rooms left'");
  return { ...placeOfEdit(step, pointer, `--edit ${argument}`), value: parse(value) ?? value, given: value };
}

/** `STEP:POINTER` of a member that is to be left out. @throws VcrError "edit" */
export function dropOfArgument(argument: string): EditSpec {
  const [, step = "", pointer] = /^([^:]*):(.*)$/s.exec(argument) ?? [];
  if (pointer === undefined)
    throw wrong(`--drop ${argument}: expected STEP:POINTER`, "for example --drop 6:/request/temperature");
  return { ...placeOfEdit(step, pointer, `--drop ${argument}`), value: undefined };
}

/** `[{"step","pointer","value"}]`, or `"drop": true` in place of a value. @throws VcrError "edit" */
export function editsOfFile(content: string, path: string): readonly EditSpec[] {
  const list = parse(content);
  if (!isArray(list))
    throw wrong(`${path}: expected a JSON array of {"step","pointer","value"}, or "drop": true in place of a value`);
  return list.map((entry, i) => editOfEntry(entry, `${path}, entry ${i}`));
}

/** One of `editsOfFile`. @throws VcrError "edit" */
export function editOfEntry(entry: Json, where: string): EditSpec {
  const step = text(field(entry, "step")) ?? number(field(entry, "step"));
  const value = isObject(entry) ? entry.value : undefined;
  if (value === undefined && field(entry, "drop") !== true) throw wrong(`${where} has no "value"`);
  return { ...placeOfEdit(String(step ?? ""), text(field(entry, "pointer")) ?? "", where), value };
}

/** As `editsOfFile` reads it. */
export function entryOfEdit({ step, side, pointer, value }: EditSpec): JsonObject {
  return { step, pointer: `/${side}${pointer}`, ...(value === undefined ? { drop: true } : { value }) };
}

/** `where` names it in messages. @throws VcrError "edit" */
export function placeOfEdit(step: string, pointer: string, where: string): Pick<EditSpec, "step" | "side" | "pointer"> {
  const [, side, inner] = POINTER.exec(pointer) ?? [];
  if (!STEP.test(step)) throw wrong(`${where}: "${step}" is no step; steps are 6, or 6a for a tool`);
  if ((side !== "request" && side !== "response" && side !== "result") || parsePointer(inner ?? "") === undefined)
    throw wrong(`${where}: the pointer begins with /request, /response or /result`);
  return { step, side, pointer: inner ?? "" };
}

function wrong(message: string, hint?: string): VcrError {
  return new VcrError(message, { code: "edit", hint });
}

/**
 * The value in the form that the place has: text stays text where only its look is that of a number, and where JSON is
 * kept in a text (arguments, many results) it is kept so.
 */
export function fitted<T extends Json | undefined>(
  value: T,
  was: Json | undefined,
  given: string | undefined,
): T | Json {
  if (value === undefined || typeof was !== "string" || typeof value === "string" || value === null) return value;
  const plain = given ?? JSON.stringify(value);
  if (typeof value !== "object") return plain;
  const inText = parse(was);
  return typeof inText === "object" && inText !== null ? plain : value;
}
