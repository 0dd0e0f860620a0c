import { field, isArray, isObject, type Json, type JsonObject, parse, text } from "../../json/json.ts";
import type { Message } from "../../providers/message.ts";
import { openaiResponses } from "../../providers/openai/responses/dialect.ts";
import { parsedArguments } from "../../providers/parts.ts";
import type { ErrorInfo, EventBody } from "../../trace/event.ts";
import type { Segment } from "../../trace/row-sink.ts";
import type { ByteSource } from "../../trace/source/source.ts";
import type { Part, Said } from "./conversation.ts";
import { callId, isAsked, isCall, isOutput, joined } from "./items.ts";
import { type CodexRecord, payloadOf, recordOf } from "./record.ts";
import { contentOf, outcomeOf } from "./tool-output.ts";

/** Makes bodies out of the lines of a rollout, read again when somebody looks. */

export class Lines {
  readonly sources: ByteSource[] = [];

  text(segment: Segment): string {
    return this.sources[segment.source]?.read(segment.offset, segment.length).toString("utf8") ?? "";
  }

  raw(segments: readonly Segment[]): string {
    return segments.map((segment) => this.text(segment)).join("\n");
  }

  json(segment: Segment | undefined): Json {
    return segment === undefined ? null : (parse(this.text(segment)) ?? null);
  }

  records(segments: readonly Segment[]): readonly CodexRecord[] {
    return segments.map((segment) => recordOf(this.json(segment)));
  }

  items(segments: readonly Segment[]): JsonObject[] {
    return joined(this.records(segments).flatMap((record) => (record.kind === "items" ? [record] : [])));
  }
}

export class SaidMessage implements Said {
  readonly part: Part;
  readonly segments: Segment[];
  readonly which: number | string | undefined;
  readonly #lines: Lines;

  constructor(lines: Lines, part: Part, place: { readonly segment: Segment; readonly which?: number | string }) {
    this.#lines = lines;
    this.part = part;
    this.segments = [place.segment];
    this.which = place.which;
  }

  /** Records may be added to an answer until it is over. */
  get key(): string {
    const first = this.segments[0];
    return [this.part, first?.source, first?.offset, this.segments.length, this.which].join(":");
  }

  read(): Message {
    return messageOf(this.#lines, this);
  }
}

function messageOf(lines: Lines, said: Said): Message {
  const { part, segments, which } = said;
  const items = (): JsonObject[] => lines.items(segments);
  switch (part) {
    case "system":
      return { role: "system", parts: [{ type: "text", text: instructions(lines.json(segments[0])) }] };
    case "history":
      return historyMessage(payloadOf(lines.json(segments[0])), which);
    case "answer":
      return { role: "assistant", parts: answerItems(items()).flatMap((item) => openaiResponses.message(item).parts) };
    case "result":
      return openaiResponses.message(items().find((item) => isOutput(item) && callId(item) === which) ?? null);
    case "user":
      return openaiResponses.message(items().find(isAsked) ?? null);
  }
}

function instructions(record: Json): string {
  const meta = payloadOf(record);
  return text(field(meta, "instructions")) ?? text(field(field(meta, "base_instructions"), "text")) ?? "";
}

function historyMessage(compacted: JsonObject, which: Said["which"]): Message {
  const history = field(compacted, "replacement_history");
  const item = isArray(history) && typeof which === "number" ? history[which] : undefined;
  return openaiResponses.message(item ?? text(field(compacted, "message")) ?? "");
}

function answerItems(items: readonly JsonObject[]): readonly JsonObject[] {
  return items.filter((item) => !isAsked(item) && !isOutput(item));
}

/** The answer in the form the API gave it, as far as the rollout kept it. */
export function callBody(lines: Lines, segments: readonly Segment[]): EventBody {
  let json: JsonObject | undefined;
  const response = {
    get json(): JsonObject {
      const usage = lines.records(segments).findLast((record) => record.kind === "usage");
      json ??= {
        object: "response",
        output: answerItems(lines.items(segments)),
        ...(usage?.kind === "usage" && { usage: usage.usage }),
      };
      return json;
    },
  };
  return { response, raw: () => lines.raw(segments) };
}

/** A tool call: its item on one line, its output on a later one, perhaps with a report between them. */
export function toolBody(lines: Lines, id: string, segments: readonly Segment[]): EventBody {
  const items = lines.items(segments);
  const call = items.find((item) => isCall(item) && (callId(item) ?? id) === id);
  const output = items.find((item) => isOutput(item) && callId(item) === id);
  const args = call === undefined ? undefined : argumentsOf(call);
  const content = output === undefined ? undefined : contentOf(output);
  const failed = output !== undefined && outcomeOf(output).isError;
  return {
    ...(args !== undefined && { request: { json: args } }),
    ...(content !== undefined && { response: { json: content } }),
    ...(failed && { error: { type: "tool_error", message: text(content) ?? JSON.stringify(content) } }),
    raw: () => lines.raw(segments),
  };
}

function argumentsOf(call: JsonObject): Json {
  const given = field(call, "arguments");
  return given === undefined ? (field(call, "input") ?? field(call, "action") ?? {}) : parsedArguments(given);
}

export function saidBody(lines: Lines, said: Said, segments: readonly Segment[]): EventBody {
  const raw = (): string => lines.raw(segments);
  if (said.part === "system") {
    return { request: { json: { role: "system", content: instructions(lines.json(segments[0])) } }, raw };
  }
  const item = lines.items(segments).find(isAsked);
  return item === undefined ? { raw } : { request: { json: item }, raw };
}

export function otherBody(lines: Lines, segments: readonly Segment[]): EventBody {
  const raw = (): string => lines.raw(segments);
  const json = lines.json(segments[0]);
  const payload = payloadOf(json);
  const record = recordOf(json);
  if (record.kind === "failure") return { error: errorOf(record.type, payload), raw };
  if (record.kind !== "report") return { after: payload, raw };
  const { report } = record;
  const output = field(report, "aggregated_output") ?? field(report, "stdout") ?? field(report, "result");
  return { request: { json: report }, ...(output !== undefined && { response: { json: output } }), raw };
}

function errorOf(type: string, payload: JsonObject): ErrorInfo {
  const error = field(payload, "error");
  const message =
    text(field(payload, "message")) ?? text(field(error, "message")) ?? text(field(payload, "reason")) ?? text(error);
  return { type, message: message ?? type, ...(isObject(error) && { detail: error }) };
}
