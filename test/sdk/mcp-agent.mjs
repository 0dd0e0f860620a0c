// `node mcp-agent.mjs SERVER ARGS...`: an agent whose tools come from an MCP server, which it starts. One line of JSON for each thing it learns.
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { CreateMessageRequestSchema } from "@modelcontextprotocol/sdk/types.js";
import OpenAI from "openai";

const [, , command, ...args] = process.argv;
const say = (value) => console.log(JSON.stringify(value));
const model = new OpenAI();
const ask = async (messages, tools) =>
  (await model.chat.completions.create({ model: "stub", messages, ...(tools ? { tools } : {}) })).choices[0].message;

const client = new Client({ name: "agent", version: "1.0.0" }, { capabilities: { sampling: {} } });
client.setRequestHandler(CreateMessageRequestSchema, async ({ params }) => {
  const { content } = await ask(params.messages.map(({ role, content }) => ({ role, content: content.text })));
  return { model: "stub", role: "assistant", content: { type: "text", text: content } };
});
await client.connect(new StdioClientTransport({ command, args, stderr: "inherit" }));
const { tools } = await client.listTools();
say(tools.map(({ name }) => name));
say((await client.readResource({ uri: "weather://about" })).contents[0].text);
const { messages: prompt } = await client.getPrompt({ name: "ask", arguments: { city: "Oslo" } });
const messages = prompt.map(({ role, content }) => ({ role, content: content.text }));
const functions = tools.map(({ name, description, inputSchema }) => ({
  type: "function",
  function: { name, description, parameters: inputSchema },
}));
for (;;) {
  const message = await ask(messages, functions);
  messages.push(message);
  if (message.tool_calls === undefined) break;
  for (const { id, function: called } of message.tool_calls) {
    const result = await client.callTool({ name: called.name, arguments: JSON.parse(called.arguments) });
    say(result);
    messages.push({ role: "tool", tool_call_id: id, content: result.content[0].text });
  }
}
messages.push({ role: "user", content: "thanks" });
say((await ask(messages, functions)).content);
say(await client.callTool({ name: "get_weather", arguments: { city: process.env.CITY ?? "Rome" } }));
say(await client.callTool({ name: "get_weather", arguments: { city: "Atlantis" } }));
say(await client.callTool({ name: "in_short", arguments: { text: "a long story" } }));
await client.close();
