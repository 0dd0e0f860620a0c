import type { Json } from "../../json/json.ts";
import { parse } from "../../json/json.ts";
import type { Dialect } from "../dialect.ts";

/**
 * Whether a response body is a stream to be folded. The content decides: servers and recorders lie about or lose the type.
 * Also true for Gemini's streamed JSON array, which a cut leaves unreadable as JSON.
 */
export function isStream(contentType: string | undefined, text: string): boolean {
  const start = text.slice(0, 200).replace(/^[\uFEFF\s]+/, "");
  if (/^(?:data|event|id|retry):|^:/.test(start)) return true;
  if (/^\[\s*\{\s*"(?:candidates|usageMetadata|promptFeedback|modelVersion|responseId)"/.test(start)) return true;
  return /^text\/event-stream\b/i.test(contentType?.trim() ?? "") && !/^[{[<]/.test(start);
}

export interface ReadBody {
  /** The answer's body, folded when it was streamed; undefined when it is no JSON. */
  readonly json?: Json;
  readonly streamed: boolean;
  /** A stream that ended before its own end mark. */
  readonly cut: boolean;
}

/** The body of a response as its dialect reads it, streamed or not. */
export function readBody(dialect: Dialect, contentType: string | undefined, text: string): ReadBody {
  if (isStream(contentType, text) || dialect.isStream?.(contentType, text) === true) {
    const { body, complete } = dialect.fold(text);
    return { json: body, streamed: true, cut: !complete };
  }
  const json = parse(text);
  return { ...(json === undefined ? {} : { json }), streamed: false, cut: false };
}
