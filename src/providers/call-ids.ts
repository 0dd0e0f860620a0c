/**
 * Ids for APIs that give none to tool calls and their results (Gemini, OpenAI's old `function_call`): dialects leave the id "" there,
 * and a conversation read from its beginning tells them apart. The nth call of a name (from 0) is "name#n", and its result the same.
 * So one request, its answer, and every later request that begins with both give the same ids; a conversation
 * whose beginning was rewritten (compaction) counts anew.
 */
import type { Answer } from "./dialect.ts";
import type { Message, Part } from "./message.ts";

type Call = Extract<Part, { type: "call" }>;
type Result = Extract<Part, { type: "result" }>;

export interface CallIds {
  /** The next message of the conversation with an id at every call and result; the same object when nothing was missing. */
  name(message: Message): Message;
}

export function callIds(): CallIds {
  const counts = new Map<string, number>();
  /** Calls without a result so far, oldest first. */
  const open: Call[] = [];

  function next(name: string): string {
    const number = counts.get(name) ?? 0;
    counts.set(name, number + 1);
    return `${name}#${number}`;
  }

  /** Messages that have been through this before hold ids of ours: these count as well. */
  function count(name: string, id: string): void {
    if (id === `${name}#${counts.get(name) ?? 0}`) next(name);
  }

  function nameCall(call: Call): Call {
    const named = call.id === "" ? { ...call, id: next(call.name) } : call;
    if (named === call) count(call.name, call.id);
    open.push(named);
    return named;
  }

  /**
   * A result belongs to the oldest open call of its name; some clients put an id of their own there, so a name that was never
   * called takes the oldest open call. Without any it is an answer to a call that the conversation no longer holds.
   */
  function nameResult(result: Result): Result {
    const name = result.name ?? "result";
    const known = counts.has(name) || open.some((call) => call.name === name);
    const at = open.findIndex((call) => (result.id === "" ? !known || call.name === name : call.id === result.id));
    const [call] = at < 0 ? [] : open.splice(at, 1);
    if (result.id !== "" && call === undefined) count(name, result.id);
    return result.id === "" ? { ...result, id: call?.id ?? next(name) } : result;
  }

  function namePart(part: Part): Part {
    if (part.type === "call") return nameCall(part);
    return part.type === "result" ? nameResult(part) : part;
  }

  return {
    name(message) {
      const parts = message.parts.map(namePart);
      return parts.some((part, i) => part !== message.parts[i]) ? { ...message, parts } : message;
    },
  };
}

/** A whole conversation with ids at all calls and results; the same list when none was missing. */
export function withCallIds(conversation: readonly Message[]): readonly Message[] {
  if (!conversation.some(lacksId)) return conversation;
  const ids = callIds();
  return conversation.map((message) => ids.name(message));
}

function lacksId({ parts }: Message): boolean {
  for (const part of parts) if ((part.type === "call" || part.type === "result") && part.id === "") return true;
  return false;
}

/** The answer that a conversation got, with the ids that the next request will give its calls. */
export function answerWithCallIds(conversation: readonly Message[], answer: Answer): Answer {
  if (answer.message === undefined || answer.calls.every((call) => call.id !== "")) return answer;
  const ids = callIds();
  for (const message of conversation) ids.name(message);
  const message = ids.name(answer.message);
  const calls = message.parts.filter((part) => part.type === "call");
  return { ...answer, message, calls: calls.map(({ id, name, args }) => ({ id, name, args })) };
}
