import type { Message, Part } from "../../providers/message.ts";
import { selectedIndex } from "../narrowing/visible.ts";
import type { State } from "../state.ts";
import { curlOf } from "./curl.ts";
import { eventJson } from "./event-json.ts";
import { payloadText } from "./payload-text.ts";

export const EXPORTS = ["request", "response", "event", "curl", "conversation", "shown"] as const;
export type ExportKind = (typeof EXPORTS)[number];

export type ExportText = { readonly text: string } | { readonly problem: string };

/** The selected event, or a part of it, as the text of a file. */
export function exportText(state: State, kind: Exclude<ExportKind, "shown">): ExportText {
  const i = selectedIndex(state);
  if (i < 0) return { problem: "no event is selected" };
  const { run } = state;
  switch (kind) {
    case "request":
      return payload(payloadText(run, i, "request"), "request");
    case "response":
      return payload(payloadText(run, i, "response"), "response");
    case "event":
      return { text: `${JSON.stringify(eventJson(run, i, { bodies: true }), null, 2)}\n` };
    case "curl": {
      const { request } = run.body(i);
      const curl = request && curlOf(request, run.row(i).provider);
      return curl === undefined ? { problem: "no HTTP request in this event" } : { text: `${curl}\n` };
    }
    case "conversation":
      return conversation(state, i);
  }
}

function payload(text: string | undefined, name: string): ExportText {
  return text === undefined ? { problem: `no ${name} in this event` } : { text: `${text}\n` };
}

function conversation({ run }: State, i: number): ExportText {
  const { facts, answer } = run.exchange(i);
  const messages = [
    ...(facts?.system ?? []),
    ...run.messages(i).map((ref) => ref.read()),
    ...(answer?.message ? [answer.message] : []),
  ];
  return messages.length === 0
    ? { problem: "no conversation in this event" }
    : { text: `${messages.map(markdown).join("\n\n")}\n` };
}

function markdown(message: Message): string {
  return [
    `## ${message.role}${message.name === undefined ? "" : ` (${message.name})`}`,
    ...message.parts.map(partMarkdown),
  ].join("\n\n");
}

function partMarkdown(part: Part): string {
  switch (part.type) {
    case "text":
    case "refusal":
      return part.text;
    case "thinking":
      return part.text.replace(/^/gm, "> ");
    case "call":
      return `**call ${part.name}**\n\n${fenced(JSON.stringify(part.args, null, 2), "json")}`;
    case "result":
      return `**${part.isError ? "error" : "result"}${part.name === undefined ? "" : ` of ${part.name}`}**\n\n${fenced(part.parts.map(partMarkdown).join("\n"), "")}`;
    case "media":
      return part.url === undefined ? `*[${part.media} ${part.mimeType ?? ""}]*` : `![${part.media}](${part.url})`;
    case "other":
      return fenced(JSON.stringify(part.json, null, 2), "json");
  }
}

/** A fence longer than any in the text. */
function fenced(text: string, language: string): string {
  const longest = Math.max(2, ...[...text.matchAll(/`+/g)].map(([ticks]) => ticks.length));
  const fence = "`".repeat(longest + 1);
  return `${fence}${language}\n${text}\n${fence}`;
}
