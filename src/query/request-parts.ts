import type { Request } from "./run-types.ts";

/** Where the conversation lies in the requests of the known APIs. */
const CONVERSATIONS = ["/messages", "/input", "/contents"];

type Place = NonNullable<Request["repeated"]>["places"][number];

/**
 * A request without its conversation, which is read message by message. Where the file keeps repeated parts
 * (tools, system) apart they come as places with keys, so that each is looked at once and not with every call.
 */
export interface RequestParts {
  /** JSON to walk; undefined where the body is no JSON. */
  readonly rest: unknown;
  /** Pointer inside `rest` to leave out. */
  readonly skip: string | undefined;
  readonly places: readonly Place[];
}

/** `messages`: count of messages the conversation was read as; 0 keeps the conversation in. */
export function requestParts(request: Request, messages: number): RequestParts {
  const { repeated } = request;
  if (repeated) {
    const places = repeated.places.filter(
      ({ pointer, elements }) => !(CONVERSATIONS.includes(pointer) && elements.length === messages),
    );
    return { rest: repeated.frame, skip: undefined, places };
  }
  const { json } = request;
  const skip = messages > 0 ? CONVERSATIONS.find((pointer) => Array.isArray(own(json, pointer.slice(1)))) : undefined;
  return { rest: json, skip, places: [] };
}

/** The element of the request that message k was read from: where it lies, and its JSON. */
export function elementOf(
  request: Request | undefined,
  k: number,
  count: number,
): { readonly pointer: string; readonly value: unknown } | undefined {
  if (!request) return undefined;
  for (const pointer of CONVERSATIONS) {
    const elements = request.elements?.(pointer);
    if (elements && elements.length === count) return { pointer: `${pointer}/${k}`, value: elements.at(k) };
  }
  if (request.repeated) return undefined;
  for (const pointer of CONVERSATIONS) {
    const list = own(request.json, pointer.slice(1));
    if (Array.isArray(list) && list.length === count) return { pointer: `${pointer}/${k}`, value: list[k] };
  }
  return undefined;
}

function own(value: unknown, key: string): unknown {
  return typeof value === "object" && value !== null && Object.hasOwn(value, key) ? Reflect.get(value, key) : undefined;
}
