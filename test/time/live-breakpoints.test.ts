import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { LiveBreakpoints } from "../../src/time/live-breakpoints.ts";
import type { EventFields } from "../../src/trace/write/record.ts";
import { TraceWriter } from "../../src/trace/write/writer.ts";
import { tempFolder } from "../support/temp-folder.ts";

/** A run that is being written, and the breakpoints that look at it. */
function underWay(...expressions: readonly string[]) {
  const path = join(tempFolder(), "run.vcr");
  const writer = new TraceWriter(path, { id: "r" });
  const breakpoints = new LiveBreakpoints(path);
  onTestFinished(() => {
    breakpoints.close();
    writer.close();
  });
  breakpoints.set(expressions.map((expression) => ({ expression, on: true })));
  return { writer, breakpoints };
}

/** A model call that answers the call ids `results`. */
function ask(writer: TraceWriter, results: readonly string[] = [], messages: readonly object[] = []): number {
  return writer.begin({
    ...{ kind: "llm", name: "gpt-5", provider: "openai", op: "openai/chat", at: Date.now() },
    results: results.map((id) => ({ id })),
    request: { method: "POST", path: "/v1/chat/completions", body: JSON.stringify({ model: "gpt-5", messages }) },
  });
}

function answer(calls: Readonly<Record<string, string>>, more: EventFields = {}): EventFields {
  const tool_calls = Object.entries(calls).map(([id, name]) => ({
    id,
    type: "function",
    function: { name, arguments: "{}" },
  }));
  const body = JSON.stringify({ choices: [{ index: 0, message: { role: "assistant", content: null, tool_calls } }] });
  return {
    ...{ status: "ok", durationMs: 5, calls: Object.entries(calls).map(([id, name]) => ({ id, name })) },
    response: { status: 200, body },
    ...more,
  };
}

describe("a tool", () => {
  test("stops the answer that asks for it, and not again the request that answers it", async () => {
    const { writer, breakpoints } = underWay("tool:search");
    ask(writer);
    expect(await breakpoints.stopAt(0, "request")).toBeUndefined();
    writer.end(0, answer({ c1: "read", c2: "search" }));
    expect(await breakpoints.stopAt(0, "response")).toEqual({
      ...{ expression: "tool:search", row: "0b", label: "tool search" },
    });
    ask(writer, ["c1", "c2"]);
    expect(await breakpoints.stopAt(1, "request")).toBeUndefined();
  });

  test("with phase:response stops the request that carries its result first", async () => {
    const { writer, breakpoints } = underWay("phase:response tool:search");
    ask(writer);
    writer.end(0, answer({ c1: "search" }));
    expect(await breakpoints.stopAt(0, "response")).toBeUndefined();
    ask(writer, ["c1"]);
    expect(await breakpoints.stopAt(1, "request")).toMatchObject({ row: "0a" });
  });
});

describe("a call", () => {
  test("stops once, at the first half that matches", async () => {
    const { writer, breakpoints } = underWay("model:gpt");
    ask(writer);
    expect(await breakpoints.stopAt(0, "request")).toEqual({ expression: "model:gpt", row: "0" });
    writer.end(0, answer({}));
    expect(await breakpoints.stopAt(0, "response")).toBeUndefined();
    ask(writer);
    expect(await breakpoints.stopAt(1, "request")).toMatchObject({ row: "1" });
  });

  test.each([
    ["phase:request", "request"],
    ["phase:response", "response"],
    ["status:error", "response"],
    ["tok>100", "response"],
    ["total.tok>100", "response"],
    ["total.calls>=1", "request"],
    ["step:0", "request"],
    ["kind:llm phase:response", "response"],
    ["is:live", undefined],
  ] as const)("%s stops at its %s", async (expression, half) => {
    const { writer, breakpoints } = underWay(expression);
    ask(writer);
    const before = await breakpoints.stopAt(0, "request");
    writer.end(0, { ...answer({}), status: "error", tokens: { in: 90, out: 20 } });
    const after = await breakpoints.stopAt(0, "response");
    expect([before !== undefined && "request", after !== undefined && "response"].filter(Boolean)).toEqual(
      half === undefined ? [] : [half],
    );
  });

  test("words of its request and its answer count", async () => {
    const { writer, breakpoints } = underWay("req:Oslo", "resp:sunny");
    ask(writer, [], [{ role: "user", content: "Weather in Oslo?" }]);
    expect(await breakpoints.stopAt(0, "request")).toMatchObject({ expression: "req:Oslo" });
    writer.end(0, { status: "ok", response: { status: 200, body: '{"choices":[{"message":{"content":"sunny"}}]}' } });
    expect(await breakpoints.stopAt(0, "response")).toMatchObject({ expression: "resp:sunny" });
  });
});

describe("whether an answer has to be held back", () => {
  test.each([
    ["phase:request", false],
    ["phase:request kind:llm", false],
    ["phase:request kind:tool", true],
    ["phase:response", true],
    ["step:7", false],
    ["step:0 status:error", true],
    ["model:claude resp:x", false],
    ["tool:search", true],
    ["phase:request | tok>1k", true],
    ["!phase:request", true],
  ])("%s: %s", async (expression, held) => {
    const { writer, breakpoints } = underWay(expression);
    ask(writer);
    await breakpoints.stopAt(0, "request");
    expect(breakpoints.mayStopAnswer(0)).toBe(held);
  });
});

test("an expression that cannot be read is named with its place, and the list stays as it was", () => {
  const { breakpoints } = underWay("tool:search");
  const set = (): void => breakpoints.set([{ expression: "status:ok toool:search", on: true }]);
  expect(set).toThrow(/there is no field toool: "toool" at 11 of status:ok toool:search/);
  expect(breakpoints.breakpoints).toEqual([{ expression: "tool:search", on: true }]);
});

test("one that is off stops nothing", async () => {
  const { writer, breakpoints } = underWay();
  breakpoints.set([{ expression: "kind:llm", on: false }]);
  ask(writer);
  expect([breakpoints.any, await breakpoints.stopAt(0, "request")]).toEqual([false, undefined]);
});
