import { request as httpRequest } from "node:http";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { Gateway } from "../../src/gateway/gateway.ts";
import type { RecordedAnswersOptions } from "../../src/gateway/replaying/recorded-answers.ts";
import { ReplayHandler } from "../../src/gateway/replaying/replay-handler.ts";
import { RunRecorder } from "../../src/record/run-recorder.ts";
import { Masker } from "../../src/redact/masker.ts";
import { WireReader } from "../../src/replay/calls/wire-call.ts";
import { matcherOf } from "../../src/replay/matching/matcher-by-name.ts";
import { recordingOf } from "../../src/replay/recording.ts";
import { replayRules } from "../../src/replay/replay-rules.ts";
import { ReplaySession } from "../../src/replay/replay-session.ts";
import { Secrets } from "../../src/replay/restore-secrets.ts";
import type { Run } from "../../src/run/run.ts";
import type { EventRecord } from "../../src/trace/write/record.ts";
import { openEvents, openRun } from "../support/agent-run.ts";
import { tempFolder } from "../support/temp-folder.ts";

/** A gateway that answers from `run` and saves what it does; its upstream is a port that nobody listens at. */
async function replaying(run: Run, options: Pick<RecordedAnswersOptions, "speed" | "wait"> = {}) {
  const rules = replayRules({});
  const masker = new Masker({ secrets: [] });
  const file = join(tempFolder(), "again.vcr");
  const recorder = new RunRecorder(file, { id: "r_again" }, { masker });
  const session = new ReplaySession(recordingOf(run, rules, "wire"), { matcher: matcherOf("identity"), rules });
  const reader = new WireReader(rules, { masker });
  const handler = new ReplayHandler({ session, reader, recorder, secrets: new Secrets({}), run: "r_1", ...options });
  const upstreams = [{ protocol: "http:" as const, hostname: "127.0.0.1", port: 9 }];
  const routes = ["openai", "anthropic", "gemini", "mcp-files"].map((id) => ({ id, upstreams, hosts: [] }));
  const gateway = new Gateway({ routes, handler, environment: {} });
  await gateway.listen();
  onTestFinished(() => gateway.close());
  return {
    session,
    url: (path: string) => `${gateway.url}${path}`,
    post: (path: string, body: unknown) =>
      fetch(`${gateway.url}${path}`, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify(body),
      }),
    saved: () => {
      recorder.close();
      return openRun(file);
    },
  };
}

const ASK = { model: "m", messages: [{ role: "user", content: "hi" }] };
const STREAM = 'data: {"choices":[{"index":0,"delta":{"content":"one"}}]}\n\ndata: [DONE]\n\n';

function chat(over: Partial<EventRecord> = {}, body: unknown = ASK): EventRecord {
  return {
    kind: "llm",
    name: "m",
    provider: "openai",
    op: "openai/chat",
    request: { method: "POST", path: "/v1/chat/completions", body: JSON.stringify(body), repeated: ["/messages"] },
    response: {
      status: 200,
      headers: { "content-type": "application/json", "x-request-id": "req_1" },
      body: '{ "id": 1.0 }',
    },
    ...over,
  };
}

function unanswered(over: Partial<EventRecord>, body: unknown = ASK): EventRecord {
  const { response: _, ...asked } = chat(over, body);
  return asked;
}

describe("a gateway that replays", () => {
  test("serves bytes and headers as they were recorded", async () => {
    const gateway = await replaying(await openEvents([chat()]));
    const answer = await gateway.post("/openai/v1/chat/completions", { messages: ASK.messages, model: "m" });
    expect([answer.status, answer.headers.get("x-request-id"), await answer.text()]).toEqual([
      200,
      "req_1",
      '{ "id": 1.0 }',
    ]);
  });

  test("waits before each piece of a stream as long as was recorded, so many times as fast, and never without a speed", async () => {
    const half = STREAM.indexOf("data: [DONE]");
    const chunks = [
      [0, half],
      [300, STREAM.length - half],
    ] as const;
    const headers = { "content-type": "text/event-stream" };
    const response = { status: 200, headers, streamed: true, body: STREAM, chunks };
    const run = await openEvents([chat({ response }, { ...ASK, stream: true })]);
    const waits = async (speed?: number): Promise<readonly number[]> => {
      const asked: number[] = [];
      const wait = async (milliseconds: number): Promise<void> => void asked.push(milliseconds);
      const gateway = await replaying(run, { ...(speed === undefined ? {} : { speed }), wait });
      const answer = await gateway.post("/openai/v1/chat/completions", { ...ASK, stream: true });
      expect(await answer.text()).toBe(STREAM);
      return asked;
    };
    expect([await waits(1), await waits(2), await waits()]).toEqual([[300], [150], []]);
  });

  test("waits before a whole answer as long as its call took", async () => {
    const run = await openEvents([chat({ durationMs: 900 })]);
    const asked: number[] = [];
    const gateway = await replaying(run, { speed: 3, wait: async (milliseconds) => void asked.push(milliseconds) });
    expect((await gateway.post("/openai/v1/chat/completions", ASK)).status).toBe(200);
    expect(asked).toEqual([300]);
  });

  test("an answer that the client did not wait for is served again", async () => {
    const response = {
      status: 200,
      streamed: true,
      body: STREAM,
      chunks: [
        [0, 10],
        [60_000, STREAM.length - 10],
      ] as const,
    };
    const run = await openEvents([chat({ response }, { ...ASK, stream: true })]);
    const gateway = await replaying(run, { speed: 1 });
    const body = JSON.stringify({ ...ASK, stream: true });
    const first = (): Promise<string> =>
      new Promise((resolve, reject) => {
        const ask = httpRequest(gateway.url("/openai/v1/chat/completions"), { method: "POST" }, (answer) =>
          answer.once("data", (piece: Buffer) => {
            ask.destroy();
            resolve(piece.toString());
          }),
        );
        ask.on("error", reject);
        ask.end(body);
      });
    expect(await first()).toBe(STREAM.slice(0, 10));
    await expect.poll(() => gateway.session.take(callLike(run))).toMatchObject({ type: "served", step: 0 });
  });

  test("a miss is an error of the provider's own shape that clients do not ask again after", async () => {
    const gateway = await replaying(await openEvents([chat()]));
    const other = { model: "m", messages: [{ role: "user", content: "hello" }] };
    const openai = await gateway.post("/openai/v1/chat/completions", other);
    expect([openai.status, openai.headers.get("x-should-retry")]).toEqual([400, "false"]);
    expect(await openai.json()).toMatchObject({
      error: {
        type: "invalid_request_error",
        code: "vcr_no_recording",
        message: expect.stringContaining(
          "this is a replay of r_1 and this call (llm openai/chat m) has no recording: it differs at /messages/0/content",
        ),
      },
    });
    const anthropic = await gateway.post("/anthropic/v1/messages", { ...other, max_tokens: 5 });
    expect(await anthropic.json()).toMatchObject({ type: "error", error: { type: "invalid_request_error" } });
    const gemini = await gateway.post("/gemini/v1beta/models/m:generateContent", { contents: [] });
    expect(await gemini.json()).toMatchObject({ error: { code: 400, status: "INVALID_ARGUMENT" } });
    await gateway.post("/openai/v1/chat/completions", other);
    expect(gateway.session.misses.map(({ miss, times }) => [miss.reason, miss.nearest?.step, times])).toEqual([
      ["differs", 0, 2],
      ["wrong-endpoint", undefined, 1],
      ["wrong-endpoint", undefined, 1],
    ]);
  });

  test("what goes on around calls is served as often as asked, and 404 where it was not recorded", async () => {
    const models: EventRecord = {
      kind: "http",
      name: "GET /v1/models",
      request: { method: "GET", path: "/v1/models" },
      response: { status: 200, body: '{"data":[]}' },
    };
    const gateway = await replaying(await openEvents([models, chat()]));
    for (let i = 0; i < 3; i++)
      expect(await (await fetch(gateway.url("/openai/v1/models"))).text()).toBe('{"data":[]}');
    expect((await fetch(gateway.url("/openai/v1/files"))).status).toBe(404);
    expect([gateway.session.misses, gateway.session.neverMade.map(({ step }) => step)]).toEqual([[], [1]]);
  });

  test("tools of MCP servers: found whatever the number, answered with the number that asked", async () => {
    const call: EventRecord = {
      kind: "tool",
      name: "read",
      provider: "mcp-files",
      op: "mcp",
      request: {
        method: "POST",
        path: "/mcp",
        body: '{"jsonrpc":"2.0","id":7,"method":"tools/call","params":{"name":"read","arguments":{"p":1},"_meta":{"progressToken":1}}}',
      },
      response: {
        status: 200,
        headers: { "content-type": "text/event-stream" },
        streamed: true,
        body: 'event: message\ndata: {"jsonrpc":"2.0","id":7,"result":{"content":[]}}\n\n',
      },
    };
    const gateway = await replaying(await openEvents([call]));
    const ask = (p: number) =>
      gateway.post("/mcp-files/mcp", {
        jsonrpc: "2.0",
        id: 40 + p,
        method: "tools/call",
        params: { name: "read", arguments: { p } },
      });
    expect(await (await ask(1)).text()).toBe(
      'event: message\ndata: {"jsonrpc":"2.0","id":41,"result":{"content":[]}}\n\n',
    );
    expect(await (await ask(2)).json()).toMatchObject({
      id: 42,
      error: { message: expect.stringContaining("this is a replay") },
    });
  });

  test("a connection that broke when it was recorded breaks again, after the same bytes", async () => {
    const error = { type: "upstream-abort", message: "the server closed the connection" };
    const response = { status: 200, streamed: true, cut: true, body: STREAM.slice(0, 20), chunks: [[0, 20]] as const };
    const run = await openEvents([chat({ response, error, status: "truncated" }, { ...ASK, stream: true })]);
    const gateway = await replaying(run);
    const answer = await gateway.post("/openai/v1/chat/completions", { ...ASK, stream: true });
    await expect(answer.text()).rejects.toThrow();
  });

  describe("a client that went away when it was recorded is given the time to do so again", () => {
    const error = { type: "client-abort", message: "the client closed the connection" };

    test("behind the bytes that it had got", async () => {
      const response = {
        status: 200,
        streamed: true,
        cut: true,
        body: STREAM.slice(0, 20),
        chunks: [[0, 20]] as const,
      };
      const run = await openEvents([chat({ response, error, status: "truncated" }, { ...ASK, stream: true })]);
      const waits: number[] = [];
      const left = opened();
      const wait = (milliseconds: number, gone: AbortSignal): Promise<void> => {
        waits.push(milliseconds);
        gone.addEventListener("abort", () => left.resolve());
        return left.promise;
      };
      const gateway = await replaying(run, { wait });
      const answer = await gateway.post("/openai/v1/chat/completions", { ...ASK, stream: true });
      const reader = answer.body?.getReader();
      expect(Buffer.from((await reader?.read())?.value ?? []).toString()).toBe(STREAM.slice(0, 20));
      await reader?.cancel();
      await left.promise;
      expect(waits).toEqual([5000]);
      expect(JSON.parse((await gateway.saved()).body(0).raw().split("\n")[1] ?? "")).toMatchObject({ error });
    });

    test("before any answer, where it had not waited long; else it is told at once", async () => {
      const short = unanswered({ error, status: "truncated", durationMs: 40 });
      const long = unanswered({ error, status: "truncated", durationMs: 60_000 }, { ...ASK, n: 2 });
      const asked = opened();
      const left = opened();
      const wait = (_: number, gone: AbortSignal): Promise<void> => {
        gone.addEventListener("abort", () => left.resolve());
        asked.resolve();
        return left.promise;
      };
      const gateway = await replaying(await openEvents([short, long]), { wait });
      const path = gateway.url("/openai/v1/chat/completions");
      const giving = new AbortController();
      const given = fetch(path, { method: "POST", body: JSON.stringify(ASK), signal: giving.signal });
      await asked.promise;
      giving.abort();
      await expect(given).rejects.toThrow();
      const told = await gateway.post("/openai/v1/chat/completions", { ...ASK, n: 2 });
      expect([told.status, await told.text()]).toEqual([502, expect.stringContaining(error.message)]);
    });
  });

  test("the saved run says of each event where it came from, and why not", async () => {
    const gateway = await replaying(await openEvents([chat()]));
    await (await gateway.post("/openai/v1/chat/completions", ASK)).text();
    await (await gateway.post("/openai/v1/chat/completions", ASK)).text();
    const saved = await gateway.saved();
    const heads = [0, 1].map((i) => JSON.parse(saved.body(i).raw().split("\n")[0] ?? ""));
    expect([saved.row(0).origin, heads[0].servedFrom]).toEqual(["replayed", 0]);
    expect([saved.row(1).origin, heads[1].miss]).toEqual([
      "injected",
      { reason: "already-served", words: "it was recorded once and has been served", nearest: 0 },
    ]);
  });
});

/** A promise that is kept by hand. */
function opened(): { readonly promise: Promise<void>; readonly resolve: () => void } {
  let resolve = (): void => undefined;
  const promise = new Promise<void>((done) => {
    resolve = done;
  });
  return { promise, resolve };
}

/** The first call of `run`, as if it were made once more. */
function callLike(run: Run) {
  const [call] = recordingOf(run, replayRules({}), "wire").calls;
  if (call === undefined) throw new Error("no call");
  const { kind, name, op, place, exact, wide, request, sketch } = call;
  return { kind, name, op, place, exact, wide, request, sketch, identity: () => "", lane: "", otherForm: [] };
}
