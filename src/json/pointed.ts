import { isArray, type Json } from "./json.ts";

/** The value at an RFC 6901 pointer, own properties only; undefined where there is none. */
export function pointed(value: Json | undefined, pointer: string): Json | undefined {
  let at = value;
  for (const token of pointer.split("/").slice(1)) {
    const key = token.replaceAll("~1", "/").replaceAll("~0", "~");
    if (isArray(at)) at = /^(0|[1-9]\d*)$/.test(key) ? at[Number(key)] : undefined;
    else if (typeof at === "object" && at !== null && Object.hasOwn(at, key))
      at = (at as { readonly [key: string]: Json })[key];
    else return undefined;
  }
  return at;
}
