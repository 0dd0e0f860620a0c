// An MCP server as its SDK makes it. `node mcp-server.mjs LOG` appends a line to LOG when it starts.
import { appendFileSync } from "node:fs";
import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import { z } from "zod";

appendFileSync(process.argv[2], "started\n");
const server = new McpServer({ name: "weather", version: "1.0.0" });
const said = (text) => ({ content: [{ type: "text", text }] });

server.registerTool("get_weather", { description: "weather", inputSchema: { city: z.string() } }, ({ city }) => {
  if (city === "Atlantis") throw new Error("no such city");
  return said(`rain in ${city} at ${process.hrtime.bigint()}`);
});
server.registerTool(
  "in_short",
  { description: "asks the client's model", inputSchema: { text: z.string() } },
  async ({ text }) => {
    const content = { type: "text", text: `In short: ${text}` };
    const answer = await server.server.createMessage({ messages: [{ role: "user", content }], maxTokens: 9 });
    return said(`in short: ${answer.content.text}`);
  },
);
server.registerResource("about", "weather://about", {}, (uri) => ({
  contents: [{ uri: uri.href, text: "about weather" }],
}));
server.registerPrompt("ask", { argsSchema: { city: z.string() } }, ({ city }) => ({
  messages: [{ role: "user", content: { type: "text", text: `Weather in ${city}? [[tool]]` } }],
}));
await server.connect(new StdioServerTransport());
