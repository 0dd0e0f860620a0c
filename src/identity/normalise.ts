import { byCodeUnits } from "../json/by-code-units.ts";
import { isArray, isObject, type Json, type JsonObject } from "../json/json.ts";
import { canonical } from "./canonical.ts";
import { isIdPlace, isOpaque, resultKey } from "./id-place.ts";
import type { PatternState } from "./pointer-pattern.ts";
import type { Rules } from "./rules.ts";
import { isEpoch, isUnordered, scrubbed } from "./scrub.ts";

/** Nesting beyond which values are taken as they are. */
const DEEPEST = 500;

/** Where a walk stands. */
export interface Spot {
  readonly noise: PatternState;
  readonly ignore: PatternState;
  /** Key of this value, or of the array it is an item of. */
  readonly key: string;
  /** Inside the agent's own data. */
  readonly opaque: boolean;
  readonly depth: number;
}

/** A whole body; for a part of one, step to it with `spotAt`. */
export function topSpot(rules: Rules): Spot {
  return { noise: rules.noise, ignore: rules.ignore, key: "", opaque: false, depth: 0 };
}

export function spotAt(spot: Spot, key: string | number, name = String(key)): Spot {
  const token = String(key);
  return {
    noise: spot.noise.step(token),
    ignore: spot.ignore.step(token),
    key: typeof key === "number" ? spot.key : name,
    opaque: spot.opaque,
    depth: spot.depth + 1,
  };
}

export function isDropped(spot: Spot): boolean {
  return spot.ignore.hit || (!spot.opaque && spot.noise.hit);
}

/**
 * `value` without what does not count: noise and ignored places left out, ids given by `idFor`, tokens scrubbed, keys
 * sorted. Ids are met in the order of sorted keys, so that the same content gives them the same ordinals.
 */
export function normalise(value: Json, rules: Rules, idFor: (id: string) => string, at: Spot = topSpot(rules)): Json {
  return walk(value, at, { rules, idFor });
}

export interface Context {
  readonly rules: Rules;
  readonly idFor: (id: string) => string;
}

function walk(value: Json, spot: Spot, context: Context): Json {
  const { scrub } = context.rules;
  if (typeof value === "string") return scrub.length > 0 ? scrubbed(value, scrub) : value;
  if (typeof value === "number") return scrub.includes("epoch") && isEpoch(value) ? "<epoch>" : value;
  if (isAsItIs(spot, context.rules)) return value;
  if (isArray(value)) return itemsOf(value, spot, context).map(({ item, inner }) => walk(item, inner, context));
  if (!isObject(value)) return value;
  const out: Record<string, Json> = Object.create(null);
  for (const { key, member, inner, isId } of membersOf(value, spot, context))
    out[key] = isId ? context.idFor(member) : walk(member, inner, context);
  return out;
}

interface ItemOf {
  readonly item: Json;
  readonly inner: Spot;
}

/** Those that count, in the order in which they do. */
function itemsOf(list: readonly Json[], spot: Spot, { rules }: Context): readonly ItemOf[] {
  const items = list.map((item, i) => ({ item, inner: spotAt(spot, i) })).filter(({ inner }) => !isDropped(inner));
  if (spot.opaque || !isUnordered(spot.key, rules.scrub)) return items;
  return items
    .map((each) => ({ ...each, text: canonical(walk(each.item, each.inner, { rules, idFor: (id) => id })) }))
    .sort((a, b) => byCodeUnits(a.text, b.text));
}

/** Nothing below can count differently from what it is. */
export function isAsItIs(spot: Spot, { scrub }: Rules): boolean {
  return spot.depth > DEEPEST || (spot.opaque && spot.ignore.dead && scrub.length === 0);
}

type MemberOf =
  | { readonly key: string; readonly member: string; readonly inner: Spot; readonly isId: true }
  | { readonly key: string; readonly member: Json; readonly inner: Spot; readonly isId: false };

/** Those that count, in the order of their keys. */
function membersOf(value: JsonObject, spot: Spot, { rules }: Context): MemberOf[] {
  const members: MemberOf[] = [];
  const pinned = rules.pinTools && !spot.opaque ? resultKey(value, spot.key) : undefined;
  for (const key of Object.keys(value).sort()) {
    const member = value[key];
    const inner = spotAt(spot, key);
    if (member === undefined || key === pinned || isDropped(inner)) continue;
    if (!spot.opaque && typeof member === "string" && isIdPlace(value, key, spot.key))
      members.push({ key, member, inner, isId: true });
    else {
      const opaque = spot.opaque || isOpaque(key, isObject(member), spot.key);
      members.push({ key, member, inner: opaque ? { ...inner, opaque } : inner, isId: false });
    }
  }
  return members;
}

/** Ids as "#0", "#1", ... in the order in which they are met. */
export function ordinals(): { readonly idFor: (id: string) => string; readonly ids: readonly string[] } {
  const numbers = new Map<string, number>();
  const ids: string[] = [];
  return {
    ids,
    idFor: (id) => {
      let number = numbers.get(id);
      if (number === undefined) {
        number = numbers.size;
        numbers.set(id, number);
        ids.push(id);
      }
      return `#${number}`;
    },
  };
}
