import { expect, test } from "vitest";
import { readWatchCommand, WATCH_HELP } from "../../src/cli/watch/watch-command.ts";

test.each([
  ["c", { type: "act", id: undefined, action: { do: "continue" } }],
  [" c 3 ", { type: "act", id: 3, action: { do: "continue" } }],
  ["2 s", { type: "act", id: 2, action: { do: "step" } }],
  ["C", { type: "all", action: { do: "continue" } }],
  ["x", { type: "act", id: undefined, action: { do: "abort" } }],
  ["live 4", { type: "act", id: 4, action: { do: "live" } }],
  ["answer 3 rooms left", { type: "act", id: undefined, action: { do: "answer", body: "3 rooms left" } }],
  ["2 answer no", { type: "act", id: 2, action: { do: "answer", body: "no" } }],
  ['answer {"rooms": 3}', { type: "act", id: undefined, action: { do: "answer", body: { rooms: 3 } } }],
  ["answer 429", { type: "act", id: undefined, action: { do: "answer", body: "429" } }],
  ["error timeout", { type: "act", id: undefined, action: { do: "error", error: "timeout" } }],
  ["recorded", { type: "act", id: undefined, action: { do: "recorded" } }],
  ["1 recorded 7", { type: "act", id: 1, action: { do: "recorded", step: 7 } }],
  ["break tool:search dur>5s", { type: "break", expression: "tool:search dur>5s" }],
  ["unbreak", { type: "unbreak", expression: undefined }],
  ["unbreak tool:search", { type: "unbreak", expression: "tool:search" }],
  ["set /temperature=0", { type: "change", id: undefined, change: { pointer: "/temperature", value: 0 } }],
  [
    "2 set /messages/1/content=a=b",
    { type: "change", id: 2, change: { pointer: "/messages/1/content", value: "a=b" } },
  ],
  ["drop /tool_choice", { type: "change", id: undefined, change: { pointer: "/tool_choice", drop: true } }],
  ["hold off", { type: "hold", on: false }],
  ["p", { type: "pause" }],
  ["l", { type: "list" }],
  ["kill", { type: "kill" }],
  ["q", { type: "quit" }],
  ["?", { type: "help" }],
])("%j is read", (line, command) => {
  expect(readWatchCommand(line)).toEqual(command);
});

test.each([
  "answer",
  "error 418",
  "recorded x",
  "c now",
  "hold",
  "break",
  "run rm",
  "set /a",
  "set a=1",
  "drop",
  "drop /a=1",
  "2 kill",
  "3 break tool:x",
])("%j is refused with words", (line) => {
  expect(readWatchCommand(line)).toEqual(expect.stringMatching(/\w/));
});

test("an empty line is no command", () => {
  expect(readWatchCommand("  ")).toBeUndefined();
});

test("every command of the help is one", () => {
  const words = WATCH_HELP.map((line) => line.slice(0, 15).trim()).filter((word) => word !== "N COMMAND");
  const examples: Record<string, string> = {
    ...{ "hold on|off": "hold on", "break EXPR": "break ~e" },
    ...{ "set PTR=VALUE": "set /a=1", "drop PTR": "drop /a" },
  };
  for (const word of words) {
    const line = examples[word] ?? word.replace(/\[.*\]/, "").replace("TEXT", "text");
    expect([word, readWatchCommand(line)]).toEqual([word, expect.objectContaining({ type: expect.any(String) })]);
  }
});
