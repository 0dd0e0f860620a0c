import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import {
  checkpoint,
  currentSession,
  llm,
  memory,
  node,
  record,
  recordError,
  recordLlmCall,
  recordStep,
  recordToolCall,
  type Session,
  tool,
} from "../../src/index.ts";
import { readAll } from "../../src/run/drive.ts";
import { openFile } from "../../src/run/open-file.ts";
import type { Run } from "../../src/run/run.ts";
import { tempFolder } from "../support/temp-folder.ts";

async function recorded(fn: (session: Session) => unknown): Promise<Run> {
  const path = join(tempFolder(), "run.vcr");
  await record(path, {}, fn).catch(() => undefined);
  const file = await openFile(path);
  await readAll(file);
  const [run] = file.runs;
  if (run === undefined) throw new Error("no run");
  return run;
}

const rows = (run: Run) => Array.from({ length: run.length }, (_, i) => run.row(i));

describe("a wrapped function", () => {
  test("is called as it is without a session", () => {
    const add = tool((a: number, b: number) => a + b, { name: "add" });
    expect(add(1, 2)).toBe(3);
    expect(currentSession()).toBeUndefined();
  });

  test("answers the same in a session, and its arguments and result are kept", async () => {
    const add = tool((a: number, b: number) => a + b, { name: "add" });
    const search = memory(async ({ q }: { q: string }) => [q, "x"], { name: "search" });
    let answers: unknown[] = [];
    const run = await recorded(async () => {
      answers = [add(1, 2), await search({ q: "SFO" })];
    });
    expect(answers).toEqual([3, ["SFO", "x"]]);
    expect(rows(run).map(({ kind, name, status }) => [kind, name, status])).toEqual([
      ["tool", "add", "ok"],
      ["memory", "search", "ok"],
    ]);
    expect([run.body(0).request?.json, run.body(0).response?.json]).toEqual([[1, 2], 3]);
    expect(run.body(1).request?.json).toEqual({ q: "SFO" });
  });

  test("that throws throws the same, and the error is kept", async () => {
    const error = Object.assign(new TypeError("no fare"), { status: 404 });
    const book = tool(() => Promise.reject(error), { name: "book" });
    let caught: unknown;
    const run = await recorded(() => book().catch((each: unknown) => (caught = each)));
    expect(caught).toBe(error);
    expect(run.row(0).status).toBe("error");
    expect(run.body(0).error).toMatchObject({ type: "TypeError", message: "no fare" });
  });

  test("that is a tool and says that it failed has failed, as on the wire; of others it is an answer", async () => {
    const given = { error: "no fare" };
    const statuses: unknown[] = [];
    const run = await recorded(async (session: Session) => {
      tool(() => given, { name: "book" })();
      await tool(async () => JSON.stringify(given), { name: "book" })();
      tool(() => ({ error: null, fare: 412 }), { name: "book" })();
      memory(() => given, { name: "find" })();
      recordToolCall({ name: "book", result: given });
      recordToolCall({ name: "mcp", result: { isError: true, content: [{ type: "text", text: "no server" }] } });
      statuses.push(...session.newEvents.map(({ status }) => status));
    });
    const expected = ["error", "error", "ok", "ok", "error", "error"];
    expect(rows(run).map(({ status }) => status)).toEqual(expected);
    expect(statuses).toEqual(expected);
    expect([run.tool(0).isError, run.body(0).response?.json]).toEqual([true, given]);
    expect([run.what(0), run.what(1), run.what(4), run.what(5)]).toEqual([
      "no fare",
      "no fare",
      "no fare",
      "no server",
    ]);
  });

  test("that streams is handed on piece by piece", async () => {
    const seen: string[] = [];
    const chat = llm(
      async function* words() {
        for (const word of ["a", "b", "c"]) {
          seen.push(`made ${word}`);
          yield { word };
        }
      },
      { name: "model" },
    );
    const run = await recorded(async () => {
      for await (const { word } of chat()) seen.push(`got ${word}`);
    });
    expect(seen).toEqual(["made a", "got a", "made b", "got b", "made c", "got c"]);
    expect(run.body(0).response?.text).toBe('{"word":"a"}\n{"word":"b"}\n{"word":"c"}\n');
    expect(run.body(0).response?.chunks?.map(([, length]) => length)).toEqual([13, 13, 13]);
  });

  test("keeps what else a stream offers, and marks one that was left early", async () => {
    class Stream {
      readonly id = "s1";
      *[Symbol.iterator]() {}
      async *[Symbol.asyncIterator]() {
        yield 1;
        yield 2;
      }
    }
    const chat = llm(async () => new Stream(), { name: "model" });
    let id = "";
    const run = await recorded(async () => {
      const stream = await chat();
      id = stream.id;
      for await (const _ of stream) break;
    });
    expect([id, run.row(0).status]).toEqual(["s1", "truncated"]);
  });

  test("knows the call it was made in", async () => {
    const inner = tool(() => "in", { name: "inner" });
    const outer = tool(async () => inner(), { name: "outer" });
    const run = await recorded(() => outer());
    expect(JSON.parse(run.body(1).raw().split("\n")[0] ?? "")).toMatchObject({ name: "inner", parent: 0 });
  });

  test("of a graph keeps the state before and after", async () => {
    const plan = node(async (state: { n: number }) => ({ n: state.n + 1 }), { name: "plan" });
    const run = await recorded(() => plan({ n: 1 }));
    expect([run.row(0).kind, run.body(0).before, run.body(0).after]).toEqual(["node", { n: 1 }, { n: 2 }]);
  });

  test("calls that overlap are told apart", async () => {
    const gates: (() => void)[] = [];
    const wait = tool((name: string) => new Promise((resolve) => gates.push(() => resolve(name))), { name: "wait" });
    const run = await recorded(async () => {
      const both = [wait("first"), wait("second")];
      gates[1]?.();
      gates[0]?.();
      await Promise.all(both);
    });
    expect([run.body(0).response?.json, run.body(1).response?.json]).toEqual(["first", "second"]);
  });
});

test("events that are told", async () => {
  const run = await recorded(() => {
    recordStep("plan", { a: 1 }, { a: 2 });
    recordLlmCall({ name: "m", request: { q: 1 }, response: "x", tokens: { in: 3, out: 4 }, durationMs: 12 });
    recordToolCall({ name: "t", args: { k: "v" }, error: new Error("bad"), callId: "call_1" });
    checkpoint("ready", { done: true });
    recordError(new RangeError("off"));
  });
  expect(rows(run).map(({ kind, name, status }) => [kind, name, status])).toEqual([
    ["node", "plan", "ok"],
    ["llm", "m", "ok"],
    ["tool", "t", "error"],
    ["checkpoint", "ready", "ok"],
    ["error", "error", "error"],
  ]);
  expect(run.row(1).tokens).toEqual({ in: 3, out: 4 });
  expect(run.body(3).after).toEqual({ done: true });
});

test("what the function of a recording throws is thrown on and recorded", async () => {
  const path = join(tempFolder(), "run.vcr");
  await expect(record(path, {}, () => Promise.reject(new Error("agent failed")))).rejects.toThrow("agent failed");
  const file = await openFile(path);
  await readAll(file);
  expect(file.runs[0]?.row(0).kind).toBe("error");
  expect(file.runs[0]?.header.exit?.code).toBe(1);
});

test("a recording replaces no file unless told", async () => {
  const path = join(tempFolder(), "run.vcr");
  await record(path, {}, () => 1);
  await expect(record(path, {}, () => 2)).rejects.toThrow("exists");
  const add = tool((a: number) => a + 1, { name: "add" });
  expect((await record(path, { force: true }, () => add(3))).result).toBe(4);
  expect(readFileSync(path, "utf8")).toContain('"name":"add"');
});

test("a recording that fails before its first call leaves the file that it would have replaced", async () => {
  const path = join(tempFolder(), "run.vcr");
  const add = tool((a: number) => a + 1, { name: "add" });
  await record(path, {}, () => add(3));
  const before = readFileSync(path, "utf8");
  const failing = (): never => {
    throw new Error("no key");
  };
  await expect(record(path, { force: true }, failing)).rejects.toThrow("no key");
  expect(readFileSync(path, "utf8")).toBe(before);
  const late = (): never => {
    add(9);
    return failing();
  };
  await expect(record(path, { force: true }, late)).rejects.toThrow("no key");
  expect(readFileSync(path, "utf8")).toMatch(/\[9\].*no key/s);
});

test("the session knows its events and the next step", async () => {
  const add = tool((a: number) => a + 1, { name: "add" });
  const { session } = await record(join(tempFolder(), "run.vcr"), {}, (own) => {
    expect([own.cursor, currentSession()]).toEqual([0, own]);
    add(1);
    expect(own.cursor).toBe(1);
  });
  expect(session.newEvents).toEqual([{ step: 0, kind: "tool", name: "add", args: [1], status: "ok", result: 2 }]);
});
