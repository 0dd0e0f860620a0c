import { field, isArray, isObject, type Json, parse } from "../../json/json.ts";
import type { Answer } from "../../providers/dialect.ts";
import { type Message, messageText, type Part } from "../../providers/message.ts";

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

/** A value on one line; what lies deeper than `depth` is left out, and of what is long the rest. */
export function compact(value: Json, depth = 1): string {
  if (typeof value === "string") return JSON.stringify(firstWords(value));
  if (isArray(value))
    return value.length > 6 ? `[${value.length}]` : `[${value.map((item) => part(item, depth)).join(", ")}]`;
  if (!isObject(value)) return String(value);
  const inner = Object.entries(value)
    .slice(0, 6)
    .map(([key, item]) => `${key}: ${part(item, depth)}`);
  return `{${inner.join(", ")}}`.slice(0, ENOUGH);
}

function part(value: Json, depth: number): string {
  return depth <= 1 && (isObject(value) || isArray(value)) ? "…" : compact(value, depth - 1);
}

/** What a wrapped function gave: its words in quotes, as a model's are, else the value itself. */
export function valueLine(value: Json): string {
  const text = textIn(value);
  return text === undefined ? compact(value, 2) : `"${firstWords(text)}"`;
}

/** The same of a stream, which lies in the file as one JSON value a line. */
export function streamLine(text: string): string {
  const values = text
    .slice(0, ENOUGH * 16)
    .split("\n")
    .map((line) => parse(line))
    .filter((value) => value !== undefined);
  const texts = values.map(textIn);
  if (values.length > 0 && texts.every((each) => each !== undefined)) return `"${firstWords(texts.join(""))}"`;
  return values.length > 0 ? firstWords(values.map((value) => compact(value, 2)).join(" ")) : firstWords(text);
}

function textIn(value: Json): string | undefined {
  const text = typeof value === "string" ? value : (field(value, "text") ?? field(value, "content"));
  return typeof text === "string" && text.trim() !== "" ? text : undefined;
}
