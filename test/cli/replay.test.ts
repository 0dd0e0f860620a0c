import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { type Ran, type Workplace, workplace } from "../support/record-cli.ts";
import { StubProvider } from "../support/stub-provider.ts";

const stub = new StubProvider();
let base = "";
beforeAll(async () => {
  base = await stub.listen();
});
afterAll(() => stub.close());

/** An agent with a tool of its own: two calls of the model, the second streamed, and a look at the list of models. */
const AGENT = `
const messages = [{ role: "user", content: process.env.PROMPT ?? "Weather in Oslo? [[tool]]" }];
async function ask(extra) {
  const answer = await fetch(process.env.OPENAI_BASE_URL + "/chat/completions", {
    method: "POST",
    headers: { "content-type": "application/json", authorization: "Bearer " + process.env.OPENAI_API_KEY },
    body: JSON.stringify({ model: process.env.MODEL ?? "stub", messages, ...extra }),
  });
  const text = await answer.text();
  console.log(answer.status, text);
  if (answer.status !== 200) process.exit(5);
  return text;
}
const { message } = JSON.parse(await ask({})).choices[0];
messages.push(message, { role: "tool", tool_call_id: message.tool_calls[0].id, content: process.env.RESULT ?? "-3 C" });
if (process.env.STOP) process.exit(0);
await ask({ stream: process.env.WHOLE === undefined });
console.log(await (await fetch(process.env.OPENAI_BASE_URL + "/models")).text());
process.exit(Number(process.env.CODE ?? 0));
`;

interface Recorded {
  readonly here: Workplace;
  readonly agent: string;
  readonly recorded: Ran;
  replay(flags?: readonly string[], env?: NodeJS.ProcessEnv): Promise<Ran>;
}

/** What the recording of an agent gave, by what it was recorded with: made once. */
const made = new Map<string, { readonly ran: Ran; readonly text: string }>();

async function recorded(source = AGENT, env: NodeJS.ProcessEnv = {}): Promise<Recorded> {
  const here = workplace();
  const agent = here.file("agent.mjs", source);
  const key = `${source}${JSON.stringify(env)}`;
  const known = made.get(key);
  if (known !== undefined) here.file("run.vcr", known.text);
  const ran =
    known?.ran ??
    (await here.vcr(["record", "-o", "run.vcr", "--", "node", agent], {
      OPENAI_BASE_URL: `${base}/v1`,
      OPENAI_API_KEY: "sk-test-1234567890abcdef",
      ...env,
    }));
  if (known === undefined) made.set(key, { ran, text: readFileSync(join(here.folder, "run.vcr"), "utf8") });
  return {
    here,
    agent,
    recorded: ran,
    replay: (flags = [], environment = {}) =>
      here.vcr(["replay", "run.vcr", ...flags, "--", "node", agent], environment),
  };
}

const lines = (ran: Ran): string[] => ran.stderr.trimEnd().split("\n");

test("the report is the one that the README shows", async () => {
  const here = workplace();
  const agent = here.file(
    "weather.mjs",
    `const body = { model: "gpt-4o-mini", messages: [{ role: "user", content: process.argv[2] }] };
     const answer = await fetch(process.env.OPENAI_BASE_URL + "/chat/completions", {
       method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body),
     });
     await answer.text();`,
  );
  await here.vcr(["record", "-o", "run.vcr", "--", "node", agent, "Weather in Oslo?"], {
    OPENAI_BASE_URL: `${base}/v1`,
  });
  const ran = await here.vcr(["replay", "run.vcr", "--", "node", agent, "Weather in Oslo tomorrow?"]);
  const readme = readFileSync(join(import.meta.dirname, "../../README.md"), "utf8");
  const shown = /```\n(replay of [^`]*)```/.exec(readme)?.[1] ?? "";
  const alike = (text: string) => text.replace(/\d{8}-\d{6}-|\b[0-9a-f]{8}\b/g, "ID").trimEnd();
  expect(alike(ran.stderr)).toBe(alike(shown));
});

describe("vcr replay", () => {
  let run: Recorded;
  let calls = 0;
  beforeEach(async () => {
    run = await recorded();
    calls = stub.exchanges.length;
  });

  test("the same output without key and network, and exit code 0", async () => {
    const ran = await run.replay(["-o", "again.vcr"]);
    expect([ran.code, ran.stdout]).toEqual([0, run.recorded.stdout]);
    expect(stub.exchanges.length).toBe(calls);
    expect(lines(ran)).toEqual([
      "vcr: tools run for real by the agent: get_weather",
      expect.stringMatching(/^replay of [0-9a-f]{8}: no divergence$/),
      "saved as again.vcr",
      "2 call(s) answered from the recording, 0 live, 0 loose",
    ]);
    const header = JSON.parse(readFileSync(join(run.here.folder, "again.vcr"), "utf8").split("\n")[0] ?? "");
    expect(header.parent).toMatchObject({
      kind: "replay",
      file: "run.vcr",
      sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
    });
  });

  test("a changed tool result: the report names the call, the place and the flag", async () => {
    const ran = await run.replay([], { RESULT: "12 C" });
    expect(ran.code).toBe(1);
    expect(lines(ran).slice(1)).toEqual([
      expect.stringMatching(/: diverged - 1 call\(s\) without a recording, 0 recorded call\(s\) never made$/),
      expect.stringMatching(/^saved as \.vcr\/\d{8}-\d{6}-[0-9a-f]{8}\.vcr$/),
      "1 call(s) answered from the recording, 0 live, 0 loose",
      "divergence: step 1 llm openai/chat stub, differs at /messages/2/content",
      "  --- recorded",
      "  +++ replayed",
      "  @@ -1,1 +1,1 @@",
      "  --3 C",
      "  +12 C",
      "  hint: only tool results differ; --pin-tools would have served it",
      "the agent ended with exit code 5",
    ]);
    expect(ran.stdout).toContain("this is a replay of");
    expect(stub.exchanges.length).toBe(calls);
  });

  test("--pin-tools serves it, loosely", async () => {
    const ran = await run.replay(["--pin-tools", "--no-save"], { RESULT: "12 C" });
    expect([ran.code, ran.stdout]).toEqual([1, run.recorded.stdout]);
    expect(lines(ran).at(-1)).toBe("loose: step 1 llm openai/chat stub, --pin-tools");
    expect((await run.replay(["--pin-tools", "--no-save", "--allow-loose"], { RESULT: "12 C" })).code).toBe(0);
    expect(readdirSync(run.here.folder)).not.toContain(".vcr");
  });

  test("the filter finds what a saved replay served loosely, and what it could not serve", async () => {
    const { here, replay } = await recorded();
    const steps = async (filter: string): Promise<readonly string[]> => {
      const { stdout } = await here.vcr(["show", "saved.vcr", "--filter", filter, "--json"]);
      return stdout.split("\n").flatMap((line) => (line === "" ? [] : [String(JSON.parse(line).step)]));
    };
    await replay(["--pin-tools", "-o", "saved.vcr"], { RESULT: "5 C" });
    expect(await steps("is:loose")).toEqual(["1"]);
    expect(await steps("is:diverged")).toEqual([]);
    await replay(["-o", "saved2.vcr"], { RESULT: "5 C" });
    const { stdout } = await here.vcr(["show", "saved2.vcr", "--filter", "is:diverged", "--json"]);
    expect(JSON.parse(stdout.split("\n")[0] ?? "").step).toBe("1");
  });

  test("a call that is not made is a divergence, unless allowed", async () => {
    const ran = await run.replay(["--no-save"], { STOP: "1" });
    expect([ran.code, lines(ran).at(-1)]).toEqual([1, "never made: step 1 llm openai/chat stub"]);
    expect((await run.replay(["--no-save", "--allow-unmade"], { STOP: "1" })).code).toBe(0);
  });

  test("no divergence but a failing agent: exit code 4", async () => {
    expect((await run.replay(["--no-save"], { CODE: "9" })).code).toBe(4);
  });

  test("--json: one object on stdout, the agent's own output on stderr", async () => {
    const ran = await run.replay(["--json", "--no-save"], { MODEL: "other" });
    expect(JSON.parse(ran.stdout)).toMatchObject({
      diverged: true,
      answered: 0,
      divergences: [{ reason: "differs", pointer: "/model", recorded: "stub", asked: "other", nearest: { step: 0 } }],
      neverMade: [{ step: 1 }],
    });
    expect(ran.stderr).toContain("this is a replay of");
  });

  test("--report: to a file, or to stdout", async () => {
    await run.replay(["--no-save", "--report", "report.txt"]);
    expect(readFileSync(join(run.here.folder, "report.txt"), "utf8")).toMatch(/^replay of .*: no divergence\n/);
    expect((await run.replay(["--no-save", "--report", "-"])).stdout).toMatch(/^replay of .*: no divergence\n/);
  });

  test("--no-real-tools does not start it", async () => {
    const ran = await run.replay(["--no-real-tools"]);
    expect([ran.code, ran.stdout]).toEqual([2, ""]);
    expect(ran.stderr).toContain("would run these tools for real: get_weather");
  });

  test("--match ordered serves whatever comes next", async () => {
    const ran = await run.replay(["--match", "ordered", "--no-save", "--allow-loose"], { PROMPT: "Weather in Rome?" });
    expect([ran.code, ran.stdout]).toEqual([0, run.recorded.stdout]);
  });

  test("an answer recorded as a stream is re-made whole where only that differs, and counted loose", async () => {
    const ran = await run.replay(["--no-save"], { WHOLE: "1" });
    expect(ran.code).toBe(1);
    expect(lines(ran).at(-1)).toContain("asked for in the other form");
    const [, text = ""] = ran.stdout.split("\n200 ");
    expect(JSON.parse(text.split("\n")[0] ?? "").choices[0].message.content).toBe("The weather is fine: 23 °C, 雨 no.");
  });

  test("a saved replay replays itself", async () => {
    await run.replay(["-o", "again.vcr"]);
    const ran = await run.here.vcr(["replay", "again.vcr", "--no-save", "--", "node", run.agent]);
    expect([ran.code, ran.stdout]).toEqual([0, run.recorded.stdout]);
  });

  test("a run edited by hand answers what the edit says", async () => {
    const path = join(run.here.folder, "run.vcr");
    writeFileSync(path, readFileSync(path, "utf8").replaceAll("chatcmpl-stub", "chatcmpl-mine"));
    expect((await run.replay(["--no-save"])).stdout).toContain("chatcmpl-mine");
  });
});

describe("vcr replay of what went wrong", () => {
  const RETRYING = `
for (let i = 0; i < 4; i++) {
  const answer = await fetch(process.env.OPENAI_BASE_URL + "/chat/completions", {
    method: "POST", body: JSON.stringify({ model: "stub", messages: [{ role: "user", content: process.env.SAY + process.argv[1] }] }),
  });
  console.log(answer.status, answer.headers.get("retry-after"), answer.headers.get("x-should-retry"));
  await answer.text();
  if (answer.status === 200) break;
}`;

  test("of attempts the last is served; --replay-errors serves each", async () => {
    const run = await recorded(RETRYING, { SAY: "[[fail 429]]" });
    expect(run.recorded.stdout).toBe("429 0 null\n200 null null\n");
    expect((await run.replay(["--no-save"], { SAY: "[[fail 429]]" })).stdout).toBe("200 null null\n");
    const all = await run.replay(["--no-save", "--replay-errors"], { SAY: "[[fail 429]]" });
    expect([all.code, all.stdout]).toEqual([0, run.recorded.stdout]);
  });

  test("a call that failed for good fails as often as it is asked, and says not to", async () => {
    const run = await recorded(RETRYING, { SAY: "[[fail-always 500]]" });
    const ran = await run.replay(["--no-save"], { SAY: "[[fail-always 500]]" });
    expect([ran.code, ran.stdout]).toEqual([0, "500 0 false\n".repeat(4)]);
  });
});

describe("vcr replay of an agent that lists things in the order in which it found them", () => {
  const LISTING = `
const [files, names, at] = JSON.parse(process.env.FOUND);
const tools = names.map((name) => ({ type: "function", function: { name, parameters: { type: "object" } } }));
const content = ["Files, at " + at, ...files].join("\\n");
const answer = await fetch(process.env.OPENAI_BASE_URL + "/chat/completions", {
  method: "POST", body: JSON.stringify({ model: "stub", tools, messages: [{ role: "user", content }] }),
});
console.log(answer.status);`;
  const found = (files: readonly string[], tools: readonly string[], at = "10:00") => ({
    FOUND: JSON.stringify([files, tools, at]),
  });
  const first = found(["a.md", "b.md", "c.md"], ["read", "write"]);
  const missing = "only the order of lines or of tools differs; --scrub order would have served it";

  test.each([
    ["lines", found(["c.md", "a.md", "b.md"], ["read", "write"]), "order", missing],
    ["tools", found(["a.md", "b.md", "c.md"], ["write", "read"]), "order", missing],
    [
      "lines, and another time",
      found(["c.md", "b.md", "a.md"], ["read", "write"], "11:30"),
      "time,order",
      "only a time and the order of lines or of tools differ; --scrub time,order would have served it",
    ],
  ])("%s: the report names the flag, and it serves", async (_, again, flag, hint) => {
    const run = await recorded(LISTING, first);
    const missed = await run.replay(["--no-save"], again);
    expect([missed.code, lines(missed)]).toEqual([1, expect.arrayContaining([`  hint: ${hint}`])]);
    const served = await run.replay(["--no-save", "--scrub", flag], again);
    expect([served.code, served.stdout]).toEqual([1, "200\n"]);
    expect(lines(served).at(-1)).toBe(`loose: step 0 llm openai/chat stub, --scrub ${flag}`);
  });

  test("what is not among the recorded lines is no matter of order", async () => {
    const run = await recorded(LISTING, first);
    const ran = await run.replay(["--no-save", "--scrub", "order"], found(["a.md", "b.md", "d.md"], ["read", "write"]));
    expect([ran.code, ran.stdout]).toEqual([1, "400\n"]);
  });
});

describe("vcr replay with masked secrets", () => {
  const ASK = `
const answer = await fetch(process.env.OPENAI_BASE_URL + "/chat/completions", {
  method: "POST", body: JSON.stringify({ model: "stub", stream: process.env.STREAM !== undefined, messages: [{ role: "user", content: "[[say my word is " + process.env.SERVICE_TOKEN + "]]" }] }),
});
console.log(await answer.text());`;
  const SERVICE_TOKEN = "tok-9f8e7d6c5b4a";

  test.each([{}, { STREAM: "1" }])("a request is found, and the answer gets its value back (%o)", async (form) => {
    const run = await recorded(ASK, { SERVICE_TOKEN, ...form });
    expect(readFileSync(join(run.here.folder, "run.vcr"), "utf8")).not.toContain(SERVICE_TOKEN);
    const ran = await run.replay(["--no-save"], { SERVICE_TOKEN, ...form });
    expect(ran.code).toBe(0);
    if (!("STREAM" in form)) expect(ran.stdout).toBe(run.recorded.stdout);
    const other = await run.replay(["--no-save"], { SERVICE_TOKEN: "tok-0000aaaabbbb", ...form });
    expect([other.code, other.stdout.includes("tok-0000aaaabbbb")]).toEqual([0, true]);
  });

  test("a value that the environment lacks is named before anything starts", async () => {
    const run = await recorded(ASK, { SERVICE_TOKEN });
    const ran = await run.replay(["--no-save"]);
    expect(lines(ran)[0]).toContain("answers hold <SERVICE_TOKEN>, masked when they were recorded");
  });
});

describe("vcr replay: trouble", () => {
  test.each([
    [["run.vcr", "--match", "best", "--", "node"], "--match"],
    [["run.vcr", "--scrub", "names", "--", "node"], "--scrub takes time, uuid, epoch, path, order"],
    [["run.vcr", "--ignore", "x", "--", "node"], "is no JSON pointer"],
    [["run.vcr", "--threshold", "0.5", "--", "node"], "belong to --match fuzzy"],
    [["run.vcr", "--match", "fuzzy", "--threshold", "-1", "--", "node"], "expected a number from 0 to 1"],
    [["run.vcr", "--match", "fuzzy", "--window", "0", "--", "node"], "expected a whole number from 1 to 100000"],
    [["run.vcr", "--no-save", "-o", "x.vcr", "--", "node"], "-o says where to save"],
    [["run.vcr", "--print-env", "--", "node"], "--print-env belongs to --listen"],
    [["run.vcr"], "which command?"],
    [["none.vcr", "--", "node"], "no such file"],
  ])("%j: exit code 2 and a word on what is wrong", async (args, words) => {
    const here = workplace();
    here.file("run.vcr", '{"vcr":1,"id":"r_1"}\n');
    const ran = await here.vcr(["replay", ...args]);
    expect([ran.code, ran.stderr]).toEqual([2, expect.stringContaining(words)]);
  });

  test("a command that cannot be started: exit code 3", async () => {
    const run = await recorded();
    const ran = await run.here.vcr(["replay", "run.vcr", "--no-save", "--", "no-such-command-here"]);
    expect([ran.code, lines(ran).at(-1)]).toEqual([
      3,
      "vcr: no-such-command-here could not be started: no such command",
    ]);
  });
});
