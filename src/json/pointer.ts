import { isArray, isObject, type Json } from "./json.ts";

/** JSON Pointer (RFC 6901): "" is the whole value, "/messages/0/content" a place in it. */
export type Pointer = string;

const INDEX = /^(?:0|[1-9]\d*)$/;

function escapeToken(token: string): string {
  return /[~/]/.test(token) ? token.replaceAll("~", "~0").replaceAll("/", "~1") : token;
}

/** Reference tokens of `pointer`, unescaped; undefined when it is not one. */
export function parsePointer(pointer: string): string[] | undefined {
  if (pointer === "") return [];
  if (!pointer.startsWith("/") || /~(?![01])/.test(pointer)) return undefined;
  return pointer
    .slice(1)
    .split("/")
    .map((token) => token.replaceAll("~1", "/").replaceAll("~0", "~"));
}

export function formatPointer(tokens: readonly (string | number)[]): Pointer {
  return tokens.map((token) => `/${escapeToken(String(token))}`).join("");
}

export function childPointer(parent: Pointer, key: string | number): Pointer {
  return `${parent}/${typeof key === "number" ? key : escapeToken(key)}`;
}

/** One step down: an own member or an element. */
export function child(value: Json | undefined, token: string): Json | undefined {
  if (isArray(value)) return INDEX.test(token) ? value[Number(token)] : undefined;
  return isObject(value) && Object.hasOwn(value, token) ? value[token] : undefined;
}

/** The value at `pointer`, or undefined where there is none. */
export function getPointer(value: Json, pointer: Pointer): Json | undefined {
  return parsePointer(pointer)?.reduce<Json | undefined>(child, value);
}
