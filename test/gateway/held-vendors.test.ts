import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { describe, expect, onTestFinished, test } from "vitest";
import { Gateway } from "../../src/gateway/gateway.ts";
import { RecordingHandler } from "../../src/gateway/recording/recording-handler.ts";
import { upstreamOf } from "../../src/gateway/routes.ts";
import { nextHeld, nextNotice, rawCall, watchedGateway } from "./held-calls.ts";

const MESSAGES = [{ role: "user", content: "hi" }];

/** What a client of each API has to read out of a stream of its own form. */
const VENDORS: readonly (readonly [
  route: string,
  path: string,
  stream: boolean | undefined,
  waiting: string,
  said: RegExp,
])[] = [
  ["ollama", "/api/chat", undefined, "\n", /^\n+\{.*"content":"made up".*"done":true.*\}\n$/],
  ["ollama", "/api/chat", false, " ", /^ +\{.*"content":"made up".*\}$/],
  [
    "cohere",
    "/v2/chat",
    true,
    ": vcr\n\n",
    /event: content-delta\ndata: .*"text":"made up".*\n\n.*event: message-end\n/s,
  ],
  ["cohere", "/v2/chat", undefined, " ", /^ +\{.*"text":"made up".*\}$/],
];

describe("vendors with APIs of their own", () => {
  test.each(VENDORS)(
    "%s %s, stream %s: kept waiting, then answered by hand",
    async (route, path, stream, waiting, said) => {
      const here = await watchedGateway("phase:request", { times: { first: 5, every: 5 } });
      const opened = nextNotice(here.holds, (notice) =>
        notice.type === "held-changed" && notice.call.failsAs !== undefined ? notice.call : undefined,
      );
      const body = { model: "stub", messages: MESSAGES, ...(stream === undefined ? {} : { stream }) };
      const call = rawCall(`${here.route(route)}${path}`, body);
      here.holds.act((await opened).id, { do: "answer", body: "made up" });
      const answer = await call.answer;
      expect(answer.body.slice(0, waiting.length)).toBe(waiting);
      expect(answer.body).toMatch(said);
      expect(here.stub.exchanges).toEqual([]);
    },
  );

  test("binary answers have no bytes that mean nothing: nothing is sent while they are held", async () => {
    const here = await watchedGateway("phase:request", { times: { first: 5, every: 5 } });
    const held = nextHeld(here.holds);
    const speech = { model: "stub-tts", input: "hi", voice: "alloy" };
    const call = rawCall(`${here.route("openai")}/v1/audio/speech`, speech);
    const { id, template } = await held;
    expect(template).toBeUndefined();
    expect(() => here.holds.act(id, { do: "answer", body: "hello" })).toThrow("give the body of the answer as JSON");
    here.holds.act(id, { do: "continue" });
    expect((await call.answer).status).toBe(200);
    expect((await here.finished()).row(0).status).toBe("ok");
  });

  test("Gemini's stream without server-sent events is an array", async () => {
    const here = await watchedGateway("phase:request");
    const held = nextHeld(here.holds);
    const path = "/v1beta/models/stub:streamGenerateContent";
    const call = rawCall(`${here.route("gemini")}${path}`, { contents: [{ role: "user", parts: [{ text: "hi" }] }] });
    here.holds.act((await held).id, { do: "answer", body: "made up" });
    expect(JSON.parse((await call.answer).body)[0].candidates[0].content.parts[0].text).toBe("made up");
  });
});

test("an endless stream of events around calls is handed on as it comes, whatever breakpoints there are", async () => {
  const server = createServer((_request, response) => {
    response.writeHead(200, { "content-type": "text/event-stream" }).write("data: one\n\n");
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  const here = await watchedGateway("phase:response");
  const upstream = upstreamOf(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  if (upstream === undefined) throw new Error("no upstream");
  const routes = [{ id: "mcp-files", upstreams: [upstream], hosts: [] }];
  const handler = new RecordingHandler(here.recorder, { holds: here.holds });
  const gateway = new Gateway({ routes, handler, environment: {} });
  await gateway.listen();
  onTestFinished(async () => {
    await gateway.close();
    server.closeAllConnections();
    server.close();
  });
  const response = await fetch(`${gateway.url}/mcp-files/mcp`);
  const { value } = (await response.body?.getReader().read()) ?? {};
  expect(Buffer.from(value ?? []).toString()).toBe("data: one\n\n");
});
