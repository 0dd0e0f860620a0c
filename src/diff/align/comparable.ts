import { canonical } from "../../identity/canonical.ts";
import { normalise, ordinals } from "../../identity/normalise.ts";
import type { Rules } from "../../identity/rules.ts";
import { isArray, isObject, type Json, parse } from "../../json/json.ts";

/**
 * A payload as it counts: noise and ignored places left out, ids as ordinals (or as they are), tokens scrubbed, and
 * arguments, which are JSON in a string, in one form.
 */
export function comparable(payload: Json, rules: Rules, ids: "ordinal" | "literal" = "ordinal"): Json {
  const idFor = ids === "ordinal" ? ordinals().idFor : (id: string) => id;
  return withPlainArguments(normalise(payload, rules, idFor), 0);
}

function withPlainArguments(value: Json, depth: number): Json {
  if (depth > 12) return value;
  if (isArray(value)) return value.map((item) => withPlainArguments(item, depth + 1));
  if (!isObject(value)) return value;
  const out: Record<string, Json> = Object.create(null);
  for (const [key, member] of Object.entries(value)) {
    const args = key === "arguments" && typeof member === "string" ? parse(member) : undefined;
    out[key] = isObject(args) ? canonical(args) : withPlainArguments(member, depth + 1);
  }
  return out;
}
