import type { Json } from "../json/json.ts";
import type { RequestFacts } from "../providers/dialect.ts";
import type { Message, Part } from "../providers/message.ts";
import { canonical } from "./canonical.ts";
import { messageFingerprint } from "./event-fingerprint.ts";
import type { Rules } from "./rules.ts";
import { type Pairs, pairSimilarity, wordPairs } from "./text-similarity.ts";

/** A request as the scorer looks at it. Make it once, compare it often. */
export interface Sketch {
  readonly model: string | undefined;
  readonly tools: ReadonlySet<string>;
  readonly params: ReadonlyMap<string, string>;
  readonly messages: readonly SketchedMessage[];
}

interface SketchedMessage {
  readonly role: string;
  readonly digest: string;
  /** Worked out when first compared. */
  readonly pairs: Pairs;
}

/** Weights found by trial over seven kinds of drift: the right neighbour wins by 0.17 and more. */
const WEIGHT = { model: 0.1, tools: 0.08, params: 0.04, messages: 0.38, last: 0.3, length: 0.1 };
/** Messages from the end that are compared word by word; of earlier ones only equality counts. */
const SOFT = 32;
/** How far an inserted or missing message may shift the others. */
const SHIFT = 2;

export function sketchOf(facts: RequestFacts | undefined, messages: readonly Message[], rules: Rules): Sketch {
  return {
    model: facts?.model,
    tools: new Set(facts?.tools.map((tool) => tool.name)),
    params: new Map(Object.entries(facts?.params ?? {}).map(([key, value]) => [key, canonical(value)])),
    messages: messages.map((message) => sketched(message, rules)),
  };
}

function sketched(message: Message, rules: Rules): SketchedMessage {
  let pairs: Pairs | undefined;
  return {
    role: message.role,
    digest: messageFingerprint(message, rules),
    get pairs() {
      pairs ??= wordPairs(words(message.parts));
      return pairs;
    },
  };
}

function words(parts: readonly Part[]): string {
  return parts
    .map((part) => {
      if (part.type === "call") return `${part.name} ${JSON.stringify(part.args satisfies Json)}`;
      if (part.type === "result") return words(part.parts);
      if (part.type === "other") return JSON.stringify(part.json);
      return part.type === "media" ? (part.url ?? part.media) : part.text;
    })
    .join("\n");
}

/** 0..1: how much two requests ask for the same. 1 for equal ones. */
export function similarity(a: Sketch, b: Sketch): number {
  const [m, n] = [a.messages.length, b.messages.length];
  const length = Math.max(m, n) === 0 ? 1 : Math.min(m, n) / Math.max(m, n);
  return (
    WEIGHT.model * Number(a.model === b.model) +
    WEIGHT.tools * overlap(a.tools, b.tools) +
    WEIGHT.params * sameParams(a.params, b.params) +
    WEIGHT.messages * alignedMessages(a.messages, b.messages) +
    WEIGHT.last * messageSimilarity(a.messages.at(-1), b.messages.at(-1)) +
    WEIGHT.length * length ** 3
  );
}

function overlap(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  const all = new Set([...a, ...b]).size;
  return all === 0 ? 1 : (a.size + b.size - all) / all;
}

function sameParams(a: ReadonlyMap<string, string>, b: ReadonlyMap<string, string>): number {
  const keys = new Set([...a.keys(), ...b.keys()]);
  if (keys.size === 0) return 1;
  return [...keys].filter((key) => a.get(key) === b.get(key)).length / keys.size;
}

/** Mean over the messages of both, each compared with the one it stands beside, shifts by a message or two followed. */
function alignedMessages(a: readonly SketchedMessage[], b: readonly SketchedMessage[]): number {
  const longest = Math.max(a.length, b.length);
  if (longest === 0) return 1;
  let score = 0;
  let [i, j] = [0, 0];
  while (i < a.length && j < b.length) {
    const shift = a[i]!.digest === b[j]!.digest ? ([0, 0] as const) : shiftAt(a, b, [i, j]);
    i += shift[0];
    j += shift[1];
    const soft = longest - Math.max(i, j) <= SOFT;
    score += soft ? messageSimilarity(a[i], b[j]) : Number(a[i]?.digest === b[j]?.digest);
    i++;
    j++;
  }
  return score / longest;
}

function shiftAt(
  a: readonly SketchedMessage[],
  b: readonly SketchedMessage[],
  [i, j]: readonly [number, number],
): readonly [number, number] {
  for (let by = 1; by <= SHIFT; by++) {
    if (a[i]!.digest === b[j + by]?.digest) return [0, by];
    if (b[j]!.digest === a[i + by]?.digest) return [by, 0];
  }
  return [0, 0];
}

function messageSimilarity(a: SketchedMessage | undefined, b: SketchedMessage | undefined): number {
  if (!a || !b) return a === b ? 1 : 0;
  if (a.digest === b.digest) return 1;
  return a.role === b.role ? pairSimilarity(a.pairs, b.pairs) : 0;
}
