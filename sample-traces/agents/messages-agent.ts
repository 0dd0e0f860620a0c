import { type AgentOptions, callTool, events, post, schema } from "./agent.ts";

const URL_MESSAGES = "https://api.anthropic.com/v1/messages";
const MAX_TOKENS = 1024;

type Block = { readonly type: string } & Record<string, unknown>;

/** An agent on Anthropic messages. Tools asked for in one answer run at the same time. */
export async function runMessagesAgent(options: AgentOptions, prompt: string): Promise<string> {
  const messages: object[] = [{ role: "user", content: prompt }];
  for (;;) {
    const content = await ask(options, messages);
    messages.push({ role: "assistant", content });
    const calls = content.filter((block) => block.type === "tool_use");
    if (calls.length === 0) return content.map((block) => (block.type === "text" ? block.text : "")).join("");
    const outcomes = await Promise.all(
      calls.map((call) => callTool(options, String(call.id), String(call.name), call.input)),
    );
    const results = outcomes.map(({ id, text, isError }) => ({
      type: "tool_result",
      tool_use_id: id,
      content: text,
      ...(isError ? { is_error: true } : {}),
    }));
    messages.push({ role: "user", content: results });
  }
}

async function ask(options: AgentOptions, messages: readonly object[]): Promise<Block[]> {
  const tools = options.tools.map((tool) => ({
    name: tool.name,
    description: tool.description,
    input_schema: schema(tool),
  }));
  const response = await post(options, URL_MESSAGES, {
    model: options.model,
    max_tokens: MAX_TOKENS,
    system: options.system,
    messages,
    ...(tools.length > 0 ? { tools } : {}),
    ...(options.stream ? { stream: true } : {}),
  });
  if (options.stream) return fold(await events(response));
  return ((await response.json()) as { content: Block[] }).content;
}

function fold(parts: readonly Record<string, unknown>[]): Block[] {
  const blocks: Block[] = [];
  const json: string[] = [];
  for (const part of parts) {
    const index = part.index as number;
    if (part.type === "content_block_start") {
      blocks[index] = part.content_block as Block;
      json[index] = "";
    }
    const block = blocks[index];
    if (part.type !== "content_block_delta" || block === undefined) continue;
    const { type: _type, partial_json, ...grown } = part.delta as Record<string, string>;
    for (const [key, value] of Object.entries(grown))
      blocks[index] = { ...block, [key]: `${block[key] ?? ""}${value}` };
    json[index] = (json[index] ?? "") + (partial_json ?? "");
  }
  return blocks.map((block, index) =>
    block.type === "tool_use" ? { ...block, input: JSON.parse(json[index] || "{}") } : block,
  );
}
