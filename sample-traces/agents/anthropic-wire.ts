import { pieces, type Reply, token } from "./script.ts";

/** Anthropic messages as they are on the wire: https://docs.anthropic.com/en/api/messages and /messages-streaming */

export function message(reply: Reply): string {
  return JSON.stringify({
    ...head(reply),
    content: blocks(reply),
    stop_reason: stop(reply),
    stop_sequence: null,
    usage: usage(reply),
  });
}

/** The events of a streamed message, one string each. */
export function messageEvents(reply: Reply): string[] {
  const start = {
    ...head(reply),
    content: [],
    stop_reason: null,
    stop_sequence: null,
    usage: { ...usage(reply), output_tokens: 1 },
  };
  const events: object[] = [{ type: "message_start", message: start }];
  for (const [index, block] of blocks(reply).entries()) {
    events.push(
      { type: "content_block_start", index, content_block: emptied(block) },
      ...(index === 0 ? [{ type: "ping" }] : []),
    );
    for (const delta of deltas(block)) events.push({ type: "content_block_delta", index, delta });
    events.push({ type: "content_block_stop", index });
  }
  const { output_tokens } = usage(reply);
  events.push({
    type: "message_delta",
    delta: { stop_reason: stop(reply), stop_sequence: null },
    usage: { output_tokens },
  });
  events.push({ type: "message_stop" });
  return events.map((event) => `event: ${"type" in event ? event.type : ""}\ndata: ${JSON.stringify(event)}\n\n`);
}

export function messageError(type: string, text: string): string {
  return JSON.stringify({ type: "error", error: { type, message: text } });
}

type Block =
  | { type: "thinking"; thinking: string; signature: string }
  | { type: "text"; text: string }
  | { type: "tool_use"; id: string; name: string; input: object };

function blocks({ turn, number }: Reply): Block[] {
  return [
    ...(turn.thinking
      ? [{ type: "thinking" as const, thinking: turn.thinking, signature: `sig-${token(number, 3)}` }]
      : []),
    ...(turn.text ? [{ type: "text" as const, text: turn.text }] : []),
    ...(turn.calls ?? []).map((call, index) => ({
      type: "tool_use" as const,
      id: `toolu_${token(number, 10 + index)}`,
      name: call.name,
      input: call.args,
    })),
  ];
}

function emptied(block: Block): Block {
  if (block.type === "thinking") return { ...block, thinking: "", signature: "" };
  return block.type === "text" ? { ...block, text: "" } : { ...block, input: {} };
}

function deltas(block: Block): object[] {
  if (block.type === "text") return pieces(block.text).map((text) => ({ type: "text_delta", text }));
  if (block.type === "tool_use") {
    return ["", ...pieces(JSON.stringify(block.input))].map((partial_json) => ({
      type: "input_json_delta",
      partial_json,
    }));
  }
  const thoughts = pieces(block.thinking).map((thinking) => ({ type: "thinking_delta", thinking }));
  return [...thoughts, { type: "signature_delta", signature: block.signature }];
}

function head(reply: Reply) {
  return { id: `msg_${token(reply.number, 1)}`, type: "message", role: "assistant", model: reply.model };
}

function stop(reply: Reply): string {
  return reply.turn.calls ? "tool_use" : "end_turn";
}

function usage({ usage: { in: all, cached, out: output_tokens } }: Reply) {
  return { input_tokens: all - cached, cache_creation_input_tokens: 0, cache_read_input_tokens: cached, output_tokens };
}
