import { hash } from "node:crypto";
import { withCallIds } from "../../providers/call-ids.ts";
import type { Message, Part } from "../../providers/message.ts";
import type { ReadRequest } from "../../record/request/asked.ts";

export interface RepeatedResult {
  readonly name: string;
  /** Of call and result. */
  readonly digest: string;
  /** How often it came in a row, at the end of the conversation. */
  readonly times: number;
}

/** A part of a conversation: which message, and the how manieth of its type in it. */
interface Place {
  readonly message: number;
  readonly nth: number;
}

/**
 * The tool call whose result ends a conversation, and how often it was made with the same result just before. Undefined where none ends
 * it. Only messages that have to be compared are read.
 */
export function repeatedResult(read: ReadRequest): RepeatedResult | undefined {
  const outlines = withCallIds(read.messages);
  // What is not asked because of a result does not go round with it.
  if (outlines.at(-1)?.parts.some(({ type }) => type === "result") !== true) return undefined;
  const calls = new Map(placesOf(outlines, "call"));
  const results = placesOf(outlines, "result");
  const full = reader(read);
  const told = (at: number): { readonly name: string; readonly text: string } | undefined => {
    const [id, place] = results[at] ?? [];
    const asked = id === undefined ? undefined : calls.get(id);
    const call = asked && full(asked, "call");
    const result = place && full(place, "result");
    if (call?.type !== "call" || result?.type !== "result") return undefined;
    return { name: call.name, text: JSON.stringify([call.name, call.args, result.parts, result.isError]) };
  };
  const newest = told(results.length - 1);
  if (newest === undefined) return undefined;
  let times = 1;
  while (times < results.length && told(results.length - 1 - times)?.text === newest.text) times++;
  return { name: newest.name, digest: hash("sha1", newest.text), times };
}

function placesOf(messages: readonly Message[], type: "call" | "result"): (readonly [id: string, place: Place])[] {
  return messages.flatMap(({ parts }, message) =>
    parts
      .flatMap((part) => (part.type === type ? [part] : []))
      .map((part, nth) => [part.id, { message, nth }] as const),
  );
}

/** What a part says, which its outline does not. */
function reader({ split, call: { dialect } }: ReadRequest) {
  const elements = split?.places.find(({ pointer }) => pointer === dialect?.conversation)?.elements ?? [];
  return ({ message, nth }: Place, type: "call" | "result"): Part | undefined => {
    const json = elements[message]?.json;
    if (json === undefined || dialect === undefined) return undefined;
    return dialect.message(json).parts.filter((part) => part.type === type)[nth];
  };
}
