import type { Message } from "../../providers/message.ts";
import type { DocContext } from "./context.ts";
import { type Doc, type DocPart, docOf } from "./doc.ts";
import { messagePart } from "./message-part.ts";
import { type DocSubject, heading, note } from "./subject.ts";

/** The whole conversation of a call: system prompt, messages, and the answer it got. */
export function messagesDoc(subject: DocSubject): Doc {
  const { run, i, row, context } = subject;
  if (row.kind === "message") {
    const own = run.message(i);
    return docOf(own ? [messagePart(own, { context, key: "message" })] : []);
  }
  if (row.kind === "tool" && row.parent !== undefined)
    return messagesDoc({ ...subject, ...callOf(subject, row.parent) });
  if (row.kind !== "llm") return docOf([]);
  const { facts, answer } = run.exchange(i);
  const messages = run.messages(i);
  const shared = run.sharedMessages(i);
  return docOf([
    // Where the API keeps the system prompt among the messages it stands there already.
    ...(messages[0]?.read().role === "system" ? [] : (facts?.system ?? [])).map((message, n) =>
      messagePart(message, { context, key: `system ${n}`, folded: true }),
    ),
    ...messages.flatMap((ref, n) => [
      ...(n === shared && shared > 0 ? [heading("new in this request", "new")] : []),
      conversationPart(ref.read(), context, `${n} ${ref.key}`),
    ]),
    heading("answer"),
    answer?.message
      ? messagePart(answer.message, { context, key: "answer" })
      : note("no-answer", answer?.error?.message ?? "no answer"),
  ]);
}

/** System prompts are long and the same in every call: folded until opened. */
function conversationPart(message: Message, context: DocContext, key: string): DocPart {
  return messagePart(message, { context, key, folded: message.role === "system" });
}

function callOf({ run }: DocSubject, parent: number) {
  const i = run.indexOfRow(parent);
  return { i, row: run.row(i) };
}
