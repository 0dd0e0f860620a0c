import { describe, expect, test } from "vitest";
import { ollamaChat } from "../../../src/providers/ollama/chat/dialect.ts";
import { readBody } from "../../../src/providers/streams/stream.ts";

const { facts, message, answer, fold } = ollamaChat;
const CALL = { function: { name: "look", arguments: { q: "Oslo" } } };

function lines(values: readonly object[]): string {
  return values.map((value) => `${JSON.stringify(value)}\n`).join("");
}

test("facts: it streams unless it is told not to", () => {
  const body = { model: "llama", options: { seed: 1 }, messages: [{ role: "system", content: "Be brief." }] };
  expect(facts(body)).toEqual({
    model: "llama",
    stream: true,
    system: [{ role: "system", parts: [{ type: "text", text: "Be brief." }] }],
    tools: [],
    params: { options: { seed: 1 } },
  });
  expect(facts({ ...body, stream: false }).stream).toBe(false);
});

describe("message", () => {
  test("thoughts, text, calls without ids, images", () => {
    expect(
      message({ role: "assistant", content: "hi", thinking: "hm", tool_calls: [CALL], images: ["AAAA"] }).parts,
    ).toEqual([
      { type: "thinking", text: "hm" },
      { type: "text", text: "hi" },
      { type: "call", id: "", name: "look", args: { q: "Oslo" } },
      { type: "media", media: "image", base64: "AAAA" },
    ]);
  });

  test("a result is told by the tool's name", () => {
    expect(message({ role: "tool", tool_name: "look", content: "rain" })).toEqual({
      role: "tool",
      parts: [{ type: "result", id: "", name: "look", parts: [{ type: "text", text: "rain" }] }],
    });
  });
});

describe("answer", () => {
  test("text, counts, model and stop", () => {
    const body = {
      model: "llama",
      message: { role: "assistant", content: "hello" },
      done: true,
      done_reason: "stop",
      prompt_eval_count: 3,
      eval_count: 4,
    };
    expect(answer(body)).toEqual({
      message: { role: "assistant", parts: [{ type: "text", text: "hello" }] },
      calls: [],
      usage: { in: 3, out: 4 },
      stop: "stop",
      model: "llama",
    });
  });

  test("an error", () => {
    expect(answer({ error: "model not found" }).error).toEqual({ message: "model not found" });
  });
});

describe("fold", () => {
  const pieces = [
    { model: "llama", message: { role: "assistant", content: "hel" }, done: false },
    { model: "llama", message: { role: "assistant", content: "lo", tool_calls: [CALL] }, done: false },
    { model: "llama", message: { role: "assistant", content: "" }, done: true, done_reason: "stop", eval_count: 4 },
  ];
  const whole = {
    model: "llama",
    message: { role: "assistant", content: "hello", tool_calls: [CALL] },
    done: true,
    done_reason: "stop",
    eval_count: 4,
  };

  test("lines make one answer", () => {
    expect(fold(lines(pieces))).toEqual({ body: whole, complete: true, events: 3 });
  });

  test("a cut in the middle of a line", () => {
    const { body, complete } = fold(lines(pieces).slice(0, -20));
    expect(complete).toBe(false);
    expect(body).toMatchObject({ message: { content: "hello" } });
  });

  test("lines are told from a whole answer by the type, else by the second line", () => {
    expect(readBody(ollamaChat, "application/x-ndjson", lines([whole])).streamed).toBe(true);
    expect(readBody(ollamaChat, undefined, lines(pieces)).json).toEqual(whole);
    expect(readBody(ollamaChat, "application/json", JSON.stringify(whole, null, 2)).streamed).toBe(false);
  });
});
