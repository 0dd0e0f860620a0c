import { describe, expect, test } from "vitest";
import type { DocContext } from "../../src/app/detail/context.ts";
import type { Doc } from "../../src/app/detail/doc.ts";
import { documentOf } from "../../src/app/detail/document-of.ts";
import type { Tab } from "../../src/app/state.ts";
import type { Run } from "../../src/run/run.ts";
import { calling, Recording, result, runOfText, says, system, user } from "../run/recording.ts";
import { openEvents } from "../support/agent-run.ts";

function context(folds: Readonly<Record<string, boolean>> = {}): DocContext {
  return { width: 60, wrap: true, folds: new Map(Object.entries(folds)), unicode: true, highlight: null };
}

function linesOf(doc: Doc): readonly string[] {
  return Array.from({ length: doc.count }, (_, n) => {
    const { lead, indent, spans, fold } = doc.row(n);
    const mark = fold === undefined ? "" : fold === "open" ? "- " : "+ ";
    const left = (lead?.text ?? "").padEnd(Math.max(0, indent - mark.length));
    return (left + mark + spans.map(({ text }) => text).join("")).trimEnd();
  });
}

function tab(run: Run, step: string, which: Tab, folds?: Readonly<Record<string, boolean>>): readonly string[] {
  const i = run.indexOf(step);
  return linesOf(documentOf({ run, i, row: run.row(i), context: context(folds) }, which));
}

/** A question, a tool, its failure, an answer. */
async function fares(): Promise<Run> {
  const recording = new Recording();
  const start = [system("You book."), user("Find a fare.")];
  recording.call(start, calling(["c1"], "SFO"));
  recording.call([...start, calling(["c1"], "SFO"), result("c1", '{"error":"timeout"}')], says("No fare, sorry."));
  return runOfText(recording.text);
}

describe("tabs of a model call", () => {
  test("the digest says what is new, the answer and what it took", async () => {
    expect(tab(await fares(), "1", 0)).toEqual([
      "new in this request",
      "2 earlier messages: 3 shows all",
      'tool     + result ✗ error {"error":"timeout"}',
      "answer",
      "assistant  No fare, sorry.",
      "400ms · HTTP 200 · openai",
    ]);
  });

  test("the first call shows its conversation", async () => {
    expect(tab(await fares(), "0", 0).slice(0, 5)).toEqual([
      "conversation",
      "system     You book.",
      "user       Find a fare.",
      "answer",
      'assistant+ call search {q: "SFO"}',
    ]);
  });

  test("Request is its target and a tree of the body", async () => {
    const lines = tab(await fares(), "0", 1);
    expect(lines[0]).toBe("POST /v1/chat/completions");
    expect(lines).toContain('    model: "gpt-4o"');
    expect(lines).toContain("  - messages: [");
  });

  test("Response is the status and a tree", async () => {
    const lines = tab(await fares(), "1", 2);
    expect(lines[0]).toBe("HTTP 200");
    expect(lines.join("\n")).toContain("choices");
  });

  test("Messages is the whole conversation with a line where the new part begins", async () => {
    const lines = tab(await fares(), "1", 3);
    const heading = lines.indexOf("new in this request");
    expect(lines.slice(0, heading).join("\n")).toMatch(/You book[\s\S]*Find a fare/);
    expect(lines.at(-1)).toBe("assistant  No fare, sorry.");
  });

  test("Tool I/O shows every call of the answer with arguments and result", async () => {
    const lines = tab(await fares(), "0", 4);
    expect(lines[0]).toMatch(/^0a search · ✗ error · ≈600ms$/);
    expect(lines.join("\n")).toMatch(/arguments: \{\n +q: "SFO"\n/);
    expect(lines.join("\n")).toMatch(/result, first seen by step 1\n/);
    expect(lines.join("\n")).toContain('error: "timeout"');
  });

  test("Δ counts what stayed, came and went", async () => {
    expect(tab(await fares(), "1", 5)[0]).toBe("against step 0: 2 messages the same, 2 added, 0 removed, 0 changed");
    expect(tab(await fares(), "0", 5)).toEqual(["the first call of its lane: all of it is new"]);
  });

  test("Raw ends with the lines of the file, as they are", async () => {
    const text = tab(await fares(), "0", 6).join("");
    expect(text.replaceAll(/\s/g, "")).toContain('{"seq":0,"kind":"llm","name":"gpt-4o"');
  });
});

describe("other events", () => {
  test("an open call says that no answer has come", async () => {
    const recording = new Recording();
    recording.begin([user("anybody?")]);
    const run = await runOfText(recording.text);
    expect(tab(run, "0", 0)).toContain("no answer yet: in flight, or never answered");
    expect(tab(run, "0", 2)).toEqual(["no response yet"]);
  });

  test("a failed call shows the provider's words", async () => {
    const recording = new Recording();
    recording.fail(recording.begin([user("hi")]), "overloaded, come back");
    const run = await runOfText(recording.text);
    expect(tab(run, "0", 0).join("\n")).toMatch(/error\n.*overloaded, come back/);
  });

  test("a node shows its state before and after", async () => {
    const recording = new Recording();
    recording.event("node", { name: "plan", status: "ok", before: { n: 1 }, after: { n: 2 } });
    const run = await runOfText(recording.text);
    expect([tab(run, "0", 1).join("\n"), tab(run, "0", 2).join("\n")]).toEqual([
      expect.stringMatching(/n: 1/),
      expect.stringMatching(/n: 2/),
    ]);
  });

  test("a damaged line shows its place, what was expected, and itself", async () => {
    const recording = new Recording();
    recording.call([user("a")], says("b"));
    recording.lines.push("oops {");
    const run = await runOfText(recording.text);
    const lines = tab(run, "0!", 0);
    expect(lines[0]).toBe("damaged");
    expect(lines[1]).toMatch(/^line 4, byte \d+, \d+ bytes$/);
    expect(lines.at(-1)).toContain("oops {");
  });

  test("every tab of every row is at least one line, and every line is found by its key", async () => {
    const run = await fares();
    for (let i = 0; i < run.length; i++) {
      for (const which of [0, 1, 2, 3, 4, 5, 6] as const) {
        const doc = documentOf({ run, i, row: run.row(i), context: context() }, which);
        expect(doc.count).toBeGreaterThan(0);
        for (let n = 0; n < doc.count; n++) expect(doc.find(doc.row(n).key)).toBe(n);
      }
    }
  });

  test("control characters of a payload are shown, not sent", async () => {
    const recording = new Recording();
    recording.call([user("a\x1b[2Jb\x07")], says("c\x9bd\u202ee"));
    const run = await runOfText(recording.text);
    for (const which of [0, 1, 2, 3, 6] as const) {
      expect(tab(run, "0", which).join("")).not.toMatch(/[\x00-\x1f\x7f-\x9f\u202e]/);
    }
  });
});

test("what a recorded tool gave as JSON is open, like what a model was told that a tool said", async () => {
  const run = await openEvents([
    {
      ...({ kind: "tool", name: "add", at: 1e12, status: "ok", op: "mcp" } as const),
      request: { body: '{"a":1}' },
      response: { body: '{"content":[{"type":"text","text":"3 km"}]}' },
    },
  ]);
  const text = tab(run, "0", 0).join("\n");
  expect(text).toContain('text: "3 km"');
});
