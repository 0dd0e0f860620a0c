import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { checkpoint, record as recordInside } from "../../src/index.ts";
import { isObject, type Json, parse } from "../../src/json/json.ts";
import { type Ran, type Workplace, workplace } from "../support/record-cli.ts";
import { StubProvider } from "../support/stub-provider.ts";

const stub = new StubProvider();
let base = "";
beforeAll(async () => {
  base = await stub.listen();
});
afterAll(() => stub.close());

/** An agent with a tool of its own and then as many questions as `TURNS` says; the stub calls the tool once. */
const AGENT = `
const messages = [{ role: "user", content: process.env.PROMPT ?? "Weather in Oslo? [[tool]]" }];
async function ask(extra) {
  const answer = await fetch(process.env.OPENAI_BASE_URL + "/chat/completions", {
    method: "POST",
    headers: { "content-type": "application/json", authorization: "Bearer " + process.env.OPENAI_API_KEY },
    body: JSON.stringify({ model: "stub", temperature: 0.5, messages, ...extra }),
  });
  const text = await answer.text();
  if (answer.status !== 200) { console.log(answer.status, text); process.exit(5); }
  const { message } = JSON.parse(text).choices[0];
  messages.push(message);
  console.log(message.content ?? "tool");
  return message;
}
const { tool_calls: calls = [] } = await ask();
for (const call of calls) messages.push({ role: "tool", tool_call_id: call.id, content: process.env.RESULT ?? "-3 C" });
await ask();
for (let i = 0; i < Number(process.env.TURNS ?? 3); i++) {
  messages.push({ role: "user", content: "and question " + i + "?" });
  await ask();
}
process.exit(Number(process.env.CODE ?? 0));
`;

let here: Workplace;
let agent = "";
let calls = 0;
const KEY = "sk-test-1234567890abcdef";

function vcr(args: readonly string[], env: NodeJS.ProcessEnv = {}): Promise<Ran> {
  return here.vcr(args, { OPENAI_BASE_URL: `${base}/v1`, OPENAI_API_KEY: KEY, ...env });
}

/** Five calls: 0 asks for the tool, 1 carries its result, 2 to 4 go on. */
let recording = "";

/** Recorded once; each test forks a copy of its own. */
async function record(): Promise<string> {
  const ran = await vcr(["record", "-o", "run.vcr", "--", "node", agent]);
  expect(ran.code).toBe(0);
  return readFileSync(join(here.folder, "run.vcr"), "utf8");
}

function fork(args: readonly string[], env: NodeJS.ProcessEnv = {}, file = "run.vcr"): Promise<Ran> {
  return vcr(["fork", file, ...args, "--", "node", agent], env);
}

/** Requests that reached the provider since the recording. */
function sent(): readonly Json[] {
  return stub.exchanges.slice(calls).map(({ body }) => parse(body.toString()) ?? null);
}

function messagesOf(request: Json | undefined): readonly Json[] {
  const list = isObject(request) ? request.messages : undefined;
  return Array.isArray(list) ? list : [];
}

function lines(file: string): readonly Readonly<Record<string, Json>>[] {
  const text = readFileSync(join(here.folder, file), "utf8");
  return text
    .trimEnd()
    .split("\n")
    .map((line) => {
      const value = parse(line);
      return isObject(value) ? value : {};
    });
}

const events = (file: string) => lines(file).filter((line) => line.seq !== undefined);

/** The fork answers its own agent, without a key and without the provider. */
async function replaysAlone(file: string, like: Ran, env: NodeJS.ProcessEnv = {}): Promise<void> {
  const before = stub.exchanges.length;
  const ran = await here.vcr(["replay", file, "--no-save", "--", "node", agent], env);
  expect([ran.code, ran.stdout]).toEqual([0, like.stdout]);
  expect(stub.exchanges.length).toBe(before);
}

describe("vcr fork", () => {
  beforeEach(async () => {
    here = workplace();
    agent = here.file("agent.mjs", AGENT);
    if (recording === "") recording = await record();
    else here.file("run.vcr", recording);
    calls = stub.exchanges.length;
  });

  test("serves the steps before N, sends the rest, and is a whole run that replays", async () => {
    const ran = await fork(["--at", "2", "-o", "fork.vcr"]);
    expect(ran.code).toBe(0);
    expect(sent()).toHaveLength(3);
    expect(events("fork.vcr").map(({ origin }) => origin)).toEqual(["replayed", "replayed", "live", "live", "live"]);
    expect(lines("fork.vcr")[0]?.parent).toMatchObject({ kind: "fork", file: "run.vcr", at: 2 });
    expect(ran.stderr.trimEnd().split("\n")).toEqual([
      expect.stringMatching(
        /^vcr: fork of [0-9a-f]{8}: steps 0-1 served from the recording, live from step 2 \(openai\)$/,
      ),
      "vcr: tools run for real by the agent, before step 2 too: get_weather",
      expect.stringMatching(/^fork of [0-9a-f]{8} at step 2: no divergence before it$/),
      "saved as fork.vcr",
      "2 call(s) answered from the recording, 3 live, cost unknown",
      "vcr diff fork.vcr",
    ]);
    await replaysAlone("fork.vcr", ran);
    expect((await here.vcr(["diff", "fork.vcr"])).stdout).toContain("5 equal");
  });

  test("a run without a call is refused, with the reason", async () => {
    await recordInside(join(here.folder, "inside.vcr"), {}, () => checkpoint("ready", { rooms: 3 }));
    const ran = await fork(["--at", "0"], {}, "inside.vcr");
    expect([ran.code, ran.stdout, ran.stderr]).toEqual([
      2,
      "",
      `vcr: inside.vcr holds no call that could be served
     no call of it keeps its request as it was sent
`,
    ]);
  });

  test("a changed tool result is in every later request, and the fork's agent still holds the old one", async () => {
    const ran = await fork(["--edit", "0a:/result=21 degrees", "-o", "fork.vcr"]);
    expect(ran.code).toBe(0);
    expect(sent()).toHaveLength(4);
    for (const request of sent()) expect(messagesOf(request)[2]).toMatchObject({ role: "tool", content: "21 degrees" });
    const [, first] = events("fork.vcr");
    expect(first).toMatchObject({
      origin: "live",
      edits: ["tool-result"],
      sent: { set: { "/messages/2/content": "21 degrees" } },
    });
    expect(lines("fork.vcr")[0]?.edits).toMatchObject([
      { step: "0a", target: { kind: "result", callId: "call_stub1" }, pointer: "/result", after: "21 degrees" },
    ]);
    await replaysAlone("fork.vcr", ran);
    const shown = (await here.vcr(["show", "fork.vcr"])).stdout;
    expect(shown).toContain('\nedit      0a:/result = "21 degrees"\n');
    expect(shown.match(/^ +\d+ .*/gm)?.map((line) => /served|live/.exec(line)?.[0])).toEqual([
      "served",
      ...Array.from({ length: 4 }, () => "live"),
    ]);
    const { stdout } = await here.vcr(["diff", "fork.vcr", "--stat"]);
    expect(stdout).toContain("first divergence: step 0a (A) / 0a (B)");
    expect(stdout).toContain(
      "cause: the result of tool get_weather at step 0a changed at /result, with the same arguments: edited in B.",
    );
  });

  test("a failed tool whose result is edited has not failed, and the other way round", async () => {
    const statuses = async (file: string) => {
      const { stdout } = await here.vcr(["show", file, "--json", "--filter", "step:0a"]);
      return JSON.parse(stdout).status;
    };
    await fork(["--edit", '0a:/result={"error":"no such city"}', "-o", "failed.vcr"]);
    expect(await statuses("failed.vcr")).toBe("error");
    await fork(["--edit", "0a:/result=21 degrees", "-o", "mended.vcr"], {}, "failed.vcr");
    expect(await statuses("mended.vcr")).toBe("ok");
  });

  test("a tool that answers otherwise stops a fork, unless --pin-tools puts the recorded result into what goes live", async () => {
    const stopped = await fork(["--at", "3", "-o", "stopped.vcr"], { RESULT: "4 C" });
    expect(stopped.stderr).toContain("hint: only tool results differ; --pin-tools would have served it");
    expect(sent()).toEqual([]);
    const ran = await fork(["--at", "3", "--pin-tools", "-o", "fork.vcr"], { RESULT: "4 C" });
    expect(ran.code).toBe(0);
    expect(ran.stderr).toContain(
      "live requests carry the recorded results of 1 tool call(s), whatever these answer now",
    );
    expect(ran.stderr).toContain("2 of them though a tool had answered otherwise than in the recording");
    expect(sent()).toHaveLength(2);
    const again = await fork(["--at", "4", "--pin-tools", "-o", "again.vcr"], { RESULT: "5 C" }, "fork.vcr");
    expect(again.code).toBe(0);
    expect(sent()).toHaveLength(3);
    for (const request of sent()) expect(messagesOf(request)[2]).toMatchObject({ role: "tool", content: "-3 C" });
  });

  test("--once changes the first request only", async () => {
    const ran = await fork(["--edit", "0a:/result=21 degrees", "--once", "-o", "fork.vcr"]);
    expect(ran.stderr).toContain("0a:/result is changed in the first live request that carries it, and in no other\n");
    expect(sent().map((request) => (messagesOf(request)[2] as { content?: Json }).content)).toEqual([
      "21 degrees",
      "-3 C",
      "-3 C",
      "-3 C",
    ]);
  });

  test("a changed prompt is in every request from its step on", async () => {
    const ran = await fork(["--edit", "1:/request/messages/0/content=Weather in Rome?", "-o", "fork.vcr"]);
    expect(ran.code).toBe(0);
    expect(sent()).toHaveLength(4);
    for (const request of sent()) expect(messagesOf(request)[0]).toEqual({ role: "user", content: "Weather in Rome?" });
    await replaysAlone("fork.vcr", ran);
  });

  test("a changed answer is served, and what follows it is live", async () => {
    const ran = await fork(["--edit", "1:/response/choices/0/message/content=It rains.", "-o", "fork.vcr"]);
    expect([ran.code, ran.stdout.split("\n")[1]]).toEqual([0, "It rains."]);
    expect(sent()).toHaveLength(3);
    for (const request of sent())
      expect(messagesOf(request)[3]).toMatchObject({ role: "assistant", content: "It rains." });
    expect(events("fork.vcr")[1]).toMatchObject({ origin: "replayed", edits: ["answer"], servedFrom: 1 });
    await replaysAlone("fork.vcr", ran);
  });

  test("a text in place of a whole answer is what it says", async () => {
    const ran = await fork(["--edit", "0:/response=stop here", "-o", "fork.vcr"], { TURNS: "0" });
    expect(ran.stdout.split("\n")[0]).toBe("stop here");
    expect(messagesOf(sent()[0])[1]).toMatchObject({ role: "assistant", content: "stop here" });
    const number = await fork(["--edit", "0:/response=1.0", "-o", "number.vcr"], { TURNS: "0" });
    expect(number.stdout.split("\n")[0]).toBe("1.0");
  });

  test("a parameter and --model hold from the boundary on", async () => {
    await fork(["--at", "3", "--model", "other", "-o", "fork.vcr"]);
    expect(sent()).toMatchObject([{ model: "other", temperature: 0.5 }, { model: "other" }]);
    calls = stub.exchanges.length;
    await fork(["--edit", "3:/request/temperature=0", "-o", "second.vcr"]);
    expect(sent()).toMatchObject([{ model: "stub", temperature: 0 }, { temperature: 0 }]);
  });

  test("a member is left out from its step on, in forks of the fork too", async () => {
    const ran = await fork(["--drop", "1:/request/temperature", "-o", "fork.vcr"]);
    expect(ran.code).toBe(0);
    expect(sent().map((request) => Object.keys(request as object).includes("temperature"))).toEqual(
      Array(4).fill(false),
    );
    expect(lines("fork.vcr")[0]?.edits).toMatchObject([{ pointer: "/request/temperature", drop: true }]);
    calls = stub.exchanges.length;
    await fork(["--at", "3"], {}, "fork.vcr");
    expect(sent().map((request) => Object.keys(request as object).includes("temperature"))).toEqual([false, false]);
    await replaysAlone("fork.vcr", ran);
  });

  test("edits from a file", async () => {
    here.file("edits.json", JSON.stringify([{ step: "0a", pointer: "/result", value: "21 degrees" }]));
    await fork(["--edit-file", "edits.json", "-o", "fork.vcr"]);
    expect(messagesOf(sent()[3])[2]).toMatchObject({ content: "21 degrees" });
  });

  test("a fork of a fork: the first edit holds in its live part, both are in its header", async () => {
    await fork(["--edit", "0a:/result=21 degrees", "-o", "one.vcr"]);
    calls = stub.exchanges.length;
    const ran = await fork(["--edit", "3:/request/messages/4/content=Really?", "-o", "two.vcr"], {}, "one.vcr");
    expect(ran.code).toBe(0);
    expect(sent()).toHaveLength(2);
    for (const request of sent()) {
      expect(messagesOf(request)[2]).toMatchObject({ content: "21 degrees" });
      expect(messagesOf(request)[4]).toEqual({ role: "user", content: "Really?" });
    }
    expect(lines("two.vcr")[0]).toMatchObject({
      parent: { file: "one.vcr", at: 3 },
      edits: [{ step: "0a" }, { step: "3" }],
    });
    await replaysAlone("two.vcr", ran);
  });

  test("a fork of a fork edits on from what the model was told, not from what the agent holds", async () => {
    await fork(["--edit", '0a:/result={"rooms":[1,2]}', "-o", "first.vcr"]);
    const ran = await fork(["--edit", "0a:/result/rooms/1=7", "-o", "second.vcr"], {}, "first.vcr");
    expect(ran.code).toBe(0);
    expect(messagesOf(sent().at(-1))[2]).toMatchObject({ role: "tool", content: '{"rooms":[1,7]}' });
  });

  test("a fork of a fork, and its replay, say of served calls what the model got when they were answered", async () => {
    await fork(["--edit", "0a:/result=21 degrees", "-o", "one.vcr"]);
    await fork(["--edit", "3:/request/messages/4/content=Really?", "-o", "two.vcr"], {}, "one.vcr");
    const told = { edits: ["tool-result"], sent: { set: { "/messages/2/content": "21 degrees" } } };
    expect(events("two.vcr")[1]).toMatchObject({ origin: "replayed", ...told });
    const forked = (await here.vcr(["diff", "two.vcr"])).stdout;
    expect(forked).toContain("3 equal steps");
    expect(forked).toContain("first divergence: step 3");
    await here.vcr(["replay", "two.vcr", "-o", "again.vcr", "--", "node", agent]);
    expect((await here.vcr(["diff", "two.vcr", "again.vcr"])).stdout).not.toContain("first divergence");
  });

  test("at 0 all is live, at end nothing of the recording is", async () => {
    expect((await fork(["--at", "0", "-o", "none.vcr"])).code).toBe(0);
    expect(sent()).toHaveLength(5);
    calls = stub.exchanges.length;
    const ran = await fork(["--at", "end", "-o", "all.vcr"], { TURNS: "5" });
    expect([ran.code, sent().length]).toEqual([0, 2]);
    await replaysAlone("all.vcr", ran, { TURNS: "5" });
  });

  test("beyond the end, and beyond an edit: an error that names the number", async () => {
    const beyond = await fork(["--at", "6", "-o", "fork.vcr"]);
    expect([beyond.code, beyond.stdout]).toEqual([2, ""]);
    expect(beyond.stderr).toContain("--at 6 lies beyond the end: the run has 5 steps");
    const late = await fork(["--at", "2", "--edit", "0a:/result=x", "-o", "fork.vcr"]);
    expect([late.code, late.stderr]).toEqual([2, "vcr: step 1 already saw the old result of 0a: use --at 1\n"]);
    expect(sent()).toHaveLength(0);
  });

  test("an agent that differs before N is stopped and told, and nothing is sent", async () => {
    const ran = await fork(["--at", "3", "-o", "fork.vcr"], { RESULT: "12 C" });
    expect(ran.code).toBe(5);
    expect(sent()).toHaveLength(0);
    expect(ran.stdout).toContain("parted from the recording before that: it differs at /messages/2/content");
    expect(ran.stderr).toMatch(/^divergence: step \d+ .*, differs at \/messages\/2\/content$/m);
    expect(ran.stderr).toContain("at step 3: diverged before the fork - 1 call(s) stopped");
    expect(events("fork.vcr").map(({ origin }) => origin)).toEqual(["replayed", "injected"]);
  });

  test("a recorded call before N that is never made is a divergence; told, not counted, where that is allowed", async () => {
    const ran = await fork(["--at", "4", "-o", "fork.vcr"], { TURNS: "1" });
    expect([ran.code, sent().length]).toEqual([1, 0]);
    expect(ran.stderr).toContain("at step 4: diverged before the fork - 1 recorded call(s) never made\n");
    expect(ran.stderr).toContain("\nnever made: step 3 llm openai/chat stub\n");
    const json = await fork(["--at", "4", "-o", "json.vcr", "--json"], { TURNS: "1" });
    expect(JSON.parse(json.stdout)).toMatchObject({ diverged: true, neverMade: [{ step: 3 }] });
    const allowed = await fork(["--at", "4", "-o", "allowed.vcr", "--allow-unmade"], { TURNS: "1" });
    expect(allowed.code).toBe(0);
    expect(allowed.stderr).toContain("at step 4: no divergence counted before it - 1 recorded call(s) never made\n");
  });

  test("calls from N on that are not made are none, and the agent's own code comes first", async () => {
    expect((await fork(["--at", "3", "-o", "fork.vcr"], { TURNS: "1" })).code).toBe(0);
    expect((await fork(["--at", "4", "-o", "own.vcr"], { TURNS: "1", CODE: "7" })).code).toBe(7);
  });

  test("an agent that makes no call at all has diverged, and leaves nothing", async () => {
    const ran = await vcr(["fork", "run.vcr", "--at", "2", "-o", "fork.vcr", "--", "node", "-e", "0"]);
    expect(ran.code).toBe(2);
    expect(ran.stderr).toContain("at step 2: diverged before the fork - 2 recorded call(s) never made\n");
  });

  test("a key that is not set is named before anything starts", async () => {
    const ran = await fork(["--at", "1", "-o", "fork.vcr"], { OPENAI_API_KEY: "" });
    expect(ran.stderr.split("\n").slice(0, 3)).toContain(
      "vcr: OPENAI_API_KEY is not set: live calls fail unless the agent brings a key of its own",
    );
  });

  test("without a command nothing runs: the recorded one is text", async () => {
    const ran = await vcr(["fork", "run.vcr", "--at", "1"]);
    expect([ran.code, ran.stdout, sent().length]).toEqual([2, "", 0]);
    expect(ran.stderr).toMatch(/recorded in .* with: -- node .*agent\.mjs/);
  });

  test("the agent's own exit code, and --json", async () => {
    const ran = await fork(["--at", "1", "--json", "-o", "fork.vcr"], { CODE: "7" });
    expect(ran.code).toBe(7);
    expect(JSON.parse(ran.stdout)).toMatchObject({ at: 1, diverged: false, savedAs: "fork.vcr", answered: 1, live: 4 });
    expect(JSON.parse(ran.stdout)).toMatchObject({ agent: { code: 7 }, cost: { atLeast: true } });
  });

  test("the report says what the live calls cost, and nothing of the served one", async () => {
    const ran = await fork(["--at", "1", "--json", "-o", "fork.vcr", "--price", "stub=1000000/2000000"]);
    // Four calls of 11 tokens in, at a dollar each, and 6 out, at two.
    expect(JSON.parse(ran.stdout).cost).toEqual({ usd: 92, atLeast: false });
  });

  test("a file that is there is said before anything else", async () => {
    const ran = await fork(["--at", "1", "-o", "run.vcr"]);
    expect([ran.code, ran.stderr]).toEqual([2, "vcr: run.vcr: exists\n     choose another name\n"]);
  });

  test("what cannot be edited is refused before anything starts", async () => {
    const refused = async (...edits: string[]): Promise<string> =>
      (await fork(edits.flatMap((edit) => ["--edit", edit]))).stderr;
    expect(await refused("1:/response/choices/3/x=1")).toContain("there is nothing at /response/choices/3/x");
    expect(await refused("0:/response/tool_calls/0/function/arguments={}")).toContain(
      "there is 0:/response/choices/0/message/tool_calls/0/function/arguments",
    );
    expect(await refused("1:/response/nowhere/x=1")).toMatch(/^ +\/response has .*\/choices/m);
    expect(await refused("0:/request/stream=true")).toContain("the agent waits for the form of answer");
    expect(await refused("0:/response/choices/0/message/tool_calls/0/id=other")).toContain(
      "ids of tool calls have to stay",
    );
    expect(await refused("1a:/result=x")).toContain("there is no such step; the run has 5 steps");
    expect(await refused("1:/result=x")).toContain("is no tool call");
    expect(sent()).toHaveLength(0);
  });
});

test("a streamed answer is streamed again with its edit, and two conversations at once cross the boundary", async () => {
  here = workplace();
  agent = here.file(
    "agent.mjs",
    `const ask = async (messages) => {
  const answer = await fetch(process.env.OPENAI_BASE_URL + "/chat/completions", {
    method: "POST",
    headers: { "content-type": "application/json", authorization: "Bearer x" },
    body: JSON.stringify({ model: "stub", stream: true, messages }),
  });
  const text = await answer.text();
  if (answer.status !== 200 || !text.endsWith("data: [DONE]\\n\\n")) process.exit(5);
  const frames = text.split("\\n\\n").filter((frame) => frame.startsWith("data: {"));
  const said = frames.map((frame) => JSON.parse(frame.slice(6)).choices[0]?.delta?.content ?? "").join("");
  return [...messages, { role: "assistant", content: said }];
};
const talk = async (name) => {
  let messages = [{ role: "user", content: name }];
  for (let i = 0; i < 3; i++) messages = [...(await ask(messages)), { role: "user", content: "more" }];
  return messages;
};
const talks = await Promise.all([talk("a [[slow 3]]"), talk("b")]);
console.log(talks.map((messages) => messages[1].content).join("|"));`,
  );
  expect((await vcr(["record", "-o", "run.vcr", "--", "node", agent])).code).toBe(0);
  calls = stub.exchanges.length;
  const ran = await fork(["--edit", "0:/response/choices/0/message/content=It rains.", "-o", "fork.vcr"]);
  // Which of the two was asked first is chance.
  expect([ran.code, ran.stdout.trim().split("|").sort()]).toEqual([
    0,
    ["It rains.", "The weather is fine: 23 °C, 雨 no."],
  ]);
  const [header] = lines("fork.vcr");
  const at = isObject(header?.parent) ? Number(header.parent.at) : 0;
  expect(sent()).toHaveLength(6 - at);
  expect(events("fork.vcr").filter(({ origin }) => origin === "replayed")).toHaveLength(at);
  await replaysAlone("fork.vcr", ran);
});
