import { isArray, isObject, type Json } from "../json/json.ts";
import type { Answer } from "../providers/dialect.ts";
import { type Message, messageText, type Part } from "../providers/message.ts";

/** Longest text worth giving to one line of a list, in UTF-16 units: no screen is wider. */
const ENOUGH = 400;

/** First words of a text on one line. */
export function firstWords(text: string): string {
  return text
    .slice(0, ENOUGH * 4)
    .replace(/\s+/g, " ")
    .trim()
    .slice(0, ENOUGH);
}

/** `calls search, book` or `"Sorry, I could …"`. */
export function answerLine(answer: Answer | undefined): string {
  if (!answer) return "";
  if (answer.error) return firstWords(answer.error.message);
  if (answer.calls.length > 0) return `calls ${answer.calls.map((call) => call.name).join(", ")}`;
  const { message } = answer;
  return message ? messageLine(message) : "";
}

export function messageLine(message: Message): string {
  const text = messageText(message);
  if (text.trim() !== "") return `"${firstWords(text)}"`;
  const calls = message.parts.flatMap((part) => (part.type === "call" ? [part.name] : []));
  if (calls.length > 0) return `calls ${calls.join(", ")}`;
  const part = message.parts[0];
  return part ? partLine(part) : "";
}

function partLine(part: Part): string {
  switch (part.type) {
    case "text":
    case "refusal":
      return firstWords(part.text);
    case "thinking":
      return part.text === "" ? "thinking (not kept)" : `thinking: ${firstWords(part.text)}`;
    case "result":
      return firstWords(partsText(part.parts));
    case "media":
      return `[${part.media} ${part.mimeType ?? ""}]`;
    case "call":
      return `calls ${part.name}`;
    case "other":
      return `${part.label} ${compact(part.json)}`;
  }
}

/** The text of a tool's result. */
export function partsText(parts: readonly Part[]): string {
  return parts.map((part) => (part.type === "text" || part.type === "refusal" ? part.text : partLine(part))).join("\n");
}

/** `q="SFO flights" limit=5`: a tool's arguments as a person would say them. */
export function argumentsLine(args: Json | undefined): string {
  if (args === undefined) return "";
  if (!isObject(args)) return typeof args === "string" ? firstWords(args) : compact(args);
  return Object.entries(args)
    .slice(0, 12)
    .map(([key, value]) => `${key}=${compact(value)}`)
    .join(" ")
    .slice(0, ENOUGH);
}

/** A value on one line, big parts left out. */
export function compact(value: Json): string {
  if (typeof value === "string") return JSON.stringify(firstWords(value));
  if (isArray(value))
    return value.length > 6
      ? `[${value.length}]`
      : `[${value.map((item) => (isObject(item) || isArray(item) ? "…" : compact(item))).join(", ")}]`;
  if (!isObject(value)) return String(value);
  const inner = Object.entries(value)
    .slice(0, 6)
    .map(([key, item]) => `${key}: ${isObject(item) || isArray(item) ? "…" : compact(item)}`);
  return `{${inner.join(", ")}}`.slice(0, ENOUGH);
}
