import { describe, expect, test } from "vitest";
import type { Json } from "../../src/json/json.ts";
import { contextDelta } from "../../src/time/context-delta.ts";
import { openAgent, openEvents } from "../support/agent-run.ts";

type Messages = readonly (readonly [role: string, content: string])[];

/** Calls of one lane, by the messages that each was sent with. */
function calls(requests: readonly { readonly messages: Messages; readonly params?: Readonly<Record<string, Json>> }[]) {
  return openEvents(
    requests.map(({ messages, params }) => ({
      kind: "llm" as const,
      name: "m",
      agent: "one",
      provider: "openai",
      op: "openai/chat",
      request: {
        body: JSON.stringify({
          model: "m",
          ...params,
          messages: messages.map(([role, content]) => ({ role, content })),
        }),
      },
      response: { body: JSON.stringify({ choices: [{ message: { role: "assistant", content: "ok" } }] }) },
    })),
  );
}

describe("contextDelta", () => {
  test("of the first call of a lane, and of a tool, there is none", async () => {
    const run = await openAgent({ turns: [{ calls: [{ name: "f", args: {}, result: "1" }] }, { text: "x" }] });
    expect(contextDelta(run, 0)).toBeUndefined();
    expect(contextDelta(run, run.indexOf("0a"))).toBeUndefined();
  });

  test("a growing conversation: what was added", async () => {
    const run = await openAgent({ turns: [{ calls: [{ name: "f", args: {}, result: "1" }] }, { text: "x" }] });
    const delta = contextDelta(run, run.indexOf("1"));
    expect(delta).toMatchObject({ previous: 0, shared: 2, added: [2, 3], removed: [], changed: [] });
    expect(delta?.settings.ops).toEqual([]);
  });

  test("a message that was edited, one that was left out", async () => {
    const run = await calls([
      {
        messages: [
          ["user", "the cat sat"],
          ["assistant", "yes"],
          ["user", "why?"],
        ],
      },
      {
        messages: [
          ["user", "the dog sat"],
          ["user", "why?"],
          ["user", "when?"],
        ],
      },
    ]);
    expect(contextDelta(run, 1)).toMatchObject({
      shared: 0,
      added: [2],
      removed: [1],
      changed: [
        {
          before: 0,
          after: 0,
          ops: [{ op: "changed", to: "/parts/0/text", before: "the cat sat", after: "the dog sat" }],
        },
      ],
    });
  });

  test("settings: parameters and tools", async () => {
    const tool = (description: string): Json => ({ type: "function", function: { name: "f", description } });
    const run = await calls([
      { messages: [["user", "a"]], params: { temperature: 0, tools: [tool("old")] } },
      { messages: [["user", "a"]], params: { temperature: 1, tools: [tool("new")] } },
    ]);
    expect(contextDelta(run, 1)?.settings.ops).toEqual([
      { op: "changed", from: "/temperature", to: "/temperature", before: 0, after: 1 },
      { op: "changed", from: "/tools/0/description", to: "/tools/0/description", before: "old", after: "new" },
    ]);
  });
});
