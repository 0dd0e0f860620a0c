import type { Rules } from "../../identity/rules.ts";
import { type Sketch, similarity, sketchOf } from "../../identity/similarity.ts";
import { textSimilarity } from "../../identity/text-similarity.ts";
import { isArray, type Json } from "../../json/json.ts";
import { getPointer } from "../../json/pointer.ts";
import type { Dialect } from "../../providers/dialect.ts";
import type { AskedCall } from "./matcher.ts";

/** How much two calls ask for the same. */

export type RequestSketch =
  | { readonly form: "conversation"; readonly sketch: Sketch }
  | { readonly form: "text"; readonly text: string };

/** 0..1 for two calls; 1 for equal ones. */
export type Similarity = (a: AskedCall, b: AskedCall) => number;

/**
 * Compares requests of models by model, tools, parameters and messages one beside the other; anything else by its words.
 * The weights are those of `src/identity/similarity.ts`.
 */
export function structuredSimilarity(a: AskedCall, b: AskedCall): number {
  const [x, y] = [a.sketch, b.sketch];
  if (x.form === "conversation") return y.form === "conversation" ? similarity(x.sketch, y.sketch) : 0;
  return y.form === "text" ? textSimilarity(x.text, y.text) : 0;
}

let current: Similarity = structuredSimilarity;

/** Replaces the measure that `fuzzyMatcher` uses, in this process. Without an argument: `structuredSimilarity` again. */
export function setSimilarity(measure: Similarity = structuredSimilarity): void {
  current = measure;
}

/** By the measure in force; what is no number counts as 0. */
export function callSimilarity(a: AskedCall, b: AskedCall): number {
  const score = current(a, b);
  return Number.isFinite(score) ? score : 0;
}

/** What is compared of a request: the conversation where a dialect reads one, else the text. */
export function requestSketch(
  json: Json | undefined,
  how: { readonly dialect: Dialect | undefined; readonly rules: Rules; readonly text?: string | undefined },
): RequestSketch {
  const { dialect, rules } = how;
  if (dialect === undefined || json === undefined)
    return { form: "text", text: how.text ?? (json === undefined ? "" : JSON.stringify(json)) };
  const list = getPointer(json, dialect.conversation);
  const elements = isArray(list) ? list : list === undefined ? [] : [list];
  const messages = elements.map((element) => dialect.message(element));
  const facts = dialect.facts(json);
  return { form: "conversation", sketch: sketchOf(facts, [...facts.system, ...messages], rules) };
}
