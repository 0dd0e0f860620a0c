import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import {
  DivergenceError,
  llm,
  NeverCalled,
  node,
  orderedMatcher,
  ReplayedError,
  type ReplayOptions,
  record,
  recordToolCall,
  replay,
  ScriptedModel,
  tool,
  UnconsumedEventsError,
  VcrError,
} from "../../src/index.ts";
import { tempFolder } from "../support/temp-folder.ts";

/** Records `agent` with the functions it is given, then replays it with functions that must not be reached. */
async function twice<F extends Record<string, (...args: never[]) => unknown>>(
  live: F,
  agent: (functions: F) => unknown,
  options: ReplayOptions = {},
  again: (functions: F) => unknown = agent,
) {
  const path = join(tempFolder(), "run.vcr");
  const recorded = await record(path, {}, () => agent(live)).catch((error: unknown) => ({ result: error }));
  const dead = Object.fromEntries(
    Object.entries(live).map(([name]) => [name, tool(NeverCalled(name), { name })]),
  ) as unknown as F;
  const replayed = await replay(path, options, () => again(dead)).catch((error: unknown) => ({ error }));
  return {
    recorded: recorded.result,
    replayed: "error" in replayed ? undefined : replayed.result,
    failed: "error" in replayed ? replayed.error : undefined,
    path,
  };
}

/** Names of the warnings of this process from now on. */
function warnings(): () => Promise<string[]> {
  const names: string[] = [];
  const listen = (warning: Error): number => names.push(warning.name);
  process.on("warning", listen);
  onTestFinished(() => void process.off("warning", listen));
  return () => new Promise((resolve) => setImmediate(() => resolve(names)));
}

const add = tool((a: number, b: number) => a + b, { name: "add" });
const search = tool(async ({ q }: { q: string }) => [q, "x"], { name: "search" });

describe("replay", () => {
  test("answers wrapped calls, sync and async, without calling them", async () => {
    const run = await twice({ add, search }, async (f) => [f.add(1, 2), await f.search({ q: "SFO" })]);
    expect(run.replayed).toEqual([3, ["SFO", "x"]]);
  });

  test("values that JSON has no form for come back as they were", async () => {
    const values = { when: new Date(5), seen: new Set([1]), big: 3n, none: undefined, bytes: Buffer.from("hi") };
    const run = await twice({ get: tool(() => values, { name: "get" }) }, (f) => f.get());
    expect(run.replayed).toEqual(values);
  });

  test("streams come piece by piece, and an error in mid-stream after the same pieces", async () => {
    const stream = tool(
      async function* () {
        yield "a";
        yield { b: 1 };
        throw new RangeError("lost");
      },
      { name: "stream" },
    );
    const agent = async (f: { stream: typeof stream }) => {
      const pieces: unknown[] = [];
      try {
        for await (const piece of f.stream()) pieces.push(piece);
      } catch (error) {
        pieces.push(String(error instanceof ReplayedError ? error.originalMessage : (error as Error).message));
      }
      return pieces;
    };
    expect((await twice({ stream }, agent)).replayed).toEqual(["a", { b: 1 }, "lost"]);
  });

  test("what was thrown is thrown again; with revive of the original class", async () => {
    class RateLimit extends Error {
      override readonly name = "RateLimit";
      status = 429;
    }
    const book = tool(async () => Promise.reject(new RateLimit("slow down")), { name: "book" });
    const agent = (f: { book: typeof book }) => f.book().catch((error: unknown) => error);
    const plain = (await twice({ book }, agent)).replayed;
    expect(plain).toBeInstanceOf(ReplayedError);
    expect(plain).toMatchObject({
      originalName: "RateLimit",
      originalMessage: "slow down",
      status: 429,
      step: 0,
      code: "replayed-error",
    });
    const revived = (await twice({ book }, agent, { revive: [RateLimit] })).replayed;
    expect(revived).toBeInstanceOf(RateLimit);
    expect(revived).toMatchObject({ message: "slow down", status: 429 });
  });

  test("a call that differs is a DivergenceError that says where", async () => {
    const run = await twice(
      { search },
      (f) => f.search({ q: "SFO" }),
      {},
      (f) => f.search({ q: "SJC" }),
    );
    expect(run.failed).toBeInstanceOf(DivergenceError);
    expect(run.failed).toMatchObject({
      step: 0,
      reason: "differs",
      pointer: "/q",
      expected: "SFO",
      got: "SJC",
      code: "diverged",
    });
    expect((run.failed as DivergenceError).diff).toBe("--- recorded\n+++ replayed\n@@ -1,1 +1,1 @@\n-SFO\n+SJC");
  });

  test("the same call once more than recorded was already served; another tool was never recorded", async () => {
    const again = await twice(
      { add },
      (f) => f.add(1, 2),
      {},
      (f) => [f.add(1, 2), f.add(1, 2)],
    );
    expect(again.failed).toMatchObject({ reason: "already-served", step: 0 });
    const other = await twice(
      { add, search },
      (f) => f.add(1, 2),
      {},
      (f) => f.search({ q: "a" }),
    );
    expect(other.failed).toMatchObject({ reason: "never-recorded", step: undefined });
  });

  describe("strict", () => {
    const get = tool(({ a, b }: { a: number; b: string }) => `${a} ${b}`, { name: "get" });
    const put = tool(({ a, b }: { a: number; b: string }) => `${b} ${a}`, { name: "put" });
    const strict = { match: "strict" } as const;

    test("the order of keys is no difference", async () => {
      const run = await twice(
        { get },
        (f) => f.get({ a: 1, b: "x" }),
        strict,
        (f) => f.get({ b: "x", a: 1 }),
      );
      expect(run.replayed).toBe("1 x");
    });

    test("a secret that was masked in the recording is none either", async () => {
      const b = `ghp_${"a1B2".repeat(9)}`;
      const run = await twice({ get }, (f) => f.get({ a: 1, b }), strict);
      expect(run.failed).toBeUndefined();
      expect(run.replayed).toBe("1 <GITHUB_TOKEN>");
    });

    test.each([
      ["another function given the same", (f: { get: typeof get; put: typeof put }) => f.put({ a: 1, b: "x" })],
      ["the second call before the first", (f: { get: typeof get; put: typeof put }) => f.get({ a: 2, b: "x" })],
    ])("%s is not served", async (_, again) => {
      const agent = (f: { get: typeof get; put: typeof put }): unknown => [
        f.get({ a: 1, b: "x" }),
        f.get({ a: 2, b: "x" }),
        f.put({ a: 1, b: "x" }),
      ];
      const run = await twice({ get, put }, agent, strict, again);
      expect(run.failed).toBeInstanceOf(DivergenceError);
    });

    test("calls that followed each other within a millisecond keep their order", async () => {
      const path = join(tempFolder(), "run.vcr");
      const line = (seq: number, a: number): string =>
        `{"seq":${seq},"kind":"tool","name":"get","at":1796009368438,"request":{"body":{"a":${a},"b":"x"}}}
{"end":${seq},"status":"ok","durationMs":0.4,"returns":"value","response":{"body":"${a} x"}}
`;
      writeFileSync(path, `{"vcr":1,"id":"r_1"}\n${line(0, 1)}${line(1, 2)}`);
      const second = replay(path, strict, () => tool(NeverCalled("get"), { name: "get" })({ a: 2, b: "x" }));
      await expect(second).rejects.toBeInstanceOf(DivergenceError);
    });
  });

  test("calls that are never made are an error, or a warning", async () => {
    const agent = (f: { add: typeof add }) => [f.add(1, 2), f.add(3, 4)];
    const one = (f: { add: typeof add }) => [f.add(1, 2)];
    const run = await twice({ add }, agent, {}, one);
    expect(run.failed).toBeInstanceOf(UnconsumedEventsError);
    expect(run.failed).toMatchObject({ steps: [1] });
    const warned = warnings();
    expect((await twice({ add }, agent, { requireAll: false }, one)).replayed).toEqual([3]);
    expect(await warned()).toEqual(["UnconsumedEventsWarning"]);
  });

  test("a matcher of one's own, or by name; loose ones warn", async () => {
    const warned = warnings();
    const other = (f: { search: typeof search }) => f.search({ q: "SJC" });
    const run = await twice({ search }, (f) => f.search({ q: "SFO" }), { match: "ordered" }, other);
    expect(run.replayed).toEqual(["SFO", "x"]);
    expect(
      (await twice({ search }, (f) => f.search({ q: "SFO" }), { match: orderedMatcher() }, other)).replayed,
    ).toEqual(["SFO", "x"]);
    expect((await twice({ search }, (f) => f.search({ q: "SFO" }), { ignore: ["/q"] }, other)).replayed).toEqual([
      "SFO",
      "x",
    ]);
    expect(await warned()).toContain("ReplayDriftWarning");
  });

  test.each<[ReplayOptions, string]>([
    [{ ignore: ["q"] }, '"q" is no JSON pointer'],
    [{ normalize: ["q"] }, '"q" is no JSON pointer'],
    [{ match: "fuzzy", threshold: 3 }, "threshold 3: expected a number from 0 to 1"],
    [{ match: "fuzzy", window: 0 }, "window 0: expected a whole number from 1"],
    [{ threshold: 0.5 }, 'threshold and window belong to match: "fuzzy"'],
  ])("options that cannot be are a mistake before anything is called: %o", async (options, words) => {
    const { failed } = await twice({ search }, (f) => f.search({ q: "SFO" }), options);
    expect(failed).toBeInstanceOf(VcrError);
    expect(failed).toMatchObject({ code: "usage", message: expect.stringContaining(words) });
  });

  test("a tool's inner calls are not made, a node runs and its calls are answered", async () => {
    let ran = 0;
    const model = llm(async (q: string) => `answer to ${q}`, { name: "m" });
    const deep = tool(async (q: string) => (await model(q)).toUpperCase(), { name: "deep" });
    const path = join(tempFolder(), "run.vcr");
    const agent = (call: typeof deep) =>
      node(
        async (state: { q: string }) => {
          ran++;
          return { ...state, a: await call(state.q) };
        },
        { name: "plan" },
      )({ q: "x" });
    await record(path, {}, () => agent(deep));
    const { result, session } = await replay(path, {}, () => agent(tool(NeverCalled("deep"), { name: "deep" })));
    expect([result, ran]).toEqual([{ q: "x", a: "ANSWER TO X" }, 2]);
    expect([session.mode, session.newEvents.map(({ kind, name }) => `${kind} ${name}`)]).toEqual([
      "replay",
      ["node plan", "tool deep"],
    ]);
  });

  test("told events are not asked for", async () => {
    const run = await twice({ add }, (f) => {
      recordToolCall({ name: "other", args: { a: 1 }, result: 2 });
      return f.add(1, 2);
    });
    expect(run.replayed).toBe(3);
  });

  test("equal calls in their order, over any interleaving", async () => {
    let n = 0;
    const next = tool(async (_: string) => n++, { name: "next" });
    const run = await twice({ next }, (f) => Promise.all(["a", "b", "a"].map((each) => f.next(each))));
    expect([run.recorded, run.replayed]).toEqual([
      [0, 1, 2],
      [0, 1, 2],
    ]);
  });
});

describe("ScriptedModel", () => {
  test("returns, throws, calls and streams its items, and keeps what it was asked", () => {
    const model = ScriptedModel([1, new TypeError("no"), (q: unknown) => [q]]);
    expect(model("a")).toBe(1);
    expect(() => model("b")).toThrow(TypeError);
    expect(model("c")).toEqual(["c"]);
    expect([model.calls, model.remaining]).toEqual([["a", "b", "c"], 0]);
    expect(() => model("d")).toThrow(expect.objectContaining({ code: "script-exhausted" }));
  });
});
