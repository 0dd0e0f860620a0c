import { isEcho, newMessages } from "../fields/new-messages.ts";
import { elementOf, requestParts } from "../request-parts.ts";
import { RunFacts } from "../run-facts.ts";
import type { Run } from "../run-types.ts";
import { Subject } from "../subject.ts";
import { inArguments, inError, inMessage, inResponse, inResult, inSummary } from "./content.ts";
import { type Leaf, walkLeaves } from "./json-leaves.ts";
import type { Matcher } from "./matcher.ts";

export const PLACES = ["row", "request", "args", "response", "result", "error"] as const;
export type Place = (typeof PLACES)[number];

export interface Found {
  readonly where: Place;
  /** JSON pointer inside the request, response, arguments or state; missing where the text lies in no JSON. */
  readonly pointer?: string;
  /** Number of the message among `run.messages(i)`, for hits in a conversation. */
  readonly message?: number;
  /** Occurrences at this place. */
  readonly count: number;
}

/** Places of one row that are told apart, and occurrences counted at one place. */
const MOST_PLACES = 200;
const MOST_COUNTED = 1000;

/** Everything that row i holds and no row before it: history sent again belongs to the step where it was new. */
export function searchRow(run: Run, i: number, matcher: Matcher): readonly Found[] {
  const search = new RowSearch(run, i, matcher);
  return search.all();
}

class RowSearch {
  readonly #run: Run;
  readonly #i: number;
  readonly #matcher: Matcher;
  readonly #subject: Subject;
  readonly #found: Found[] = [];

  constructor(run: Run, i: number, matcher: Matcher) {
    this.#run = run;
    this.#i = i;
    this.#matcher = matcher;
    this.#subject = new Subject(run, i, { context: {}, facts: new RunFacts(run, {}) });
  }

  all(): readonly Found[] {
    const { row, body } = this.#subject;
    if (row.kind === "llm") this.#conversation();
    this.#request(row.kind);
    if (row.kind === "tool") this.#tool();
    else this.#response(row.kind);
    for (const state of [body.before, body.after]) this.#leaves("response", state, { keys: true });
    // An error's text mostly lies in the response too.
    const answered = row.kind === "tool" || this.#found.some(({ where }) => where === "response");
    if (!answered && inError(this.#subject, this.#matcher.test)) this.#add({ where: "error", count: 1 });
    // What the list shows is mostly taken from the body: it counts when nothing else does.
    if (this.#found.length === 0 && inSummary(this.#subject, this.#matcher.test)) this.#add({ where: "row", count: 1 });
    return this.#found;
  }

  #add(found: Found): boolean {
    this.#found.push(found);
    return this.#found.length >= MOST_PLACES;
  }

  #count(text: string): number {
    return this.#matcher.test(text) ? Math.max(1, this.#matcher.find(text, MOST_COUNTED).length) : 0;
  }

  #conversation(): void {
    const messages = this.#run.messages(this.#i);
    for (const k of newMessages(this.#run, this.#i)) {
      const message = messages[k]?.read();
      if (!message || !inMessage(message, this.#matcher.test) || isEcho(this.#run, this.#i, message)) continue;
      const before = this.#found.length;
      const element = elementOf(this.#subject.body.request, k, messages.length);
      if (element) this.#elementLeaves(element, k);
      if (this.#found.length > before) continue;
      if (this.#add({ where: "request", message: k, count: 1, ...(element && { pointer: element.pointer }) })) return;
    }
  }

  /** Roles and types are words of the API, not of the conversation. */
  #elementLeaves(element: { readonly pointer: string; readonly value: unknown }, message: number): void {
    walkLeaves(
      element.value,
      ({ pointer, text }) => {
        if (pointer !== element.pointer && /\/(role|type)$/.test(pointer)) return false;
        const count = this.#count(text);
        return count > 0 && this.#add({ where: "request", pointer, message, count });
      },
      { at: element.pointer },
    );
  }

  /** The request but for its conversation; what the previous call sent at the same place is not new. */
  #request(kind: string): void {
    const { request } = this.#subject.body;
    if (!request || kind === "tool") return;
    const line = `${request.method ?? ""} ${request.url ?? request.path ?? ""}`;
    const previous = kind === "llm" ? this.#run.previousCall(this.#i) : -1;
    if (previous < 0 && this.#count(line) > 0) this.#add({ where: "request", count: 1 });
    const messages = kind === "llm" ? this.#run.messages(this.#i).length : 0;
    const { rest, skip, places } = requestParts(request, messages);
    if (rest === undefined) return this.#plain("request", request.text);
    const before = previous < 0 ? NOT_SENT : sentBefore(this.#run, previous);
    this.#leaves("request", rest, { keys: true, isOld: before.leaf, ...(skip !== undefined && { skip }) });
    for (const { pointer, elements, single } of places) {
      for (let k = 0; k < elements.length; k++) {
        if (before.element(pointer, elements.key(k))) continue;
        this.#leaves("request", elements.at(k), { keys: true, at: single ? pointer : `${pointer}/${k}` });
      }
    }
  }

  #response(kind: string): void {
    const { response } = this.#subject.body;
    const before = this.#found.length;
    const isOld = kind === "llm" && this.#hasToolRows() ? isArgument : () => false;
    if (response?.json !== undefined) this.#leaves("response", response.json, { keys: kind !== "llm", isOld });
    else this.#plain("response", response?.text);
    // Arguments inside strings, and answers of formats that keep messages only.
    const answered = kind === "llm" || kind === "message";
    if (answered && this.#found.length === before && this.#inAnswer(response?.json === undefined)) {
      this.#add({ where: "response", count: 1 });
    }
  }

  /** What the leaves of the answer do not show: its arguments where no tool row holds them, or all of it without leaves. */
  #inAnswer(all: boolean): boolean {
    if (!this.#hasToolRows()) return inResponse(this.#subject, this.#matcher.test);
    const message = all ? this.#run.exchange(this.#i).answer?.message : undefined;
    const parts = message?.parts.filter((part) => part.type !== "call") ?? [];
    return message !== undefined && inMessage({ ...message, parts }, this.#matcher.test);
  }

  #hasToolRows(): boolean {
    const next = this.#i + 1;
    return next < this.#run.length && this.#run.row(next).parent === this.#subject.row.row;
  }

  #tool(): void {
    const before = this.#found.length;
    this.#leaves("args", this.#run.tool(this.#i).args, { keys: true });
    if (this.#found.length === before && inArguments(this.#subject, this.#matcher.test)) {
      this.#add({ where: "args", count: 1 });
    }
    if (!inResult(this.#subject, this.#matcher.test)) return;
    const { result } = this.#run.tool(this.#i);
    let count = 0;
    for (const part of result?.parts ?? []) if (part.type === "text") count += this.#count(part.text);
    const where = this.#subject.row.status === "error" ? "error" : "result";
    this.#add({ where, count: Math.max(1, count) });
  }

  #plain(where: Place, text: string | undefined): void {
    const count = text === undefined ? 0 : this.#count(text);
    if (count > 0) this.#add({ where, count });
  }

  #leaves(
    where: Place,
    value: unknown,
    options: {
      readonly keys: boolean;
      readonly skip?: string;
      readonly at?: string;
      readonly isOld?: (leaf: Leaf) => boolean;
    },
  ): void {
    walkLeaves(
      value,
      (leaf) => {
        const count = this.#count(leaf.text);
        if (count === 0 || options.isOld?.(leaf)) return false;
        return this.#add({ where, pointer: leaf.pointer, count });
      },
      options,
    );
  }
}

/** The arguments of a call in an answer, in any of the known APIs: they are found at the tool's own row. */
function isArgument({ pointer }: Leaf): boolean {
  return /\/(?:input|arguments|args)(?:\/|$)/.test(pointer);
}

/** What an earlier call sent besides its conversation. */
interface Sent {
  leaf(leaf: Leaf): boolean;
  element(pointer: string, key: string): boolean;
}

const NOT_SENT: Sent = { leaf: () => false, element: () => false };

/** Lists what call i sent when a hit first asks. */
function sentBefore(run: Run, i: number): Sent {
  let known: Set<string> | undefined;
  const list = (): Set<string> => {
    const listed = new Set<string>();
    const { request } = run.body(i);
    if (!request) return listed;
    const { rest, skip, places } = requestParts(request, run.messages(i).length);
    const add = ({ pointer, text }: Leaf): boolean => !listed.add(`${pointer}\n${text}`);
    walkLeaves(rest, add, { keys: true, ...(skip !== undefined && { skip }) });
    for (const { pointer, elements } of places) {
      for (let k = 0; k < elements.length; k++) listed.add(`${pointer} ${elements.key(k)}`);
    }
    return listed;
  };
  const has = (name: string): boolean => {
    known ??= list();
    return known.has(name);
  };
  return {
    leaf: ({ pointer, text }) => has(`${pointer}\n${text}`),
    element: (pointer, key) => has(`${pointer} ${key}`),
  };
}
