import { type AgentOptions, callTool, events, post, schema } from "./agent.ts";

const URL_CHAT = "https://api.openai.com/v1/chat/completions";

interface Call {
  readonly id: string;
  readonly type: string;
  readonly function: { name: string; arguments: string };
}

interface Said {
  readonly role: "assistant";
  readonly content: string | null;
  readonly tool_calls?: readonly Call[];
}

/** An agent on OpenAI chat completions: asks, runs the tools it is asked for, until the model only talks. */
export async function runChatAgent(options: AgentOptions, prompt: string | readonly object[]): Promise<string> {
  const messages: object[] = [
    { role: "system", content: options.system },
    { role: "user", content: prompt },
  ];
  for (;;) {
    const said = await ask(options, messages);
    messages.push(said);
    if (said.tool_calls === undefined) return said.content ?? "";
    for (const call of said.tool_calls) {
      const outcome = await callTool(options, call.id, call.function.name, JSON.parse(call.function.arguments));
      messages.push({ role: "tool", tool_call_id: outcome.id, content: outcome.text });
    }
  }
}

async function ask(options: AgentOptions, messages: readonly object[]): Promise<Said> {
  const tools = options.tools.map((tool) => ({
    type: "function",
    function: { name: tool.name, description: tool.description, parameters: schema(tool), strict: true },
  }));
  const stream = options.stream ? { stream: true, stream_options: { include_usage: true } } : {};
  const response = await post(options, URL_CHAT, {
    model: options.model,
    temperature: 0,
    messages,
    ...(tools.length > 0 ? { tools } : {}),
    ...stream,
  });
  if (options.stream) return fold(await events(response));
  const { choices } = (await response.json()) as { choices: [{ message: Said }] };
  const { content, tool_calls } = choices[0].message;
  return { role: "assistant", content, ...(tool_calls ? { tool_calls } : {}) };
}

interface Delta {
  readonly content?: string | null;
  readonly tool_calls?: readonly {
    index: number;
    id?: string;
    type?: string;
    function: { name?: string; arguments: string };
  }[];
}

function fold(chunks: readonly Record<string, unknown>[]): Said {
  let content: string | null = null;
  const calls: Call[] = [];
  for (const chunk of chunks) {
    const [choice] = chunk.choices as { delta: Delta }[];
    if (choice?.delta.content) content = (content ?? "") + choice.delta.content;
    for (const piece of choice?.delta.tool_calls ?? []) {
      const { id, function: named } = piece;
      if (id !== undefined)
        calls[piece.index] = { id, type: "function", function: { name: named.name ?? "", arguments: "" } };
      const call = calls[piece.index];
      if (call) call.function.arguments += named.arguments;
    }
  }
  return { role: "assistant", content, ...(calls.length > 0 ? { tool_calls: calls } : {}) };
}
