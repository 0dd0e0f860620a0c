import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type EventRecord, writeTrace } from "../../src/index.ts";
import { workplace } from "../support/record-cli.ts";
import { StubProvider } from "../support/stub-provider.ts";

const stub = new StubProvider();
let base = "";
beforeAll(async () => {
  base = await stub.listen();
});
afterAll(() => stub.close());

/** Tells the model the day, by fetch and by node:http, and draws. */
const AGENT = `
import crypto from "node:crypto";
import http from "node:http";
const say = (text) => JSON.stringify({ model: "stub", messages: [{ role: "user", content: text }] });
const day = () => new Date().toISOString().slice(0, 10);
const first = await fetch(process.env.OPENAI_BASE_URL + "/chat/completions", { method: "POST", body: say("first " + day()) });
await first.text();
const status = await new Promise((done) => {
  const ask = http.request(process.env.OPENAI_BASE_URL + "/chat/completions", { method: "POST" }, (answer) => {
    answer.resume().on("end", () => done(answer.statusCode));
  });
  ask.end(say("second " + day()));
});
console.log(first.status, status, Date.now() > 0, new Date(5).getTime(), typeof Date(), new Date() instanceof Date);
console.log(day(), Math.random(), crypto.randomUUID(), globalThis.crypto.randomUUID(), crypto.randomBytes(4).toString("hex"));
`;

/** Says the time to the millisecond, on the wire and to a wrapped tool, and waits before each. */
const TIMED = `
import { setTimeout as sleep } from "node:timers/promises";
import { tool } from ${JSON.stringify(join(import.meta.dirname, "../../dist/index.mjs"))};
const look = tool(async (at) => at, { name: "look" });
async function time() {
  await sleep(Number(process.env.WAIT ?? 0));
  return new Date().toISOString();
}
async function ask() {
  const at = await time();
  const body = JSON.stringify({ model: "stub", messages: [{ role: "user", content: at }] });
  await (await fetch(process.env.OPENAI_BASE_URL + "/chat/completions", { method: "POST", body })).text();
  return at;
}
console.log(await ask());
console.log(await look(await time()));
console.log(await ask());
`;

describe("vcr replay", () => {
  test("--freeze-time gives a Node agent the recording's day, --seed the same draws each time", async () => {
    const here = workplace();
    const agent = here.file("agent.mjs", AGENT);
    await here.vcr(["record", "-o", "run.vcr", "--", "node", agent], { OPENAI_BASE_URL: `${base}/v1` });
    const path = `${here.folder}/run.vcr`;
    // As if it had been recorded on another day.
    const moved = readFileSync(path, "utf8")
      .replace(/(first|second) \d{4}-\d\d-\d\d/g, "$1 2026-01-02")
      .replace(/"at":\d+/g, `"at":${Date.UTC(2026, 0, 2, 12)}`)
      .replace(/"crc":"\w+",?/g, "");
    writeFileSync(path, moved);
    const now = await here.vcr(["replay", "run.vcr", "--no-save", "--", "node", agent]);
    expect(now.code).toBe(1);
    const frozen = ["replay", "run.vcr", "--no-save", "--freeze-time", "--seed", "7", "--", "node", agent];
    const [a, b] = [await here.vcr(frozen), await here.vcr(frozen)];
    expect([a.code, a.stdout]).toEqual([0, b.stdout]);
    const [statuses = "", drawn = ""] = a.stdout.split("\n");
    expect(statuses).toBe("200 200 true 5 string true");
    expect(drawn).toMatch(
      /^2026-01-02 0\.\d+ [0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12} [0-9a-f-]{36} [0-9a-f]{8}$/,
    );
  });

  test("--freeze-time: between two calls it is the time at which the later one was recorded, however long it takes now", async () => {
    const here = workplace();
    const agent = here.file("agent.mjs", TIMED);
    const times = [0, 10, 20].map((second) => Date.UTC(2026, 0, 2, 12, 0, second));
    const [asked, looked, told] = times.map((at) => new Date(at).toISOString());
    const question = (at: number | undefined, content: string | undefined): EventRecord => ({
      ...{ kind: "llm", name: "stub", provider: "openai", op: "openai/chat", durationMs: 1000, status: "ok" },
      ...(at === undefined ? {} : { at }),
      request: {
        ...{ method: "POST", path: "/v1/chat/completions" },
        body: JSON.stringify({ model: "stub", messages: [{ role: "user", content }] }),
      },
      response: { status: 200, headers: { "content-type": "application/json" }, body: '{"choices":[]}' },
    });
    writeTrace(join(here.folder, "run.vcr"), { id: "r_steady" }, [
      question(times[0], asked),
      {
        ...{ kind: "tool", name: "look", at: times[1] ?? 0, durationMs: 1000, status: "ok" },
        ...{ request: { body: JSON.stringify([looked]) }, response: { body: JSON.stringify(looked) } },
        extra: { returns: "promise-value" },
      },
      question(times[2], told),
    ]);
    const ran = await here.vcr(["replay", "run.vcr", "--no-save", "--freeze-time", "--", "node", agent], {
      WAIT: "50",
    });
    expect([ran.code, ran.stdout]).toEqual([0, `${asked}\n${looked}\n${told}\n`]);
  });
});
