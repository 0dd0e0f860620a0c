import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import { describe, expect, onTestFinished, test } from "vitest";
import { Gateway } from "../../src/gateway/gateway.ts";
import { RecordingHandler } from "../../src/gateway/recording/recording-handler.ts";
import type { Upstream } from "../../src/gateway/routes.ts";
import type { Run } from "../../src/run/run.ts";
import { recordingGateway } from "../support/recording-gateway.ts";

const chat = (content: string, more: object = {}): RequestInit => ({
  method: "POST",
  headers: { "content-type": "application/json", authorization: "Bearer stub-key-0001" },
  body: JSON.stringify({ model: "stub", messages: [{ role: "user", content }], ...more }),
});

/** Bytes of the answer as the run gives them back. */
function answered(run: Run, i: number): Buffer {
  const { text, bytes } = run.body(i).response ?? {};
  return Buffer.from(text ?? bytes ?? "");
}

/** Where a server is that ends with the test. */
async function listening(server: Server): Promise<Upstream> {
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { protocol: "http:", hostname: "127.0.0.1", port: (server.address() as AddressInfo).port };
}

const ENDPOINTS: readonly (readonly [route: string, path: string, body: object])[] = [
  ["openai", "/v1/chat/completions", { model: "stub", messages: [{ role: "user", content: "hi" }] }],
  ["openai", "/v1/chat/completions", { model: "stub", stream: true, messages: [{ role: "user", content: "hi" }] }],
  ["openai", "/v1/responses", { model: "stub", input: "hi" }],
  ["openai", "/v1/responses", { model: "stub", input: "hi", stream: true }],
  ["anthropic", "/v1/messages", { model: "stub", max_tokens: 9, messages: [{ role: "user", content: "hi" }] }],
  [
    "anthropic",
    "/v1/messages",
    { model: "stub", max_tokens: 9, stream: true, messages: [{ role: "user", content: "hi" }] },
  ],
  ["gemini", "/v1beta/models/stub:generateContent", { contents: [{ role: "user", parts: [{ text: "hi" }] }] }],
  [
    "gemini",
    "/v1beta/models/stub:streamGenerateContent?alt=sse",
    { contents: [{ role: "user", parts: [{ text: "hi" }] }] },
  ],
  ["cohere", "/v2/chat", { model: "stub", messages: [{ role: "user", content: "hi" }] }],
  ["cohere", "/v2/chat", { model: "stub", stream: true, messages: [{ role: "user", content: "hi" }] }],
  ["ollama", "/api/chat", { model: "stub", messages: [{ role: "user", content: "hi" }] }],
  ["openai", "/v1/embeddings", { model: "stub-embed", input: "hi" }],
  ["openai", "/v1/audio/speech", { model: "stub-tts", input: "hi", voice: "alloy" }],
];

describe("what the agent gets and what the file holds are what the provider sent", () => {
  test.each([[undefined], ["gzip"], ["br"], ["deflate"]] as const)("compressed with %s", async (encoding) => {
    const here = await recordingGateway(encoding === undefined ? {} : { compress: [encoding] });
    const got: Buffer[] = [];
    for (const [route, path, body] of ENDPOINTS) {
      const response = await fetch(`${here.route(route)}${path}`, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify(body),
      });
      got.push(Buffer.from(await response.arrayBuffer()));
    }
    const run = await here.finished();
    expect(run.length).toBe(ENDPOINTS.length);
    for (const [i, exchange] of here.stub.exchanges.entries()) {
      const [route, path, body] = ENDPOINTS[i] ?? [];
      expect({ i, equal: got[i]?.equals(exchange.sent) }).toEqual({ i, equal: true });
      expect({ i, equal: answered(run, i).equals(exchange.sent) }).toEqual({ i, equal: true });
      expect(run.body(i).request?.text).toBe(JSON.stringify(body));
      expect({ route, path: run.body(i).request?.path, status: run.row(i).status }).toEqual({
        route,
        path,
        status: "ok",
      });
      const { chunks, streamed } = run.body(i).response ?? {};
      if (streamed) expect(chunks?.reduce((sum, [, length]) => sum + length, 0)).toBe(exchange.sent.length);
    }
    expect(run.damages).toEqual([]);
  });

  test("rows say kind, model, provider and tokens", async () => {
    const here = await recordingGateway();
    for (const [route, path, body] of ENDPOINTS) {
      await (await fetch(`${here.route(route)}${path}`, { method: "POST", body: JSON.stringify(body) })).arrayBuffer();
    }
    await (await fetch(`${here.route("openai")}/v1/models`)).arrayBuffer();
    const run = await here.finished();
    const rows = Array.from({ length: run.length }, (_, i) => run.row(i));
    expect(rows.map(({ kind, name, provider, tokens }) => [kind, name, provider, tokens?.in, tokens?.out])).toEqual([
      ["llm", "stub", "openai", 11, 6],
      ["llm", "stub", "openai", undefined, undefined],
      ["llm", "stub", "openai", 11, 6],
      ["llm", "stub", "openai", 11, 6],
      ["llm", "stub", "anthropic", 11, 6],
      ["llm", "stub", "anthropic", 11, 6],
      ["llm", "stub", "gemini", 11, 6],
      ["llm", "stub", "gemini", 11, 6],
      ["llm", "stub", "cohere", 11, 6],
      ["llm", "stub", "cohere", 11, 6],
      ["llm", "stub", "ollama", 11, 6],
      ["memory", "stub-embed", "openai", 4, undefined],
      ["llm", "stub-tts", "openai", undefined, undefined],
      ["http", "GET /v1/models", "openai", undefined, undefined],
    ]);
  });
});

test("a call in flight is in the file before the provider answers", async () => {
  const here = await recordingGateway();
  const abort = new AbortController();
  const call = fetch(`${here.route("openai")}/v1/chat/completions`, {
    ...chat("[[hang]]"),
    signal: abort.signal,
  }).catch(() => "given up");
  while (here.stub.exchanges.length === 0) await pause(5);
  const { readFileSync } = await import("node:fs");
  expect(readFileSync(here.file, "utf8")).toContain('{"seq":0,"kind":"llm"');
  expect(readFileSync(here.file, "utf8")).not.toContain('{"end":0');
  abort.abort();
  expect(await call).toBe("given up");
  const run = await here.finished();
  expect(run.row(0).status).toBe("truncated");
  expect(run.body(0).error?.type).toBe("client-abort");
});

test("a failed exchange and its repetition", async () => {
  const here = await recordingGateway();
  const post = async (text: string) => {
    const response = await fetch(`${here.route("openai")}/v1/chat/completions`, chat(text));
    await response.arrayBuffer();
    return response.status;
  };
  expect([await post("[[fail 429]]"), await post("[[fail 429]]"), await post("other"), await post("other")]).toEqual([
    429, 200, 200, 200,
  ]);
  const run = await here.finished();
  const rows = Array.from({ length: run.length }, (_, i) => run.row(i));
  expect(rows.map(({ status, retryOf }) => [status, retryOf])).toEqual([
    ["error", undefined],
    ["ok", 0],
    ["ok", undefined],
    ["ok", undefined],
  ]);
  expect(run.body(0).response?.status).toBe(429);
  expect(run.body(0).response?.headers?.["retry-after"]).toBe("0");
  expect(run.body(0).error?.message).toBe("stub says 429");
});

test("a stream that the provider breaks off reaches the agent broken and is marked", async () => {
  const here = await recordingGateway();
  const response = await fetch(`${here.route("openai")}/v1/chat/completions`, chat("[[cut]]", { stream: true }));
  await expect(response.text()).rejects.toThrow();
  const run = await here.finished();
  expect(run.row(0).status).toBe("truncated");
  expect(run.body(0).response?.cut).toBe(true);
  expect(run.body(0).error?.type).toBe("upstream-abort");
  expect(answered(run, 0).equals(here.stub.exchanges[0]?.sent ?? Buffer.alloc(0))).toBe(true);
});

test("an agent that stops listening stops the provider, and what it heard is kept", async () => {
  const here = await recordingGateway();
  const abort = new AbortController();
  const response = await fetch(`${here.route("openai")}/v1/chat/completions`, {
    ...chat("[[slow 30]]", { stream: true }),
    signal: abort.signal,
  });
  const reader = response.body?.getReader();
  await reader?.read();
  abort.abort();
  while (here.stub.exchanges[0]?.closedEarly !== true) await pause(5);
  const run = await here.finished();
  expect([run.row(0).status, run.body(0).error?.type]).toEqual(["truncated", "client-abort"]);
  expect(answered(run, 0).length).toBeGreaterThan(0);
});

test("a client that leaves after the end mark of a stream has had all of it", async () => {
  const here = await recordingGateway();
  const response = await fetch(`${here.route("openai")}/v1/chat/completions`, chat("hi", { stream: true }));
  const reader = response.body?.getReader();
  let text = "";
  while (!text.includes("[DONE]")) text += Buffer.from((await reader?.read())?.value ?? []).toString();
  await reader?.cancel();
  const run = await here.finished();
  expect(run.row(0).status).toBe("ok");
});

test("pieces of a stream come when they are sent", async () => {
  const here = await recordingGateway();
  const piece = (n: number): string => `data: {"choices":[{"index":0,"delta":{"content":"${n}"}}]}\n\n`;
  // The next one is sent when the one before it has arrived: had they been collected, nothing would come.
  let send = (_text: string): void => {};
  const provider = createServer((_request, response) => {
    response.writeHead(200, { "content-type": "text/event-stream" });
    send = (text) => void response.write(text);
    send(piece(0));
  });
  const upstream = await listening(provider);
  const handler = new RecordingHandler(here.recorder, { holds: here.holds });
  const gateway = new Gateway({
    routes: [{ id: "openai", upstreams: [upstream], hosts: [] }],
    handler,
    environment: {},
  });
  await gateway.listen();
  onTestFinished(() => gateway.close());
  const response = await fetch(`${gateway.url}/openai/v1/chat/completions`, chat("hi", { stream: true }));
  const reader = response.body?.getReader();
  for (let n = 0; n < 8; n++) {
    const { value } = (await reader?.read()) ?? {};
    expect(Buffer.from(value ?? []).toString()).toBe(piece(n));
    send(piece(n + 1));
  }
  await reader?.cancel();
  const run = await here.finished();
  const { chunks = [] } = run.body(0).response ?? {};
  expect(chunks.slice(0, 8).map(([, length]) => length)).toEqual(Array(8).fill(piece(0).length));
});

test("tool calls and their results are told in the index", async () => {
  const here = await recordingGateway();
  const url = `${here.route("openai")}/v1/chat/completions`;
  const first = (await (await fetch(url, chat("[[tool]]"))).json()) as { choices: { message: object }[] };
  const messages = [
    { role: "user", content: "[[tool]]" },
    first.choices[0]?.message,
    { role: "tool", tool_call_id: "call_stub1", content: "rain" },
  ];
  await (await fetch(url, { method: "POST", body: JSON.stringify({ model: "stub", messages }) })).json();
  const run = await here.finished();
  const rows = Array.from({ length: run.length }, (_, i) => run.row(i));
  expect(rows.map(({ step, kind, name, status }) => [step, kind, name, status])).toEqual([
    ["0", "llm", "stub", "ok"],
    ["0a", "tool", "get_weather", "ok"],
    ["1", "llm", "stub", "ok"],
  ]);
});

test("a tool whose result says that it failed is an error, also where the API has no flag for it", async () => {
  const here = await recordingGateway();
  const url = `${here.route("openai")}/v1/chat/completions`;
  const first = (await (await fetch(url, chat("[[tool]]"))).json()) as { choices: { message: object }[] };
  const messages = [
    { role: "user", content: "[[tool]]" },
    first.choices[0]?.message,
    { role: "tool", tool_call_id: "call_stub1", content: '{"error":"timeout after 200 ms"}' },
  ];
  await (await fetch(url, { method: "POST", body: JSON.stringify({ model: "stub", messages }) })).json();
  const run = await here.finished();
  const tool = run.indexOf("0a");
  expect([run.row(tool).status, run.what(tool)]).toEqual(["error", "timeout after 200 ms"]);
});

test("a provider that cannot be reached: the agent is told, the file says why", async () => {
  const here = await recordingGateway();
  await here.stub.close();
  const response = await fetch(`${here.route("openai")}/v1/chat/completions`, chat("hi"));
  expect(response.status).toBe(502);
  const run = await here.finished();
  expect([run.row(0).status, run.body(0).error?.type]).toEqual(["error", "ECONNREFUSED"]);
});

test("the key of a request is nowhere in its file", async () => {
  const here = await recordingGateway();
  await (
    await fetch(
      `${here.route("openai")}/v1/chat/completions?api_key=query-key-0002`,
      chat("my key is stub-key-0001 and query-key-0002"),
    )
  ).text();
  await here.finished();
  const { readFileSync } = await import("node:fs");
  const text = readFileSync(here.file, "utf8");
  expect(text).not.toContain("stub-key-0001");
  expect(text).not.toContain("query-key-0002");
  expect(text).toContain("my key is <API_KEY> and <API_KEY>");
});
