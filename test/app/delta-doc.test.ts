import { expect, test } from "vitest";
import type { DocContext } from "../../src/app/detail/context.ts";
import { deltaDoc } from "../../src/app/detail/delta-doc.ts";
import type { Json } from "../../src/json/json.ts";
import type { Run } from "../../src/run/run.ts";
import { openAgent, openEvents } from "../support/agent-run.ts";

const CONTEXT: DocContext = { width: 60, wrap: true, folds: new Map(), unicode: true, highlight: null };

function lines(run: Run, i: number): string[] {
  const doc = deltaDoc({ run, i, row: run.row(i), context: CONTEXT });
  return Array.from({ length: doc.count }, (_, n) => {
    const { spans, lead } = doc.row(n);
    const text = spans.map(({ text: said, token }) =>
      token === "diff.addedWord" ? `{+${said}+}` : token === "diff.removedWord" ? `{-${said}-}` : said,
    );
    return `${lead ? `${lead.text}: ` : ""}${text.join("")}`.trim();
  });
}

function talk(
  requests: readonly { readonly messages: readonly string[]; readonly temperature: number }[],
): Promise<Run> {
  return openEvents(
    requests.map(({ messages, temperature }) => {
      const body: Json = { model: "m", temperature, messages: messages.map((content) => ({ role: "user", content })) };
      return {
        kind: "llm" as const,
        name: "m",
        agent: "one",
        provider: "openai",
        op: "openai/chat",
        request: { body: JSON.stringify(body) },
        response: { body: JSON.stringify({ choices: [{ message: { role: "assistant", content: "ok" } }] }) },
      };
    }),
  );
}

test("the first call of a lane has nothing before it", async () => {
  expect(lines(await openAgent({ turns: [{ text: "x" }] }), 0)).toEqual([
    "the first call of its lane: all of it is new",
  ]);
});

test("an edited message with its words, a new one, a changed parameter", async () => {
  const run = await talk([
    { messages: ["the cat sat on the mat"], temperature: 0 },
    { messages: ["the dog sat on the mat", "and then?"], temperature: 1 },
  ]);
  expect(lines(run, 1)).toEqual([
    "against step 0: 0 messages the same, 1 added, 0 removed, 1 changed",
    "changed",
    "user  message 0",
    "/parts/0/text",
    "the {-cat-}{+dog+} sat on the mat",
    "added",
    "user: and then?",
    "settings",
    "/temperature 0 → 1",
  ]);
});

test("what the terminal would obey is shown, not sent", async () => {
  const run = await talk([
    { messages: ["a \u001b[31mred"], temperature: 0 },
    { messages: ["a \u001b[32mred"], temperature: 0 },
  ]);
  expect(lines(run, 1).join("\n")).not.toContain("\u001b");
});
