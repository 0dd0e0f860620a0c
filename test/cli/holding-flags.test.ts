import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { type Ran, recordOnce, type Workplace, workplace } from "../support/record-cli.ts";
import { StubProvider } from "../support/stub-provider.ts";

const stub = new StubProvider();
let base = "";
beforeAll(async () => {
  base = await stub.listen();
});
afterAll(() => stub.close());

/** Asks one question after the other, or the same one so many times, and prints what came of each. */
const AGENT = `
const messages = [];
for (let i = 0; i < Number(process.env.TURNS ?? 3); i++) {
  messages.push({ role: "user", content: "question " + i });
  const answer = await fetch(process.env.OPENAI_BASE_URL + "/chat/completions", {
    method: "POST",
    headers: { "content-type": "application/json", authorization: "Bearer sk-test-1234567890" },
    body: JSON.stringify({ model: "stub", messages: process.env.SAME ? messages.slice(0, 1) : messages }),
  });
  const json = await answer.json();
  console.log(answer.status, json.error?.message ?? "");
  if (answer.status === 200) messages.push(json.choices[0].message);
}
`;

let here: Workplace;
let agent = "";
let calls = 0;

beforeEach(() => {
  here = workplace();
  agent = here.file("agent.mjs", AGENT);
  calls = stub.exchanges.length;
});

function vcr(args: readonly string[], env: NodeJS.ProcessEnv = {}): Promise<Ran> {
  return here.vcr([...args, "--", "node", agent], { OPENAI_BASE_URL: `${base}/v1`, ...env });
}

const statuses = ({ stdout }: Ran): readonly string[] =>
  stdout
    .trim()
    .split("\n")
    .map((line) => line.slice(0, 3));

describe("options that cannot be read end with 2 before anything starts", () => {
  test("a breakpoint is shown with a mark under the place", async () => {
    const ran = await vcr(["record", "--break", "status:ok toool:x"]);
    expect(ran.code).toBe(2);
    expect(ran.stderr).toContain("--break: there is no field toool\n       status:ok toool:x\n                 ^^^^^");
    expect(stub.exchanges).toHaveLength(calls);
  });

  test.each([
    [["record", "--budget", "much"], "--budget much: expected an amount in USD, as 0.50"],
    [["record", "--max-calls", "-1"], "--max-calls -1: expected a whole number"],
    [["record", "--loop", "x"], "--loop x: expected a whole number"],
    [["record", "--loop", "1"], "--loop 1: every call comes once"],
    [["record", "--price", "stub"], '--price: "stub" is no price'],
    [["record", "--prices-file", "none.json"], "none.json: no such file"],
    [["record", "-o", "."], ".: a folder\n     name a file in it"],
    [["record", "-o", ""], "-o: which file?"],
  ])("%j", async (args, words) => {
    const ran = await vcr(args);
    expect([ran.code, ran.stderr]).toEqual([2, expect.stringContaining(words)]);
    expect(stub.exchanges).toHaveLength(calls);
  });
});

test("a recording stops behind the calls that are allowed, says so, and ends with 1", async () => {
  const ran = await vcr(["record", "-o", "run.vcr", "--max-calls", "2"]);
  expect([ran.code, statuses(ran)]).toEqual([1, ["200", "200", "400"]]);
  expect(ran.stdout).toContain("vcr: --max-calls: 2 of 2 live calls made. Nothing was sent to the provider.");
  expect(ran.stderr).toContain("vcr: kept back: --max-calls: 2 of 2 live calls made");
  expect(stub.exchanges).toHaveLength(calls + 2);
});

test("a budget stops the call behind the one that has spent it", async () => {
  // 11 tokens in and 6 out: 17 * $1000 / 1,000,000 a call.
  const ran = await vcr(["record", "-o", "run.vcr", "--budget", "0.03", "--price", "stub=1000/1000"]);
  expect([ran.code, statuses(ran)]).toEqual([1, ["200", "200", "400"]]);
  expect(ran.stderr).toContain("kept back: --budget: $0.03 of $0.03 spent");
});

test("a recording lets loops be unless it is asked to stop them", async () => {
  expect(statuses(await vcr(["record", "-o", "a.vcr"], { SAME: "1", TURNS: "4" }))).toEqual([
    "200",
    "200",
    "200",
    "200",
  ]);
  const ran = await vcr(["record", "-o", "b.vcr", "--loop", "2"], { SAME: "1" });
  expect([ran.code, statuses(ran)]).toEqual([1, ["200", "400", "400"]]);
});

/** Three calls that went out, in `run.vcr`. */
async function recorded(): Promise<void> {
  expect((await recordOnce(here, ["node", agent], { env: { OPENAI_BASE_URL: `${base}/v1` } })).code).toBe(0);
  calls = stub.exchanges.length;
}

describe("a fork", () => {
  test("with a budget does not start for a model without a price", async () => {
    await recorded();
    const ran = await vcr(["fork", "run.vcr", "--at", "1", "--budget", "1"]);
    expect(ran.code).toBe(2);
    expect(ran.stderr).toContain("--budget: no price is known for stub");
    expect(ran.stderr).toContain("--price stub=IN/OUT");
    expect(stub.exchanges).toHaveLength(calls);
  });

  test("counts live calls alone, and stops the rest", async () => {
    await recorded();
    const ran = await vcr(["fork", "run.vcr", "--at", "1", "--max-calls", "1"]);
    expect([ran.code, statuses(ran)]).toEqual([1, ["200", "200", "400"]]);
    expect(ran.stderr).toContain("kept back: --max-calls: 1 of 1 live calls made");
    expect(stub.exchanges).toHaveLength(calls + 1);
  });

  test("stops a loop by itself", async () => {
    await recorded();
    const ran = await vcr(["fork", "run.vcr", "--at", "0"], { SAME: "1", TURNS: "4" });
    expect(statuses(ran)).toEqual(["200", "200", "400", "400"]);
    const free = await vcr(["fork", "run.vcr", "--at", "0", "--loop", "0"], { SAME: "1", TURNS: "4" });
    expect(statuses(free)).toEqual(["200", "200", "200", "200"]);
  });

  test("takes only matchers of equal requests", async () => {
    await recorded();
    expect((await vcr(["fork", "run.vcr", "--at", "end", "--match", "fuzzy"])).code).toBe(2);
    expect((await vcr(["fork", "run.vcr", "--at", "end", "--match", "strict"])).code).toBe(0);
  });
});

describe("a replay", () => {
  test.each([
    [["--budget", "1"], "they belong to --live"],
    [["--break", "kind:llm", "--no-save"], "it does not go with --no-save"],
  ])("%j is refused", async (args, words) => {
    await recorded();
    const ran = await vcr(["replay", "run.vcr", ...args]);
    expect([ran.code, ran.stderr]).toEqual([2, expect.stringContaining(words)]);
  });
});
