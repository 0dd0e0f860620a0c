/** A small MCP server and a client of it, as programs of their own; they speak lines of JSON-RPC over stdin and stdout. */

/** Writes a line to `LOG` when it starts, and one for each message. Its counter is its own: every start begins at 0. */
export const MCP_SERVER = `
  const { appendFileSync } = require("node:fs");
  const log = (line) => appendFileSync(process.argv[2], line + "\\n");
  log("started");
  let count = 0;
  const say = (message) => process.stdout.write(JSON.stringify({ jsonrpc: "2.0", ...message }) + "\\n");
  let asked;
  require("node:readline").createInterface({ input: process.stdin }).on("line", (line) => {
    const { id, method, params, result } = JSON.parse(line);
    log(method ?? "answer " + id);
    if (method === undefined) return say({ id: asked, result: { content: [{ type: "text", text: "roots " + JSON.stringify(result) }] } });
    if (id === undefined) return;
    if (method === "initialize") return say({ id, result: { protocolVersion: params.protocolVersion, capabilities: {}, serverInfo: { name: "s", version: "1" } } });
    if (method === "tools/list") return say({ id, result: { tools: [{ name: "add", inputSchema: { type: "object" } }] } });
    if (method === "resources/read") return say({ id, result: { contents: [{ uri: params.uri, text: "of " + params.uri }] } });
    if (method !== "tools/call") return say({ id, error: { code: -32601, message: "no " + method, data: { method } } });
    if (params.name === "roots") { asked = id; return say({ id: "s1", method: "roots/list" }); }
    if (params.name === "fail") return say({ id, result: { isError: true, content: [{ type: "text", text: "no" }] } });
    if (params.name === "broken") return say({ id, error: { code: -32602, message: "bad arguments" } });
    if (params.name === "next") return say({ id, result: { content: [{ type: "text", text: String(++count) }] } });
    say({ id, result: { content: [{ type: "text", text: String(params.arguments.a + params.arguments.b) }] } });
  });
`;

/**
 * \`node client.mjs SERVER ARGS...\` reads what to do from \`DO\`, JSON: \`["tools/call", {...}]\` asks the server, \`"words"\` the model. One line
 * for each answer. The server gets next to nothing of the environment, as SDKs start it.
 */
export const MCP_CLIENT = `
  import { spawn } from "node:child_process";
  const [, , command, ...args] = process.argv;
  const server = spawn(command, args, { stdio: ["pipe", "pipe", "inherit"], env: { PATH: process.env.PATH, HOME: process.env.HOME } });
  const send = (message) => server.stdin.write(JSON.stringify({ jsonrpc: "2.0", ...message }) + "\\n");
  const put = (value) => console.log(JSON.stringify(value));
  const waiting = new Map();
  let rest = "";
  server.stdout.on("data", (piece) => {
    const lines = (rest + piece).split("\\n");
    rest = lines.pop();
    for (const line of lines) {
      const message = JSON.parse(line);
      if (message.method === "roots/list") {
        put("asked for roots");
        send({ id: message.id, result: { roots: [] } });
      }
      else waiting.get(message.id)?.(message);
    }
  });
  const closed = new Promise((done) => server.on("close", done));
  closed.then(() => { for (const done of waiting.values()) done({ error: "the server has ended" }); });
  let id = 0;
  const ask = (method, params) => new Promise((done) => { waiting.set(id, done); send({ id: id++, method, params: { ...params, _meta: { progressToken: Math.random() } } }); });
  const answers = [];
  const model = async (content) => {
    const body = JSON.stringify({ model: "stub", messages: [{ role: "user", content }] });
    const answer = await (await fetch(process.env.OPENAI_BASE_URL + "/chat/completions", { method: "POST", body })).json();
    return answer.choices?.[0].message.content ?? answer;
  };
  put((await ask("initialize", { protocolVersion: "2025-06-18", capabilities: {}, clientInfo: { name: "c", version: String(Math.random()) } })).result.protocolVersion);
  send({ method: "notifications/initialized" });
  for (const one of JSON.parse(process.env.DO)) {
    if (typeof one === "string") put(await model(one));
    else { const { result, error } = await ask(...one); put(result ?? { error }); }
  }
  server.stdin.end();
  await closed;
`;
