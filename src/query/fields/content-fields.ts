import { type Found, inArguments, inError, inRequest, inResponse, inResult, inSystem } from "../search/content.ts";
import type { Subject } from "../subject.ts";
import type { Field } from "./field.ts";

export const CONTENT_FIELDS: readonly Field[] = [
  { ...content("req", inRequest), help: "text of the request: messages, tools, parameters", example: "req:weather" },
  { ...content("resp", inResponse), help: "text of the answer", example: 'resp:"I could not"' },
  { ...content("args", inArguments), help: "arguments of a tool call", example: "args:/SF[O0]/" },
  { ...content("result", inResult), help: "result of a tool call", example: "result:timeout" },
  { ...content("sys", inSystem), help: "system prompt of a model call", example: "sys:planner" },
  { ...content("err", inError), help: "text of an error", example: "err:rate" },
  {
    name: "path",
    group: "content",
    help: "a place in the request's JSON, with = : > < or alone (it exists); * is any key or index",
    example: "path:messages.0.role=system",
    cost: "body",
    kind: "path",
    read: ({ body }) => body.request?.json,
  },
  {
    name: "changed",
    group: "content",
    help: "what lies at a JSON pointer changed: in a state, or since the previous call of the same agent",
    example: "changed:/temperature",
    cost: "body",
    kind: "pointer",
    holds: changed,
  },
];

function content(name: string, search: (subject: Subject, found: Found, known: Map<string, boolean>) => boolean) {
  return { name, group: "content", cost: "body", kind: "content", search } as const;
}

/** Undefined where there is nothing to compare with. */
function changed(subject: Subject, pointer: string): boolean | undefined {
  const { run, i, row, body } = subject;
  if (body.before !== undefined || body.after !== undefined) return differs(body.before, body.after, pointer);
  const previous = row.kind === "llm" ? run.previousCall(i) : -1;
  if (previous < 0) return undefined;
  return differs(run.body(previous).request?.json, body.request?.json, pointer);
}

function differs(before: unknown, after: unknown, pointer: string): boolean {
  const keys = pointerKeys(pointer);
  return JSON.stringify(placesAt(before, keys)) !== JSON.stringify(placesAt(after, keys));
}

/** `messages.0.role` and `/messages/0/role` name the same place. */
export function pointerKeys(pointer: string): readonly string[] {
  if (pointer.startsWith("/")) {
    return pointer
      .slice(1)
      .split("/")
      .map((key) => key.replaceAll("~1", "/").replaceAll("~0", "~"));
  }
  return pointer === "" ? [] : pointer.split(".");
}

/** At most this many places of a pattern with `*` are looked at. */
const PLACES = 100_000;

/** The values at a place; several where the keys hold `*`. Own properties only. */
export function placesAt(value: unknown, keys: readonly string[]): readonly unknown[] {
  let places: unknown[] = value === undefined ? [] : [value];
  for (const key of keys) {
    const next: unknown[] = [];
    for (const place of places) {
      if (typeof place !== "object" || place === null) continue;
      if (key === "*") for (const item of Object.values(place)) next.length < PLACES && next.push(item);
      else if (Array.isArray(place))
        /^(0|[1-9]\d*)$/.test(key) && Number(key) < place.length && next.push(place[Number(key)]);
      else if (Object.hasOwn(place, key)) next.push(Reflect.get(place, key));
    }
    places = next;
  }
  return places;
}
