import { parsePointer } from "../json/pointer.ts";
import type { Edit } from "../redact/edit.ts";
import { placeholder } from "../redact/secret-names.ts";
import { storedPlaces } from "../run/records/stored-fields.ts";
import type { EventBody } from "../trace/event.ts";
import { locate } from "../trace/json-text.ts";
import type { Recording } from "./recording.ts";

/**
 * Answers in which secrets were masked get the values of this environment back before they go to the agent; only at
 * the places that the recording names as masked, since any text may look like a placeholder.
 */
export class Secrets {
  readonly #values = new Map<string, string>();

  constructor(environment: Readonly<Record<string, string | undefined>>) {
    for (const [name, value] of Object.entries(environment))
      if (value !== undefined && value !== "") this.#values.set(placeholder(name), value);
  }

  /** What has to be replaced in `text`, and the placeholders for which there is no value. */
  edits(
    text: string,
    masked: readonly string[],
    streamed: boolean,
  ): { readonly edits: Edit[]; readonly missing: readonly string[] } {
    const missing = new Set<string>();
    const edits = masked.flatMap((pointer) => {
      const span = streamed ? streamSpan(text, pointer) : locateValue(text, pointer);
      return span === undefined ? [] : this.#inside(text, span, { pointer, missing });
    });
    return { edits: edits.sort((a, b) => a.start - b.start), missing: [...missing] };
  }

  #inside(
    text: string,
    span: { readonly start: number; readonly end: number },
    how: { readonly pointer: string; readonly missing: Set<string> },
  ): Edit[] {
    const inJson = text.charAt(span.start) === '"';
    return [...text.slice(span.start, span.end).matchAll(/<[A-Z0-9_]+>/g)].flatMap((match) => {
      const value = this.#values.get(match[0]);
      if (value === undefined) {
        how.missing.add(match[0]);
        return [];
      }
      const by = inJson ? JSON.stringify(value).slice(1, -1) : value;
      const start = span.start + match.index;
      return [{ start, end: start + match[0].length, by, pointer: how.pointer }];
    });
  }
}

/** Pointers of places in the answer of an event where a secret was replaced. */
export function maskedPlaces(body: EventBody): readonly string[] {
  return body.response?.masked ?? storedPlaces(body, "response");
}

function locateValue(text: string, pointer: string): { readonly start: number; readonly end: number } | undefined {
  return pointer === "" ? { start: 0, end: text.length } : locate(text, pointer);
}

/** `/<number of the data line>` and the pointer into its JSON; "" for what is no JSON. */
function streamSpan(text: string, pointer: string): { readonly start: number; readonly end: number } | undefined {
  const [number, ...rest] = parsePointer(pointer) ?? [];
  if (number === undefined) return { start: 0, end: text.length };
  let count = 0;
  for (const match of text.matchAll(/[^\r\n]+/g)) {
    const from = /^(?:data:)?[ \t]*(?=[[{])/.exec(match[0])?.[0].length;
    if (from === undefined) continue;
    if (count++ !== Number(number)) continue;
    const start = match.index + from;
    const json = text.slice(start, match.index + match[0].length);
    const inner = locate(json, pointer.slice(number.length + 1));
    return rest.length === 0 || inner === undefined
      ? undefined
      : { start: start + inner.start, end: start + inner.end };
  }
  return undefined;
}

/** Placeholders in recorded answers for which `secrets` has no value: to be said before anything starts. */
export function missingSecrets({ calls }: Recording, secrets: Secrets): readonly string[] {
  const missing = new Set<string>();
  for (const call of calls) {
    const body = call.body();
    const text = body.response?.text;
    if (text === undefined || !/<[A-Z0-9_]+>/.test(text)) continue;
    const found = secrets.edits(text, maskedPlaces(body), body.response?.streamed === true);
    for (const name of found.missing) missing.add(name);
  }
  return [...missing].sort();
}
