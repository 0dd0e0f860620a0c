import { isObject, type Json } from "../json/json.ts";
import { parsePointer } from "../json/pointer.ts";
import type { Message } from "../providers/message.ts";
import { dialectById } from "../providers/registry.ts";
import { answerView, responseOfView } from "./answer-view.ts";
import { digestOf, digestOfAll } from "./digest.ts";
import { messageFingerprint } from "./event-fingerprint.ts";
import { isDropped, normalise, ordinals, type Spot, spotAt, topSpot } from "./normalise.ts";
import { normalisedText } from "./normalised-text.ts";
import { type BodyToIdentify, partsOf } from "./request-parts.ts";
import type { Rules } from "./rules.ts";

/** Fields that name what the vendor remembers, and the form of the answer: nothing a call adds by itself. */
const NOT_OWN = ["stream", "previous_response_id", "conversation"];

/** Identities of the pieces of a call, for telling what it adds to the calls before it. */
export class OwnContent {
  readonly rules: Rules;
  readonly #tools = new Map<string, string>();

  constructor(rules: Rules) {
    this.rules = rules;
  }

  /** Model, parameters, tools and system prompt: what is asked besides the conversation. "" where it is not known. */
  setting(op: string | undefined, body: BodyToIdentify | undefined): string {
    const dialect = op === undefined ? undefined : dialectById(op);
    const parts = dialect && body && partsOf(body, dialect.repeated);
    if (!dialect || !parts) return "";
    const { idFor } = ordinals();
    const frame = isObject(parts.frame)
      ? Object.fromEntries(Object.entries(parts.frame).filter(([key]) => !NOT_OWN.includes(key)))
      : parts.frame;
    const texts = [normalisedText(frame, this.rules, idFor)];
    for (const { pointer, elements } of parts.lists) {
      if (pointer === dialect.conversation) continue;
      const spot = this.#spot(pointer);
      if (isDropped(spot)) continue;
      for (let i = 0; i < elements.length; i++) {
        const inner = spotAt(spot, i);
        if (!isDropped(inner)) texts.push(pointer, this.#tool(elements.at(i), inner, elements.key?.(i)));
      }
    }
    return digestOfAll(texts);
  }

  #tool(element: Json, spot: Spot, key: string | undefined): string {
    const name = key === undefined ? undefined : `${key} ${spot.noise.id} ${spot.ignore.id}`;
    const known = name === undefined ? undefined : this.#tools.get(name);
    if (known !== undefined) return known;
    const digest = digestOf(normalisedText(element, this.rules, ordinals().idFor, spot));
    if (name !== undefined) this.#tools.set(name, digest);
    return digest;
  }

  /** The message k of the conversation, read as `plain`; what the user ignores is taken out of its element first. */
  message(
    plain: Message,
    k: number,
    source: { readonly op: string | undefined; readonly body: BodyToIdentify | undefined },
  ): Message | undefined {
    const dialect = source.op === undefined ? undefined : dialectById(source.op);
    if (this.rules.ignore.dead || !dialect || !source.body) return plain;
    const list = partsOf(source.body, [dialect.conversation])?.lists[0];
    const spot = spotAt(this.#spot(dialect.conversation), k);
    if (!list || k >= list.elements.length) return plain;
    return isDropped(spot) ? undefined : dialect.message(this.#pruned(list.elements.at(k), spot));
  }

  /** The answer, read as `plain`; pointers begin where `answerView` does. */
  answer(plain: Message | undefined, response: Json | undefined, op: string | undefined): Message | undefined {
    const dialect = op === undefined ? undefined : dialectById(op);
    if (this.rules.ignore.dead || !dialect || response === undefined) return plain;
    const pruned = this.#pruned(answerView(op, response), topSpot(this.rules));
    return dialect.answer(responseOfView(op, pruned)).message;
  }

  identity(message: Message): string {
    return messageFingerprint(message, this.rules);
  }

  #spot(pointer: string): Spot {
    return (parsePointer(pointer) ?? []).reduce((at, token) => spotAt(at, token), topSpot(this.rules));
  }

  /** Only what the user ignores goes: ids stay, the dialect reads them. */
  #pruned(value: Json, spot: Spot): Json {
    return normalise(value, { ...this.rules, scrub: [], pinTools: false }, (id) => id, spot);
  }
}
