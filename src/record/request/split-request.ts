import type { BodyToIdentify } from "../../identity/request-parts.ts";
import { type Json, parse } from "../../json/json.ts";
import type { Likeness } from "../../trace/write/seen-text.ts";
import { frameOf, type SplitText, splitText } from "../../trace/write/split-text.ts";

/** A request's body, taken apart. */
export interface SplitRequest extends SplitText {
  /** Text of the body with `[]` and `null` at the places. */
  readonly frameText: string;
  readonly frame: Json;
}

/** Undefined when the body is no JSON. `bytes` must be valid UTF-8. */
export function splitRequest(bytes: Buffer, pointers: readonly string[], like?: Likeness): SplitRequest | undefined {
  const split = splitText(bytes, pointers, like);
  if (split === undefined) return undefined;
  const frameText = frameOf(bytes, split.places);
  const frame = parse(frameText);
  return frame === undefined ? undefined : { ...split, frameText, frame };
}

/** As identities are made of it. */
export function splitBody({ frame, places }: SplitRequest): BodyToIdentify {
  return {
    repeated: {
      frame,
      places: places.map(({ pointer, isList, elements }) => ({
        pointer,
        single: !isList,
        elements: {
          length: elements.length,
          at: (i) => elements[i]?.json ?? null,
          text: (i) => elements[i]?.text,
          key: (i) => elements[i]?.digest ?? "",
        },
      })),
    },
  };
}
