import { expect, test } from "vitest";
import type { Json } from "../../src/json/json.ts";
import { Recording, runOfText } from "./recording.ts";

/** What the list says of a wrapped function that gave this. */
async function whatOf(response: object): Promise<string> {
  const recording = new Recording();
  recording.event("llm", { name: "ask", status: "ok", request: { body: { q: "x" } }, response });
  return (await runOfText(recording.text)).what(0);
}

test.each<[string, Json, string]>([
  ["a text is quoted as a model's words are", "forty\ntwo", '"forty two"'],
  ["the text of an object stands for it", { text: "forty two", call: null }, '"forty two"'],
  ["so does its content", { content: "forty two", usage: { in: 3 } }, '"forty two"'],
  [
    "an object without a text is shown itself, on one line",
    { text: "", call: { name: "search", args: { q: "SFO" } } },
    '{text: "", call: {name: "search", args: …}}',
  ],
  ["a list is shown itself", [1, 2], "[1, 2]"],
])("%s", async (_, body, what) => {
  expect(await whatOf({ body })).toBe(what);
});

test("pieces of a streamed text are one text", async () => {
  expect(await whatOf({ streamed: true, text: '"for"\n"ty"\n{"text":" two"}\n' })).toBe('"forty two"');
});

test("pieces of a stream without texts are shown one after the other", async () => {
  expect(await whatOf({ streamed: true, text: '{"n":1}\n{"n":2}\n' })).toBe("{n: 1} {n: 2}");
});
