import { closeSync, mkdtempSync, openSync, rmSync, writeSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Fingerprints } from "../../src/identity/fingerprint.ts";
import { rulesOf } from "../../src/identity/rules.ts";
import { recordAs } from "../../src/record/record.ts";
import { splitBody, splitRequest } from "../../src/record/request/split-request.ts";
import { RunRecorder } from "../../src/record/run-recorder.ts";
import { llm } from "../../src/record/wrapped/wrap.ts";
import { environmentSecrets } from "../../src/redact/environment-secrets.ts";
import { Masker } from "../../src/redact/masker.ts";
import { replay } from "../../src/replay/replay-run.ts";
import { TraceWriter } from "../../src/trace/write/writer.ts";
import { CHAT_PATH, ENVIRONMENT, LongConversation, smallAnswer, smallRequest } from "./engine-requests.ts";

/**
 * Work of the engine without a network, in a process of its own: `identity`, `recorder`, `replay EVENTS`. Prints lists of milliseconds
 * by job as one JSON line.
 */
const ROUNDS = 40;
const WARM = 10;
const MEGABYTE = 1 << 20;
const folder = mkdtempSync(join(tmpdir(), "vcr-bench-engine-"));
const results: Record<string, number[]> = {};
const [kind, count = "0"] = process.argv.slice(2);
try {
  if (kind === "identity") identities();
  if (kind === "recorder") recorders();
  if (kind === "replay") await replays(Number(count));
} finally {
  rmSync(folder, { recursive: true });
}
process.stdout.write(`${JSON.stringify(results)}\n`);

function timed(job: string, work: () => void): void {
  const start = performance.now();
  work();
  const ms = performance.now() - start;
  results[job] = [...(results[job] ?? []), ms];
}

/** The first rounds are for the compiler. */
function warmed(): void {
  for (const list of Object.values(results)) list.splice(0, WARM);
}

/** From the bytes of a body to its identity, nothing of it seen before. */
function identities(): void {
  for (let round = 0; round < ROUNDS * 10; round++) {
    const small = Buffer.from(smallRequest(round));
    timed("2 KB", () => identify(new Fingerprints(rulesOf()), small));
  }
  for (let round = 0; round < ROUNDS; round++) {
    const long = Buffer.from(new LongConversation(MEGABYTE, round).next());
    timed("1 MB", () => identify(new Fingerprints(rulesOf()), long));
  }
  warmed();
}

function identify(fingerprints: Fingerprints, body: Buffer): void {
  const split = splitRequest(body, ["/messages", "/tools"]);
  if (split === undefined) throw new Error("no JSON");
  fingerprints.of({ op: "openai/chat", method: "POST", path: CHAT_PATH, body: splitBody(split) });
}

/** Calls of a conversation of 30 KB, one message more each time; all of it new; and the same bytes by one system call. */
function recorders(): void {
  const masker = new Masker({ secrets: environmentSecrets(ENVIRONMENT) });
  const recorder = new RunRecorder(join(folder, "calls.vcr"), { id: "r_bench" }, { masker });
  const writer = new TraceWriter(join(folder, "events.vcr"), { id: "r_bench" });
  const fd = openSync(join(folder, "bytes"), "a", 0o600);
  const answer = smallAnswer(1);
  for (let task = 0; task < 20; task++) {
    const conversation = new LongConversation(27_000, task);
    for (let round = 0; round < 10; round++) {
      const text = conversation.next();
      const body = Buffer.from(text);
      const fresh = new LongConversation(30_000, 1000 + task * 10 + round).next();
      const bytes = Buffer.from(fresh);
      if (round > 0) timed("call", () => recordCall(recorder, body, answer));
      else recordCall(recorder, body, answer);
      timed("event", () => writeEvent(writer, fresh, answer));
      timed("writeSync", () => writeSync(fd, bytes));
    }
  }
  closeSync(fd);
  writer.close();
  recorder.close();
  warmed();
}

function recordCall(recorder: RunRecorder, body: Uint8Array, answer: string): void {
  const target = { method: "POST", path: CHAT_PATH, host: "api.openai.com", route: "openai" };
  const headers = ["content-type", "application/json"];
  const exchange = recorder.begin({ ...target, url: `https://api.openai.com${CHAT_PATH}`, headers, body });
  exchange.head(200, ["Content-Type", "application/json"]);
  exchange.data(Buffer.from(answer));
  exchange.end({ how: "complete" });
}

function writeEvent(writer: TraceWriter, body: string, answer: string): void {
  const target = { method: "POST", path: CHAT_PATH, repeated: ["/messages", "/tools"] };
  const response = { status: 200, body: answer };
  writer.write({ kind: "llm", name: "gpt-4o-mini", op: "openai/chat", at: 1, request: { ...target, body }, response });
}

/** A program of wrapped calls, recorded, then answered from its recording: opening the file is part of it. */
async function replays(events: number): Promise<void> {
  const path = join(folder, "run.vcr");
  const requests = Array.from({ length: events }, (_, n) => JSON.parse(smallRequest(n % 50)) as Request);
  const answers = Array.from({ length: 50 }, (_, n) => JSON.parse(smallAnswer(n)) as object);
  const model = llm(async ({ number }: Request) => answers[number % 50], { name: "gpt-4o-mini" });
  const program = async (): Promise<void> => {
    for (const [number, { model: name, messages }] of requests.entries())
      await model({ number, model: name, messages });
  };
  await recordAs("bench")(path, {}, program);
  const start = performance.now();
  await replay(path, { match: "strict" }, program);
  results["load and replay"] = [performance.now() - start];
}

interface Request {
  readonly number: number;
  readonly model: string;
  readonly messages: readonly object[];
}
