import { pieces, type Reply, token } from "./script.ts";

/** OpenAI chat completions as they are on the wire: https://platform.openai.com/docs/api-reference/chat */

export function chatCompletion(reply: Reply): string {
  const { turn } = reply;
  const message = {
    role: "assistant",
    content: turn.text ?? null,
    ...(turn.calls ? { tool_calls: turn.calls.map((call, index) => toolCall(reply, call, index)) } : {}),
    refusal: null,
  };
  const choice = { index: 0, message, logprobs: null, finish_reason: finish(reply) };
  return JSON.stringify({ ...head(reply, "chat.completion"), choices: [choice], usage: usage(reply) }, null, 2);
}

/** The events of a streamed completion, one string each. */
export function chatChunks(reply: Reply): string[] {
  const { turn } = reply;
  const deltas: object[] = [{ role: "assistant", content: turn.text === undefined ? null : "", refusal: null }];
  for (const piece of pieces(turn.text ?? "")) deltas.push({ content: piece });
  for (const [index, call] of (turn.calls ?? []).entries()) {
    const { id, type, function: named } = toolCall(reply, call, index);
    deltas.push({ tool_calls: [{ index, id, type, function: { name: named.name, arguments: "" } }] });
    for (const piece of pieces(named.arguments))
      deltas.push({ tool_calls: [{ index, function: { arguments: piece } }] });
  }
  const choices = deltas.map((delta) => [{ index: 0, delta, logprobs: null, finish_reason: null as string | null }]);
  choices.push([{ index: 0, delta: {}, logprobs: null, finish_reason: finish(reply) }]);
  const events = choices.map((choice) => ({
    ...head(reply, "chat.completion.chunk"),
    choices: choice,
    usage: null as object | null,
  }));
  events.push({ ...head(reply, "chat.completion.chunk"), choices: [], usage: usage(reply) });
  return [...events.map((event) => `data: ${JSON.stringify(event)}\n\n`), "data: [DONE]\n\n"];
}

export function chatError(status: number, type: string, message: string): string {
  return JSON.stringify(
    { error: { message, type, param: null, code: status === 429 ? "rate_limit_exceeded" : null } },
    null,
    2,
  );
}

function head(reply: Reply, object: string) {
  return { id: `chatcmpl-${token(reply.number, 1)}`, object, created: reply.created, model: reply.model };
}

function toolCall(reply: Reply, call: { name: string; args: object }, index: number) {
  const id = `call_${token(reply.number, 10 + index)}`;
  return { id, type: "function", function: { name: call.name, arguments: JSON.stringify(call.args) } };
}

function finish(reply: Reply): string {
  return reply.turn.calls ? "tool_calls" : "stop";
}

function usage({ usage: { in: prompt_tokens, out: completion_tokens, cached: cached_tokens } }: Reply) {
  return {
    prompt_tokens,
    completion_tokens,
    total_tokens: prompt_tokens + completion_tokens,
    prompt_tokens_details: { cached_tokens },
    completion_tokens_details: { reasoning_tokens: 0 },
  };
}
