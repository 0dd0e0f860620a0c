import type { Message, Part } from "../../providers/message.ts";
import { plainName } from "../../providers/written-part.ts";

/** A conversation as an API takes it: system texts apart, behind each call its result, nothing that only its own vendor can read. */
export interface SoundConversation {
  readonly system: readonly string[];
  readonly messages: readonly Message[];
  /** What had to be left out or put in, in words. */
  readonly notes: readonly string[];
}

type Call = Extract<Part, { type: "call" }>;
type Result = Extract<Part, { type: "result" }>;

/** `results` by call id stand instead of those in the conversation. */
export function soundConversation(
  conversation: readonly Message[],
  results: ReadonlyMap<string, string> = new Map(),
): SoundConversation {
  const system = conversation.flatMap(({ role, parts }) => (role === "system" ? textsOf(parts) : []));
  const said = conversation.filter(({ role }) => role !== "system");
  const counts = { thinking: 0, orphans: 0, missing: 0, own: 0 };
  const messages: Message[] = [];
  for (let i = 0; i < said.length; i++) {
    const message = said[i];
    if (message === undefined) continue;
    const answer = message.role === "assistant";
    const until = said.findIndex(({ role }, n) => n > i && role === "assistant");
    const behind = answer ? said.slice(i + 1, until < 0 ? said.length : until) : [];
    const parts = answer ? spoken(message.parts, counts) : message.parts.filter((part) => part.type !== "result");
    const calls = parts.filter((part) => part.type === "call");
    const orphans = answer ? [] : message.parts.filter((part) => part.type === "result");
    counts.orphans += orphans.filter(({ id }) => !answered(messages, id)).length;
    if (parts.length > 0) messages.push({ ...message, role: answer ? "assistant" : "user", parts: parts.map(named) });
    if (calls.length > 0) messages.push({ role: "tool", parts: resultsFor(calls, { behind, results, counts }) });
  }
  return { system, messages, notes: notesOf(counts) };
}

type Counts = Record<"thinking" | "orphans" | "missing" | "own", number>;

function spoken(parts: readonly Part[], counts: Counts): Part[] {
  const own = new Set(parts.flatMap((part) => (part.type === "result" ? [part.id] : [])));
  return parts.filter((part) => {
    if (part.type === "thinking") counts.thinking++;
    if (part.type === "call" && own.has(part.id)) counts.own++;
    return part.type !== "thinking" && part.type !== "result" && !(part.type === "call" && own.has(part.id));
  });
}

function resultsFor(
  calls: readonly Call[],
  how: { readonly behind: readonly Message[]; readonly results: ReadonlyMap<string, string>; readonly counts: Counts },
): Result[] {
  const found = how.behind.flatMap(({ parts }) => parts.filter((part) => part.type === "result"));
  return calls.map((call) => {
    const edited = how.results.get(call.id);
    const result = found.find(({ id }) => id === call.id);
    if (edited === undefined && result === undefined) how.counts.missing++;
    const said = edited ?? (result === undefined ? "no result was recorded" : undefined);
    const parts: readonly Part[] = said === undefined ? (result?.parts ?? []) : [{ type: "text", text: said }];
    const failed = result?.isError === true || (edited === undefined && result === undefined);
    return {
      type: "result",
      id: plainName(call.id),
      name: plainName(call.name),
      parts: parts.filter(({ type }) => type !== "thinking"),
      ...(failed && { isError: true }),
    };
  });
}

function answered(messages: readonly Message[], id: string): boolean {
  return messages.some(({ parts }) => parts.some((part) => part.type === "result" && part.id === plainName(id)));
}

function named(part: Part): Part {
  return part.type === "call" ? { ...part, id: plainName(part.id), name: plainName(part.name) } : part;
}

function textsOf(parts: readonly Part[]): readonly string[] {
  return parts.flatMap((part) => (part.type === "text" && part.text.trim() !== "" ? [part.text] : []));
}

function notesOf({ thinking, orphans, missing, own }: Counts): readonly string[] {
  return [
    ...(thinking > 0 ? [`${thinking} thought(s) of the model are left out: their signatures are not recorded`] : []),
    ...(own > 0 ? [`${own} call(s) of tools that the vendor runs are left out`] : []),
    ...(orphans > 0 ? [`${orphans} tool result(s) without a call are left out`] : []),
    ...(missing > 0 ? [`${missing} tool call(s) have no recorded result: the model is told so`] : []),
  ];
}
