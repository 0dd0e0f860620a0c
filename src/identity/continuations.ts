import { field, type Json, text } from "../json/json.ts";
import { digestOfAll } from "./digest.ts";

/** OpenAI's Responses is the one API whose requests name earlier answers. */
export function goesOnFromAnswers(op: string | undefined): boolean {
  return op === "openai/responses";
}

/**
 * What calls continue on the vendor's side, as identities: `previous_response_id` is the call that was answered with it, `conversation` all
 * earlier calls on it. Ids that this run has not seen stay ids.
 */
export class Continuations {
  readonly #byResponse = new Map<string, string>();
  readonly #byConversation = new Map<string, string[]>();

  /** For `RequestToIdentify.previous`. `frame` is the request's body; its arrays need not be there. */
  previous(frame: Json | undefined): string | undefined {
    const response = text(field(frame, "previous_response_id"));
    if (response !== undefined) return this.#byResponse.get(response);
    const conversation = conversationOf(frame);
    const calls = conversation === undefined ? undefined : this.#byConversation.get(conversation);
    return calls && digestOfAll(calls);
  }

  /** The request of identity `fp` was answered; `answer` is the (folded) body. */
  answered(fp: string, frame: Json | undefined, answer: Json | undefined): void {
    const id = text(field(answer, "id"));
    if (id !== undefined) this.#byResponse.set(id, fp);
    const conversation = conversationOf(frame);
    if (conversation === undefined) return;
    const calls = this.#byConversation.get(conversation) ?? [];
    calls.push(fp);
    this.#byConversation.set(conversation, calls);
  }
}

function conversationOf(frame: Json | undefined): string | undefined {
  const value = field(frame, "conversation");
  return text(value) ?? text(field(value, "id"));
}
