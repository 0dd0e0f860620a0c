import { describe, expect, test } from "vitest";
import { exportText } from "../../src/app/export/export-text.ts";
import { type GivenRow, RunOf, said } from "../support/run-of.ts";
import { app } from "./driver.ts";

const RUN: readonly GivenRow[] = [
  {
    kind: "llm",
    name: "m",
    provider: "openai",
    body: {
      request: { method: "POST", path: "/v1/chat/completions", json: { model: "m", messages: [] } },
      response: { status: 200, json: { id: "x" } },
    },
    messages: [said("user", "Find a fare")],
    exchange: {
      answer: {
        calls: [],
        usage: {},
        message: {
          role: "assistant",
          parts: [
            { type: "thinking", text: "Two ways.\nBoth slow." },
            { type: "text", text: "Use ```sh``` here." },
            { type: "call", id: "c", name: "search", args: { q: "SFO" } },
            {
              type: "result",
              id: "c",
              name: "search",
              parts: [{ type: "text", text: "```\nnone\n```" }],
              isError: true,
            },
          ],
        },
      },
    },
  },
  { kind: "tool", name: "search", step: "0a", args: { q: "SFO" }, result: { role: "tool", parts: [] } },
  { kind: "llm", name: "m" },
];

const driver = (keys = "") => app(new RunOf(RUN)).press(keys);
const text = (keys: string, kind: Parameters<typeof exportText>[1]) => exportText(driver(keys).state, kind);

describe("what is exported of the selected event", () => {
  test("request and response are their bodies", () => {
    expect(text("", "request")).toEqual({ text: '{\n  "model": "m",\n  "messages": []\n}\n' });
    expect(text("", "response")).toEqual({ text: '{\n  "id": "x"\n}\n' });
  });

  test("of a tool they are its arguments and its result", () => {
    expect(text("j", "request")).toEqual({ text: '{\n  "q": "SFO"\n}\n' });
    expect(text("j", "response")).toEqual({ text: "[]\n" });
  });

  test("the event is one JSON object with its bodies", () => {
    const made = text("", "event");
    expect(JSON.parse("text" in made ? made.text : "")).toMatchObject({
      step: "0",
      kind: "llm",
      request: { model: "m" },
    });
  });

  test("curl is a command", () => {
    const made = text("", "curl");
    expect("text" in made && made.text.startsWith("curl -X POST 'https://api.openai.com/v1/chat/completions'")).toBe(
      true,
    );
  });

  test("the conversation is Markdown in which nothing of the texts is taken for markup of ours", () => {
    expect(text("", "conversation")).toEqual({
      text: [
        "## user",
        "Find a fare",
        "## assistant",
        "> Two ways.\n> Both slow.",
        "Use ```sh``` here.",
        '**call search**\n\n```json\n{\n  "q": "SFO"\n}\n```',
        "**error of search**\n\n````\n```\nnone\n```\n````\n",
      ].join("\n\n"),
    });
  });

  test("what the event does not hold is told", () => {
    expect(text("G", "request")).toEqual({ problem: "no request in this event" });
    expect(text("j", "curl")).toEqual({ problem: "no HTTP request in this event" });
    expect(text("G", "conversation")).toEqual({ problem: "no conversation in this event" });
  });
});

describe("commands", () => {
  test("x offers each kind with a name to begin with, on the command line", () => {
    const opened = driver("x j j enter");
    expect(opened.state.prompt).toMatchObject({ kind: "command", text: "export event test-0.json" });
    opened.press("enter");
    expect(opened.effects).toContainEqual(expect.objectContaining({ type: "write", file: "test-0.json" }));
  });

  test(":w writes the steps that are shown, a derived tool as its call, whatever the order of the list", () => {
    const shown = driver("f").type("kind:tool | step:1").press("enter");
    shown.press(":").type("sort name desc").press("enter").press(":").type("w out.vcr").press("enter");
    const effect = shown.effects.find(({ type }) => type === "write-run");
    expect(effect).toMatchObject({ file: "out.vcr" });
    expect(effect?.type === "write-run" && [...effect.steps].sort()).toEqual([0, 1]);
  });

  test("without a file or with another word they say what they take", () => {
    expect(driver(":").type("w").press("enter").toast).toBe("write to which file?");
    expect(driver(":").type("export picture a.png").press("enter").toast).toContain("export takes request, response");
    expect(driver(":").type("export event").press("enter").toast).toBe("export to which file?");
  });
});
