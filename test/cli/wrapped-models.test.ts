import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openTrace } from "../../src/open-trace.ts";
import { recordOnce, workplace } from "../support/record-cli.ts";
import { StubProvider } from "../support/stub-provider.ts";

const stub = new StubProvider();
let base = "";
beforeAll(async () => {
  base = await stub.listen();
});
afterAll(() => stub.close());

const LIBRARY = join(import.meta.dirname, "../../dist/index.mjs");

/** Models of all ways: on the wire, in the process (each says on stderr that it ran), and both, by turns. */
const AGENT = `
import { execFile, spawnSync } from "node:child_process";
import http from "node:http";
import { llm, tool } from ${JSON.stringify(LIBRARY)};
const ran = (name) => process.stderr.write("ran " + name + "\\n");
const url = process.env.OPENAI_BASE_URL + "/chat/completions";
const body = (text) => JSON.stringify({ model: "stub", messages: [{ role: "user", content: text }] });
const said = async (answer) => (await answer.json()).choices[0].message.content;
const fetched = llm(async (q) => said(await fetch(url, { method: "POST", body: body(q) })), { name: "fetched" });
const got = llm((q) => new Promise((done) => {
  const ask = http.request(url, { method: "POST" }, (r) => r.resume().on("end", () => done(r.statusCode)));
  ask.end(body(q));
}), { name: "got" });
const streamed = llm(async function* (q) { yield await said(await fetch(url, { method: "POST", body: body(q) })); }, { name: "streamed" });
const look = tool((q) => { ran("look"); return q.length; }, { name: "look" });
const local = llm(async (q) => { ran("local"); return "mused on " + q + " of " + look(q); }, { name: "local" });
const plain = llm((q) => { ran("plain"); return { q }; }, { name: "plain" });
const pieces = llm(async function* (q) { ran("pieces"); yield q; yield look(q + q); }, { name: "pieces" });
const outer = llm(async (q) => { const n = look(q); return n + await fetched(q); }, { name: "outer" });
const cache = new Map([["old", "kept"]]);
const cached = llm(async (q) => cache.get(q) ?? (await fetched(q)), { name: "cached" });
const started = llm((q) => new Promise((done) => execFile(process.execPath, ["-e", "console.log(1)"], (e, out) => done(out))), { name: "started" });
const waited = llm((q) => String(spawnSync(process.execPath, ["-e", "console.log(1)"]).stdout), { name: "waited" });
const q = process.env.Q ?? "one";
console.log(await fetched("a"), await got("b"));
for await (const piece of streamed("c")) console.log(piece);
console.log(await local(q), plain("two"));
for await (const piece of pieces("three")) console.log(piece);
console.log(await outer("d"));
console.log(await cached("old"), await cached("new"));
if (process.env.START) console.log(await started("e"), waited("f"));
`;

async function recorded(env: NodeJS.ProcessEnv = {}) {
  const here = workplace();
  const agent = here.file("agent.mjs", AGENT);
  const ran = await recordOnce(here, ["node", agent], { env: { OPENAI_BASE_URL: `${base}/v1`, ...env } });
  const replay = (file: string, flags: readonly string[], env: NodeJS.ProcessEnv = {}) =>
    here.vcr(["replay", "run.vcr", "-o", file, ...flags, "--", "node", agent], env);
  return { ...here, agent, ran, replay, rows: (file: string) => rowsOf(join(here.folder, file)) };
}

async function rowsOf(path: string): Promise<readonly string[]> {
  const trace = await openTrace(path);
  const rows = Array.from({ length: trace.length }, (_, i) => trace.row(i)).filter(({ derived }) => !derived);
  trace.close();
  return rows.map(({ kind, name, origin }) => `${kind} ${name} ${origin}`);
}

describe("vcr record of wrapped models", () => {
  test("keeps those that make no request as calls, with what they did inside, and the others as their requests", async () => {
    const { ran, rows } = await recorded({ START: "1" });
    expect([ran.code, ran.stderr.includes("Warning"), ran.stdout.slice(-6)]).toEqual([0, false, "1\n 1\n\n"]);
    const wire = "llm stub recorded";
    expect([...(await rows("run.vcr"))].sort()).toEqual([
      "llm cached recorded",
      "llm local recorded",
      "llm pieces recorded",
      "llm plain recorded",
      ...Array(5).fill(wire),
      ...Array(3).fill("tool look recorded"),
    ]);
  });
});

/** Kills itself in the middle of a call of a model in the process, with a tool inside of it; another has asked on the wire. */
const KILLED = `
import { llm, tool } from ${JSON.stringify(LIBRARY)};
const look = tool(async (q) => q.length, { name: "look" });
const fetched = llm((q) => fetch(process.env.OPENAI_BASE_URL + "/chat/completions", {
  method: "POST", body: JSON.stringify({ model: "stub", messages: [{ role: "user", content: q }] }),
}).then((answer) => answer.json()), { name: "fetched" });
const open = llm(async (q) => { await look(q); process.kill(process.pid, "SIGKILL"); }, { name: "open" });
await fetched("a");
await open("b");
`;

test("a call of a wrapped model that is open when its program is killed is in the file, without an answer", async () => {
  const here = workplace();
  const agent = here.file("agent.mjs", KILLED);
  await here.vcr(["record", "-o", "run.vcr", "--", "node", agent], { OPENAI_BASE_URL: `${base}/v1` });
  const trace = await openTrace(join(here.folder, "run.vcr"));
  const rows = Array.from({ length: trace.length }, (_, i) => trace.row(i)).map(
    ({ name, status }) => `${name} ${status}`,
  );
  expect(rows).toEqual(["stub ok", "open pending", "look ok"]);
  expect((await trace.event(1)).body.request?.json).toEqual(["b"]);
  trace.close();
});

describe("vcr replay of wrapped models", () => {
  test("answers calls and requests of one run, each where it was recorded; nothing runs", async () => {
    const { ran, replay, rows, vcr, agent } = await recorded();
    const calls = stub.exchanges.length;
    const again = await replay("again.vcr", []);
    expect([again.code, again.stdout, stub.exchanges.length]).toEqual([0, ran.stdout, calls]);
    expect(again.stderr).not.toContain("ran ");
    expect(again.stderr).toContain("10 call(s) answered from the recording, 0 live, 0 loose");
    expect((await rows("again.vcr")).map((row) => row.split(" ")[2])).toEqual(Array(10).fill("replayed"));
    const third = await vcr(["replay", "again.vcr", "--no-save", "--", "node", agent]);
    expect([third.code, third.stdout]).toEqual([0, ran.stdout]);
  });

  test("a call that was not recorded is a divergence, and does not run", async () => {
    const { replay, rows } = await recorded();
    const again = await replay("missed.vcr", [], { Q: "other" });
    expect(again.code).toBe(1);
    expect(again.stderr).not.toContain("ran local");
    expect(again.stderr).toMatch(/^divergence: step 3 llm local, differs at \/0$/m);
    expect(await rows("missed.vcr")).toContain("llm local injected");
  });

  test("a call that --match ordered serves for another is loose", async () => {
    const { replay } = await recorded();
    const loose = await replay("loose.vcr", ["--match", "ordered"], { Q: "other" });
    expect([loose.code, loose.stdout]).toEqual([1, expect.stringContaining("mused on one of 3")]);
    expect(loose.stderr).toMatch(/^loose: step 3 llm local/m);
  });

  test("--live llm runs them, and keeps what they answered", async () => {
    const { replay, rows, ran } = await recorded();
    const env = { OPENAI_BASE_URL: `${base}/v1`, OPENAI_API_KEY: "sk-live-1234567890abcdef" };
    const again = await replay("live.vcr", ["--live", "llm", "--allow-unmade"], env);
    expect([again.code, again.stdout]).toEqual([0, ran.stdout]);
    expect(again.stderr).toContain("ran local");
    expect(again.stderr).not.toContain("ran look");
    expect((await rows("live.vcr")).filter((row) => row.endsWith(" live")).length).toBe(9);
  });

  test("--live tools runs tools, and answers models", async () => {
    const { replay, ran } = await recorded();
    const again = await replay("tools.vcr", ["--live", "tools"]);
    expect([again.code, again.stdout]).toEqual([0, ran.stdout]);
    expect(again.stderr.match(/^ran .*/gm)).toEqual(["ran look"]);
  });
});
