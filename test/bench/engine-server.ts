import { Agent, request as ask, createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { Gateway } from "../../src/gateway/gateway.ts";
import { RecordingHandler } from "../../src/gateway/recording/recording-handler.ts";
import { ReplayHandler } from "../../src/gateway/replaying/replay-handler.ts";
import { type Upstream, upstreamOf } from "../../src/gateway/routes.ts";
import { RunRecorder } from "../../src/record/run-recorder.ts";
import { environmentSecrets } from "../../src/redact/environment-secrets.ts";
import { Masker } from "../../src/redact/masker.ts";
import { WireReader } from "../../src/replay/calls/wire-call.ts";
import { strictMatcher } from "../../src/replay/matching/strict-matcher.ts";
import { recordingOf } from "../../src/replay/recording.ts";
import { replayRules } from "../../src/replay/replay-rules.ts";
import { ReplaySession } from "../../src/replay/replay-session.ts";
import { Secrets } from "../../src/replay/restore-secrets.ts";
import { readAll } from "../../src/run/drive.ts";
import { openFile } from "../../src/run/open-file.ts";
import { ENVIRONMENT, smallAnswer } from "./engine-requests.ts";

/**
 * One server of the engine's jobs in a process of its own: `stub`, `proxy URL`, `record URL FILE`, `replay FILE [SAVED]`. Prints the URL that a
 * client is to put before its path, and lives until its standard input ends.
 */
const [kind, first = "", second = ""] = process.argv.slice(2);
const SERVERS: Readonly<Record<string, () => Promise<string>>> = {
  stub: () => listening(stub),
  proxy: () => listening(proxyTo(upstream(first))),
  record: () => recording(upstream(first), second),
  replay: () => replaying(first, second),
};
process.stdout.write(`${await SERVERS[kind ?? ""]?.()}\n`);
process.stdin.resume().on("end", () => process.exit());

function upstream(url: string): Upstream {
  const found = upstreamOf(url);
  if (found === undefined) throw new Error(`no upstream: ${url}`);
  return found;
}

async function listening(take: (request: IncomingMessage, response: ServerResponse) => void): Promise<string> {
  const server = createServer({ keepAliveTimeout: 60_000 }, take);
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** Answers with 1 KB, or with the frames of a stream, each with the moment at which it was written. */
function stub(request: IncomingMessage, response: ServerResponse): void {
  const frames = Number(request.headers["x-bench-frames"] ?? 0);
  request.resume().on("end", () => {
    if (frames > 0) return stream(response, frames);
    response.writeHead(200, { "content-type": "application/json", "content-length": ANSWER.length }).end(ANSWER);
  });
}

const ANSWER = Buffer.from(smallAnswer(1));
const FRAME_MS = 4;

function stream(response: ServerResponse, left: number): void {
  if (!response.headersSent) {
    response.writeHead(200, { "content-type": "text/event-stream" });
    response.socket?.setNoDelay(true);
  }
  if (left === 0) return void response.end("data: [DONE]\n\n");
  const delta = { content: String(process.hrtime.bigint()) };
  const chunk = { id: "chatcmpl-1", object: "chat.completion.chunk", choices: [{ index: 0, delta }] };
  response.write(`data: ${JSON.stringify(chunk)}\n\n`);
  setTimeout(() => stream(response, left - 1), FRAME_MS);
}

/** The least that a proxy on Node does. */
function proxyTo({ hostname: host, port }: Upstream): (request: IncomingMessage, response: ServerResponse) => void {
  const agent = new Agent({ keepAlive: true });
  return (request, response) => {
    const { method = "GET", url: path = "/", headers } = request;
    const outgoing = ask({ agent, host, port, method, path, headers }, (incoming) => {
      response.writeHead(incoming.statusCode ?? 502, incoming.rawHeaders);
      response.flushHeaders();
      incoming.pipe(response);
    });
    outgoing.on("error", () => response.destroy());
    request.pipe(outgoing);
  };
}

async function recording(to: Upstream, path: string): Promise<string> {
  const masker = new Masker({ secrets: environmentSecrets(ENVIRONMENT) });
  const recorder = new RunRecorder(path, { id: "r_bench" }, { masker });
  return started(new Gateway({ routes: routes(to), handler: new RecordingHandler(recorder), environment: {} }));
}

async function replaying(path: string, saved: string): Promise<string> {
  const file = await openFile(path);
  await readAll(file);
  const [run] = file.runs;
  if (run === undefined) throw new Error(`${path} holds no run`);
  const rules = replayRules({}, undefined);
  const session = new ReplaySession(recordingOf(run, rules, "wire"), { matcher: strictMatcher(), rules });
  const masker = new Masker({ secrets: environmentSecrets(ENVIRONMENT) });
  const recorder = saved === "" ? undefined : new RunRecorder(saved, { id: "r_bench" }, { masker });
  const reader = new WireReader(rules, { masker, book: recorder?.book });
  const handler = new ReplayHandler({ session, reader, secrets: new Secrets({}), run: "bench", recorder });
  return started(new Gateway({ routes: routes(upstream("http://127.0.0.1:9")), handler, environment: {} }));
}

function routes(to: Upstream) {
  return [{ id: "openai", upstreams: [to], hosts: [] }];
}

async function started(gateway: Gateway): Promise<string> {
  await gateway.listen();
  return `${gateway.url}/openai`;
}
