import { hash } from "node:crypto";
import type { BodyToIdentify } from "../identity/request-parts.ts";
import { type Json, parse } from "../json/json.ts";
import { items, locate, type Span, splice } from "../trace/json-text.ts";

/** A request's body taken apart at the arrays that repeat from call to call, so that only what is new has to be looked at. */

export interface SplitPlace {
  readonly pointer: string;
  /** One value, not an array. */
  readonly single: boolean;
  readonly elements: readonly SplitElement[];
}

export interface SplitElement {
  readonly text: string;
  readonly span: Span;
  /** Equal for equal texts. */
  readonly key: string;
}

export interface SplitRequest {
  readonly text: string;
  /** Text of the body with `[]` and `null` at the places. */
  readonly frameText: string;
  readonly frame: Json;
  readonly places: readonly SplitPlace[];
}

/** Undefined when the body is no JSON. */
export function splitRequest(text: string, pointers: readonly string[]): SplitRequest | undefined {
  const places: (SplitPlace & { readonly span: Span })[] = [];
  for (const pointer of pointers) {
    const span = locate(text, pointer);
    if (span === undefined) continue;
    const list = items(text, span.start);
    if (list === undefined && text.startsWith("[", span.start)) return undefined;
    const spans = list?.spans ?? [span];
    const elements = spans.map((each) => elementOf(text, each));
    places.push({ pointer, span, single: list === undefined, elements });
  }
  const frameText = splice(
    text,
    places.map(({ span, single }) => ({ ...span, by: single ? "null" : "[]" })),
  );
  const frame = parse(frameText);
  return frame === undefined ? undefined : { text, frameText, frame, places };
}

/** As identities are made of it. */
export function splitBody(split: SplitRequest): BodyToIdentify {
  return {
    repeated: {
      frame: split.frame,
      places: split.places.map(({ pointer, single, elements }) => ({
        pointer,
        single,
        elements: {
          length: elements.length,
          at: (i) => parse(elements[i]?.text ?? "null") ?? null,
          key: (i) => elements[i]?.key ?? "",
        },
      })),
    },
  };
}

function elementOf(text: string, span: Span): SplitElement {
  const own = text.slice(span.start, span.end);
  return { text: own, span, key: hash("sha256", own, "base64") };
}
