import { canonical } from "../identity/canonical.ts";
import { digestOf } from "../identity/digest.ts";
import { normalise, spotAt, topSpot } from "../identity/normalise.ts";
import { rulesOf } from "../identity/rules.ts";
import { field, isArray, type Json, text } from "../json/json.ts";
import { getPointer, parsePointer } from "../json/pointer.ts";
import type { Dialect } from "../providers/dialect.ts";
import type { Message } from "../providers/message.ts";
import { plainToolName } from "../replay/calls/plain-tool-name.ts";
import { toolArguments } from "../replay/calls/tool-arguments.ts";
import type { AskedCall } from "../replay/matching/matcher.ts";
import type { RequestBody } from "../trace/event.ts";
import type { AnswerPlace, GivenAnswer } from "./answer-book.ts";

/** What is said in a request: where answers stand in it, and what they are known by. */

const RULES = rulesOf();

export interface Spoken {
  readonly places: readonly AnswerPlace[];
  /** Digest of the whole conversation, and of its last element. */
  readonly history: string;
  readonly before: string;
}

/** What is asked, secrets masked, so that what was recorded and what is asked now read the same. */
type Asked = Pick<AskedCall, "kind" | "name" | "op" | "request">;

export function spokenIn(call: Asked, dialect: Dialect | undefined): Spoken {
  const { request } = call;
  if (request === undefined || dialect === undefined) return { places: toolPlaces(call), history: "", before: "" };
  const said = conversationOf(request, dialect).map((element) => saidBy(element, dialect));
  return spokenOf(said, { previous: text(field(request, "previous_response_id")), chained });
}

/** One element of a conversation: what it is known by where it is an answer, and its digest. */
interface Said {
  readonly keys: readonly string[];
  readonly digest: string;
}

function saidBy(element: Json, dialect: Dialect): Said {
  return { keys: elementKeys(element, dialect), digest: elementDigest(element, dialect.conversation) };
}

function chained(history: string, digest: string): string {
  return digestOf(`${history} ${digest}`);
}

function spokenOf(
  said: readonly Said[],
  how: { readonly previous: string | undefined; chained(history: string, digest: string): string },
): Spoken {
  const places: AnswerPlace[] = [];
  let history = "";
  let before = "";
  if (how.previous !== undefined) {
    history = before = `response ${how.previous}`;
    places.push({ keys: [history], history: "", before: "" });
  }
  for (const { keys, digest } of said) {
    if (keys.length > 0) places.push({ keys, history, before });
    before = digest;
    history = how.chained(history, digest);
  }
  return { places, history, before };
}

/** The same of calls of one recording: what they send again is read, and digested, once. */
export class RecordedSpeech {
  readonly #said = new Map<string, Said>();
  readonly #chain = new Map<string, string>();

  of(call: Asked, request: RequestBody | undefined, dialect: Dialect | undefined): Spoken {
    const elements = dialect && request?.elements?.(dialect.conversation);
    if (dialect === undefined || elements === undefined) return spokenIn(call, dialect);
    const said = Array.from({ length: elements.length }, (_, i) => {
      const key = `${dialect.id} ${elements.key(i)}`;
      const known = this.#said.get(key) ?? saidBy(elements.at(i), dialect);
      this.#said.set(key, known);
      return known;
    });
    const previous = text(field(request?.repeated?.frame ?? request?.json, "previous_response_id"));
    return spokenOf(said, { previous, chained: (history, digest) => this.#chained(history, digest) });
  }

  #chained(history: string, digest: string): string {
    const key = `${history} ${digest}`;
    const known = this.#chain.get(key) ?? digestOf(key);
    this.#chain.set(key, known);
    return known;
  }
}

/** A tool that is called over MCP was asked for by an answer with the same arguments. */
function toolPlaces(call: Asked): readonly AnswerPlace[] {
  const { kind, name, op } = call;
  const args = toolArguments(call);
  if (kind !== "tool" || op !== "mcp" || args === undefined) return [];
  return [{ keys: [`tool ${name} ${canonical(args)}`], history: "", before: "" }];
}

/** The answer that a request got, `response` folded where it was a stream. */
export function givenAnswer(spoken: Spoken, response: Json | undefined, dialect: Dialect | undefined): GivenAnswer {
  const { history, before } = spoken;
  if (response === undefined || dialect === undefined) return { keys: [], history, before };
  const { message, calls } = dialect.answer(response);
  const id = text(field(response, "id"));
  const named = dialect.id === "openai/responses" && id !== undefined ? [`response ${id}`] : [];
  const tools = calls.flatMap(({ name, args }) =>
    [...new Set([name, plainToolName(name)])].map((each) => `tool ${each} ${canonical(args)}`),
  );
  return { keys: [...(message === undefined ? [] : answerKeys(message)), ...tools, ...named], history, before };
}

export function conversationOf(request: Json, dialect: Dialect): readonly Json[] {
  const list = getPointer(request, dialect.conversation);
  return isArray(list) ? list : list === undefined ? [] : [list];
}

/** Equal for elements that differ in nothing but what vendors and clients add on the way (cache markers). Ids count. */
export function elementDigest(element: Json, pointer: string): string {
  const spot = (parsePointer(pointer) ?? []).reduce((at, token) => spotAt(at, token), topSpot(RULES));
  return digestOf(canonical(normalise(element, RULES, (id) => id, spotAt(spot, 0))));
}

/** What an element of a conversation is known by where it is an answer; none for others. */
export function elementKeys(element: Json, dialect: Dialect): readonly string[] {
  const message = dialect.message(element);
  return message.role === "assistant" ? answerKeys(message) : [];
}

function answerKeys({ parts }: Message): readonly string[] {
  const calls = parts.flatMap((part) => (part.type === "call" ? [part] : []));
  if (calls.length > 0)
    return calls.map(({ id, name, args }) => (id === "" ? `call ${name} ${canonical(args)}` : `call ${id}`));
  const said = parts.flatMap((part) => (part.type === "text" || part.type === "refusal" ? [part.text] : []));
  const whole = said.join("\n").trim();
  return whole === "" ? [] : [`text ${digestOf(whole)}`];
}
