import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openTrace } from "../../src/open-trace.ts";
import { recordOnce, workplace } from "../support/record-cli.ts";
import { StubProvider } from "../support/stub-provider.ts";

const stub = new StubProvider();
let base = "";
beforeAll(async () => {
  base = await stub.listen();
});
afterAll(() => stub.close());

/** By turns a question on the wire and a wrapped call: steps 0 llm, 1 tool with 2 in it, 3 llm, 4 local model, 5 llm, 6 tool with 7. */
const AGENT = `
import { llm, tool } from ${JSON.stringify(join(import.meta.dirname, "../../dist/index.mjs"))};
const ran = (what) => process.stderr.write("ran " + what + "\\n");
const depth = tool((q) => { ran("depth"); return "deep " + q; }, { name: "depth" });
const look = tool(async (q) => { ran("look " + q); return depth(q); }, { name: "look" });
const muse = llm(async (q) => { ran("muse " + q); return "mused " + q; }, { name: "muse" });
const messages = [];
async function ask(text) {
  messages.push({ role: "user", content: "[[say " + text + "]]" });
  const answer = await fetch(process.env.OPENAI_BASE_URL + "/chat/completions", {
    method: "POST",
    headers: { "content-type": "application/json", authorization: "Bearer " + process.env.OPENAI_API_KEY },
    body: JSON.stringify({ model: "stub", messages }),
  });
  const { message } = (await answer.json()).choices[0];
  messages.push(message);
  return message.content;
}
console.log(await look((await ask("one")) + (process.env.DRIFT ?? "")));
console.log(await muse(await ask("two")));
console.log(await look(await ask("three")));
`;

async function recorded() {
  const here = workplace();
  const agent = here.file("agent.mjs", AGENT);
  const env = { OPENAI_BASE_URL: `${base}/v1`, OPENAI_API_KEY: "sk-test-1234567890abcdef" };
  const ran = await recordOnce(here, ["node", agent], { env });
  expect(ran.code).toBe(0);
  const before = stub.exchanges.length;
  return {
    folder: here.folder,
    ran,
    calls: () => stub.exchanges.length - before,
    fork: (args: readonly string[], more: NodeJS.ProcessEnv = {}) =>
      here.vcr(["fork", "run.vcr", "-o", "fork.vcr", ...args, "--", "node", agent], { ...env, ...more }),
    replay: (file: string) => here.vcr(["replay", file, "--no-save", "--", "node", agent]),
  };
}

const realRuns = (stderr: string) => stderr.match(/^ran .*/gm) ?? [];

test("wrapped calls before the boundary are served, those from there on run", async () => {
  const { folder, ran, calls, fork, replay } = await recorded();
  expect(realRuns(ran.stderr)).toEqual(["ran look one", "ran depth", "ran muse two", "ran look three", "ran depth"]);
  const forked = await fork(["--at", "5"]);
  expect([forked.code, forked.stdout, calls()]).toEqual([0, ran.stdout, 1]);
  expect(realRuns(forked.stderr)).toEqual(["ran look three", "ran depth"]);
  expect(forked.stderr).toContain("4 call(s) answered from the recording");
  const trace = await openTrace(join(folder, "fork.vcr"));
  const rows = Array.from({ length: trace.length }, (_, i) => trace.row(i));
  trace.close();
  expect(rows.filter(({ derived }) => !derived).map(({ name, origin }) => `${name} ${origin}`)).toEqual([
    "stub replayed",
    "look replayed",
    "stub replayed",
    "muse replayed",
    "stub live",
    "look recorded",
    "depth recorded",
  ]);
  const again = await replay("fork.vcr");
  expect([again.code, again.stdout]).toEqual([0, ran.stdout]);
});

test("what an edited answer makes a wrapped call ask runs", async () => {
  const { fork } = await recorded();
  const forked = await fork(["--edit", "0:/response/choices/0/message/content=four"]);
  expect([forked.code, forked.stdout.split("\n")[0]]).toEqual([0, "deep four"]);
  expect(realRuns(forked.stderr)[0]).toBe("ran look four");
});

test("a wrapped call that has drifted before the fork is stopped", async () => {
  const { calls, fork } = await recorded();
  const forked = await fork(["--at", "5"], { DRIFT: "!" });
  expect([realRuns(forked.stderr), calls(), forked.code]).toEqual([[], 0, 1]);
  expect(forked.stderr).toContain("diverged before the fork at step 5");
  expect(forked.stderr).toMatch(/^divergence: step 1 tool look \["one!"\]/m);
});
