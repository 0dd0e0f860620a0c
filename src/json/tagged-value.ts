import { field, isArray, isObject, type Json, type JsonObject, parse } from "./json.ts";

/**
 * JavaScript values as JSON and back. What JSON has no form for becomes `{"$vcr": TYPE, "value": ...}`; an object that has the key `$vcr` itself
 * is wrapped the same way, so that nothing is mistaken. Instances of classes become plain objects.
 */

export interface Tagged {
  readonly json: Json;
  /** What could not be kept, in words: "function fetch at /client", "cycle at /parent". */
  readonly lost: readonly string[];
}

const TAG = "$vcr";
const DEEPEST = 200;

export function tagged(value: unknown): Tagged {
  const lost: string[] = [];
  return { json: encode(value, "", { lost, path: new Set() }), lost };
}

/** Whether `tagged` makes of a value nothing but its copy: JSON has a form for all of it. */
export function isJson(value: unknown, depth = 0): value is Json {
  if (typeof value === "string" || typeof value === "boolean" || value === null) return true;
  if (typeof value === "number") return Number.isFinite(value) && !Object.is(value, -0);
  if (typeof value !== "object" || depth >= DEEPEST) return false;
  // Not `every`, which passes over holes.
  if (Array.isArray(value)) return !value.includes(undefined) && value.every((item) => isJson(item, depth + 1));
  if (!isPlain(value) || Object.hasOwn(value, TAG)) return false;
  return Object.values(value).every((item) => isJson(item, depth + 1));
}

interface Context {
  readonly lost: string[];
  /** Objects that hold the value. */
  readonly path: Set<object>;
}

function encode(value: unknown, at: string, context: Context): Json {
  switch (typeof value) {
    case "string":
    case "boolean":
      return value;
    case "number":
      return Number.isFinite(value) && !Object.is(value, -0)
        ? value
        : tag("number", Object.is(value, -0) ? "-0" : String(value));
    case "bigint":
      return tag("bigint", value.toString());
    case "undefined":
      return tag("undefined");
    case "function":
      return lose(`function ${value.name || "without a name"}`, at, context);
    case "symbol":
      return lose(String(value), at, context);
    case "object":
      return value === null ? null : encodeObject(value, at, context);
    default:
      return null;
  }
}

function encodeObject(value: object, at: string, context: Context): Json {
  if (context.path.has(value)) return lose("cycle", at, context);
  if (context.path.size >= DEEPEST) return lose("nested too deeply", at, context);
  context.path.add(value);
  try {
    return encodeParts(value, at, context);
  } finally {
    context.path.delete(value);
  }
}

function encodeParts(value: object, at: string, context: Context): Json {
  const inner = (item: unknown, key: string | number): Json => encode(item, `${at}/${key}`, context);
  if (Array.isArray(value)) return Array.from(value, inner);
  if (isPlain(value)) return encodeMembers(value, inner);
  if (value instanceof Date) return tag("Date", Number.isNaN(value.getTime()) ? null : value.toISOString());
  if (value instanceof Map)
    return tag(
      "Map",
      [...value].map(([key, item], i) => [inner(key, i), inner(item, i)]),
    );
  if (value instanceof Set) return tag("Set", [...value].map(inner));
  if (value instanceof RegExp) return tag("RegExp", [value.source, value.flags]);
  if (value instanceof URL) return tag("URL", value.href);
  if (ArrayBuffer.isView(value)) {
    const type = Buffer.isBuffer(value) ? "Buffer" : value.constructor.name;
    return tag("bytes", [type, Buffer.from(value.buffer, value.byteOffset, value.byteLength).toString("base64")]);
  }
  if (value instanceof ArrayBuffer) return tag("bytes", ["ArrayBuffer", Buffer.from(value).toString("base64")]);
  if (value instanceof Error) return tag("Error", errorParts(value, inner));
  return encodeMembers(value, inner);
}

/** Neither an instance of a class nor anything that has a form of its own. */
function isPlain(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}

function encodeMembers(value: object, inner: (item: unknown, key: string) => Json): Json {
  const plain = withMembers(Object.entries(value), inner);
  return Object.hasOwn(value, TAG) ? tag("Object", plain) : plain;
}

function errorParts(error: Error, inner: (item: unknown, key: string) => Json): Json {
  const own = Object.entries(error).filter(([key]) => !["name", "message", "stack", "cause"].includes(key));
  const cause = error.cause === undefined ? [] : [["cause", error.cause] as const];
  const named: readonly (readonly [string, unknown])[] = [
    ["name", error.name],
    ["message", error.message],
    ...cause,
    ...own,
  ];
  return withMembers(named, inner);
}

function tag(type: string, value?: Json): Json {
  return value === undefined ? { [TAG]: type } : { [TAG]: type, value };
}

function lose(what: string, at: string, { lost }: Context): Json {
  lost.push(`${what} at ${at || "/"}`);
  return tag("lost", what);
}

/** Keys such as `__proto__` are data. */
function withMembers<From, To>(
  members: readonly (readonly [string, From])[],
  made: (value: From, key: string) => To,
): { readonly [key: string]: To } {
  const object: { [key: string]: To } = {};
  for (const [key, from] of members) {
    const value = made(from, key);
    if (key === "__proto__")
      Object.defineProperty(object, key, { value, enumerable: true, writable: true, configurable: true });
    else object[key] = value;
  }
  return object;
}

/** The value that `tagged` was given, as far as it could be kept. Total: what is no tagged form stays as it is. */
export function revived(json: Json): unknown {
  if (isArray(json)) return json.map(revived);
  if (!isObject(json)) return json;
  const type = field(json, TAG);
  return typeof type === "string" ? revivedTag(type, json.value) : revivedObject(json);
}

function revivedObject(json: JsonObject): Readonly<Record<string, unknown>> {
  return withMembers(Object.entries(json), revived);
}

function revivedTag(type: string, value: Json | undefined): unknown {
  const list: readonly Json[] = Array.isArray(value) ? value : [];
  switch (type) {
    case "undefined":
      return undefined;
    case "number":
      return Number(value);
    case "bigint":
      return /^-?\d+$/.test(String(value)) ? BigInt(String(value)) : value;
    case "Date":
      return new Date(typeof value === "string" ? value : Number.NaN);
    case "Map":
      return new Map(
        list.map((pair) =>
          Array.isArray(pair) ? [revived(pair[0] ?? null), revived(pair[1] ?? null)] : [pair, undefined],
        ),
      );
    case "Set":
      return new Set(list.map(revived));
    case "RegExp":
      return regExp(list);
    case "URL":
      return typeof value === "string" && URL.canParse(value) ? new URL(value) : value;
    case "bytes":
      return bytesOf(list);
    case "Error":
      return errorOf(value);
    case "Object":
      return isObject(value) ? revivedObject(value) : value;
    default:
      return value;
  }
}

function regExp([source, flags]: readonly Json[]): unknown {
  try {
    return new RegExp(String(source), String(flags ?? ""));
  } catch {
    return source;
  }
}

const VIEWS = {
  Uint8Array,
  Int8Array,
  Uint8ClampedArray,
  Uint16Array,
  Int16Array,
  Uint32Array,
  Int32Array,
  Float32Array,
  Float64Array,
  BigInt64Array,
  BigUint64Array,
} as const;

function bytesOf([type, base64]: readonly Json[]): unknown {
  const bytes = Buffer.from(String(base64 ?? ""), "base64");
  if (type === "Buffer") return bytes;
  const own = new Uint8Array(bytes).buffer;
  if (type === "ArrayBuffer") return own;
  if (type === "DataView") return new DataView(own);
  const View = Object.entries(VIEWS).find(([name]) => name === type)?.[1];
  return View === undefined || own.byteLength % View.BYTES_PER_ELEMENT !== 0 ? bytes : new View(own);
}

function errorOf(value: Json | undefined): unknown {
  if (!isObject(value)) return value;
  const { name, message, ...rest } = revivedObject(value);
  const error = new Error(String(message ?? ""));
  Object.defineProperty(error, "name", {
    value: String(name ?? "Error"),
    enumerable: false,
    writable: true,
    configurable: true,
  });
  return Object.assign(error, rest);
}

/** What a JSON text stands for; null for what is no JSON. */
export function revivedText(source: string): unknown {
  const json = parse(source) ?? null;
  return mayBeTagged(source) ? revived(json) : json;
}

/** The tag may be written with escapes. */
function mayBeTagged(source: string): boolean {
  return source.includes(TAG) || source.includes("\\u");
}

/** For comparing: sets and maps in the order of their text, everything else as it is. */
export function ordered(json: Json): Json {
  if (isArray(json)) return json.map(ordered);
  if (!isObject(json)) return json;
  const made = withMembers(Object.entries(json), ordered);
  const { value } = made;
  if ((made[TAG] !== "Set" && made[TAG] !== "Map") || !Array.isArray(value)) return made;
  return { ...made, value: [...value].sort((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1)) };
}

/** JSON text of `ordered`; a text without sets and maps is not even parsed. Undefined for what is no JSON. */
export function orderedSource(source: string): string | undefined {
  if (!mayBeTagged(source)) return source;
  const json = parse(source);
  return json === undefined ? undefined : JSON.stringify(ordered(json));
}
