import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { recordOnce, workplace } from "../support/record-cli.ts";
import { StubProvider } from "../support/stub-provider.ts";

const stub = new StubProvider();
let base = "";
beforeAll(async () => {
  base = await stub.listen();
});
afterAll(() => stub.close());

const LIBRARY = join(import.meta.dirname, "../../dist/index.mjs");
/** Tools of all forms, beside a call of a model on the wire. Each says on stderr that it ran. */
const AGENT = `
import { llm, tool } from ${JSON.stringify(LIBRARY)};
const ran = (name) => process.stderr.write("ran " + name + "\\n");
const add = tool((a, b) => { ran("add"); return a + b; }, { name: "add" });
const when = tool(async (q) => { ran("when"); return { q, at: new Date(86400000) }; }, { name: "when" });
const list = tool(async function* () { ran("list"); yield 1; yield { two: 2n }; }, { name: "list" });
const inner = tool(() => { ran("inner"); return "deep"; }, { name: "inner" });
const outer = tool(async () => { ran("outer"); return inner(); }, { name: "outer" });
const book = tool(async () => { ran("book"); throw new TypeError("no fare"); }, { name: "book" });
const ask = llm(async (text) => {
  const answer = await fetch(process.env.OPENAI_BASE_URL + "/chat/completions", {
    method: "POST", body: JSON.stringify({ model: "stub", messages: [{ role: "user", content: text }] }),
  });
  return (await answer.json()).choices[0].message.content;
});
console.log(add(1, Number(process.env.B ?? 2)));
const { at } = await when("now");
console.log(at instanceof Date, at.getTime());
for await (const piece of list()) console.log(piece);
console.log(await outer());
console.log(await book().catch((error) => error.name + " " + error.message));
console.log(await ask("hi"));
`;

describe("vcr replay of an agent with wrapped tools", () => {
  test("answers them from the recording, and does not run them", async () => {
    const here = workplace();
    const agent = here.file("agent.mjs", AGENT);
    const recorded = await here.vcr(["record", "-o", "run.vcr", "--", "node", agent], {
      OPENAI_BASE_URL: `${base}/v1`,
    });
    expect(recorded.stderr.match(/^ran .*$/gm)).toEqual([
      "ran add",
      "ran when",
      "ran list",
      "ran outer",
      "ran inner",
      "ran book",
    ]);
    const calls = stub.exchanges.length;
    const ran = await here.vcr(["replay", "run.vcr", "-o", "again.vcr", "--no-real-tools", "--", "node", agent]);
    expect([ran.stdout, ran.code]).toEqual([recorded.stdout, 0]);
    expect(ran.stderr.trimEnd().split("\n")).toEqual([
      "vcr: tools answered from the recording: add, book, list, outer, when",
      expect.stringContaining("no divergence"),
      "saved as again.vcr",
      "6 call(s) answered from the recording, 0 live, 0 loose",
    ]);
    expect(stub.exchanges.length).toBe(calls);
    const again = await here.vcr(["replay", "again.vcr", "--no-save", "--", "node", agent]);
    expect([again.stdout, again.code]).toEqual([recorded.stdout, 0]);
  });

  test("answers models of a run that the library has recorded, and misses those that are not asked", async () => {
    const here = workplace();
    const source = (record: string) => `
import { llm, record, tool } from ${JSON.stringify(LIBRARY)};
const ask = llm(async (text) => { process.stderr.write("ran ask\\n"); return "said " + text; }, { name: "ask" });
const add = tool((a, b) => a + b, { name: "add" });
const main = async () => {
  console.log(add(1, 2));
  if (!process.env.SILENT) console.log(await ask("hi"));
};
await ${record};`;
    const recording = here.file("recording.mjs", source('record("run.vcr", {}, main)'));
    const agent = here.file("agent.mjs", source("main()"));
    expect((await here.vcr(["record", "-o", "outer.vcr", "--", "node", recording])).stderr).toContain("ran ask");
    const ran = await here.vcr(["replay", "run.vcr", "--no-save", "--", "node", agent]);
    expect([ran.code, ran.stdout]).toEqual([0, "3\nsaid hi\n"]);
    expect(ran.stderr).not.toContain("ran ask");
    expect(ran.stderr).toContain("2 call(s) answered from the recording");
    const silent = await here.vcr(["replay", "run.vcr", "--no-save", "--", "node", agent], { SILENT: "1" });
    expect(silent.code).toBe(1);
    expect(silent.stderr).toMatch(/^never made: step 1 llm ask/m);
  });

  test("a call with other arguments is a divergence inside the program, and in the report", async () => {
    const here = workplace();
    const agent = here.file("agent.mjs", AGENT);
    await here.vcr(["record", "-o", "run.vcr", "--", "node", agent], { OPENAI_BASE_URL: `${base}/v1` });
    const ran = await here.vcr(["replay", "run.vcr", "--no-save", "--", "node", agent], { B: "5" });
    expect(ran.code).toBe(1);
    expect(ran.stderr).toContain("DivergenceError");
    expect(ran.stderr).not.toContain("ran add");
    expect(ran.stderr).toMatch(/^divergence: step 0 tool add \[1,5\], differs at \/1$/m);
  });
});

/** Asks the model, runs a wrapped tool with what the model said, tells the model, prints its last answer. */
const LIVE = `
import { tool } from ${JSON.stringify(LIBRARY)};
const look = tool(async (q) => { process.stderr.write("ran look\\n"); return process.env.RESULT ?? "-3 C"; }, { name: "look" });
const messages = [{ role: "user", content: "[[say Oslo]]" }];
async function ask() {
  const answer = await fetch(process.env.OPENAI_BASE_URL + "/chat/completions", {
    method: "POST", headers: { authorization: "Bearer " + process.env.OPENAI_API_KEY },
    body: JSON.stringify({ model: "stub", messages }),
  });
  const body = await answer.json();
  if (answer.status !== 200) { console.log(answer.status, body.error.message); process.exit(0); }
  messages.push(body.choices[0].message);
  return body.choices[0].message.content;
}
const found = await look((await ask()) + (process.env.WHERE ?? ""));
messages.push({ role: "tool", tool_call_id: "c1", content: found });
console.log(found, await ask());
`;

describe("vcr replay --live", () => {
  const env = { OPENAI_API_KEY: "sk-live-1234567890abcdef" };
  async function recorded() {
    const here = workplace();
    const agent = here.file("agent.mjs", LIVE);
    await recordOnce(here, ["node", agent], { env: { ...env, OPENAI_BASE_URL: `${base}/v1` } });
    const calls = stub.exchanges.length;
    return {
      calls: () => stub.exchanges.length - calls,
      replay: (flags: readonly string[], more: NodeJS.ProcessEnv) =>
        here.vcr(["replay", "run.vcr", "--no-save", ...flags, "--", "node", agent], {
          OPENAI_BASE_URL: `${base}/v1`,
          ...more,
        }),
    };
  }

  test("llm: the model is called, tools are answered from the recording", async () => {
    const run = await recorded();
    const ran = await run.replay(["--live", "llm"], env);
    expect([ran.code, ran.stdout, run.calls()]).toEqual([0, "-3 C Oslo\n", 2]);
    expect(ran.stderr).not.toContain("ran look");
    expect(ran.stderr).toContain("1 call(s) answered from the recording, 2 live, 0 loose");
  });

  test("llm: a tool with other arguments is not run, the model is told so", async () => {
    const run = await recorded();
    const ran = await run.replay(["--live", "llm"], { ...env, WHERE: ", Norway" });
    expect([ran.code, run.calls()]).toEqual([1, 2]);
    expect(ran.stdout).toContain("This is a replay of a recorded run, and tool look");
    expect(ran.stderr).not.toContain("ran look");
  });

  test("llm: without a key nothing leaves the machine, and the variable is named", async () => {
    const run = await recorded();
    const ran = await run.replay(["--live", "llm"], {});
    expect(run.calls()).toBe(0);
    expect(ran.stdout).toContain("401 vcr: OPENAI_API_KEY is not set");
  });

  test("tools: they run, the model is answered from the recording, what differs by them is loose", async () => {
    const run = await recorded();
    const same = await run.replay(["--live", "tools"], {});
    expect([same.code, same.stdout, run.calls()]).toEqual([0, "-3 C Oslo\n", 0]);
    const ran = await run.replay(["--live", "tools"], { RESULT: "12 C" });
    expect([ran.code, ran.stdout, run.calls()]).toEqual([1, "12 C Oslo\n", 0]);
    expect(ran.stderr).toContain("ran look");
    expect(ran.stderr).toMatch(/^loose: step 2 llm openai\/chat stub, --pin-tools$/m);
  });
});
