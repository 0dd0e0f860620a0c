import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { compileFilter } from "../../src/query/evaluate.ts";
import { searcher, searchMatcher } from "../../src/query/search/search.ts";
import { parseFilter } from "../../src/query/syntax/parse.ts";
import { openFile } from "../../src/run/open-file.ts";
import type { Run } from "../../src/run/run.ts";

/** Two calls of one conversation as the native format keeps them: messages, tools and system once, in pools. */
const said = { role: "user", content: "Weather in Oslo?" };
const answer = {
  role: "assistant",
  content: null,
  tool_calls: [{ id: "c9", type: "function", function: { name: "get_weather", arguments: '{"city":"Oslo"}' } }],
};
const result = { role: "tool", tool_call_id: "c9", content: "-3 C, snow" };
const spec = { type: "function", function: { name: "get_weather", description: "asks the barometer", parameters: {} } };
const body = { model: "gpt-5", messages: [], tools: [], metadata: null };
const call = { kind: "llm", name: "gpt-5", provider: "openai", op: "openai/chat" };
const fill = (last: number) => ({
  "/messages": [["a", 0, last]],
  "/tools": [["b", 0, 0]],
  "/metadata": { value: ["m", 0] },
});
const LINES = [
  { vcr: 1, id: "r_1" },
  { msg: ["a", 0], body: said },
  { msg: ["b", 0], body: spec },
  { msg: ["m", 0], body: { team: "meteorology" } },
  { seq: 0, ...call, at: 1, request: { method: "POST", path: "/v1/chat/completions", fill: fill(0), body } },
  { end: 0, status: "ok", calls: [["c9", "get_weather"]], response: { body: { choices: [{ message: answer }] } } },
  { msg: ["a", 1], body: answer },
  { msg: ["a", 2], body: result },
  { seq: 1, ...call, at: 2, results: ["c9"], request: { path: "/v1/chat/completions", fill: fill(2), body } },
  { end: 1, status: "ok", response: { body: { choices: [{ message: { role: "assistant", content: "Snow." } }] } } },
];

const folder = mkdtempSync(join(tmpdir(), "vcr-query-"));
let run: Run;

beforeAll(async () => {
  const path = join(folder, "run.vcr");
  writeFileSync(path, LINES.map((line) => `${JSON.stringify(line)}\n`).join(""));
  const file = await openFile(path);
  while (!file.advance(performance.now() + 100));
  file.finish();
  const [first] = file.runs;
  if (!first) throw new Error("no run");
  run = first;
  while (!run.advance(performance.now() + 100));
});

afterAll(() => {
  run.close();
  rmSync(folder, { recursive: true });
});

function hits(query: string): readonly string[] {
  const matcher = searchMatcher(query);
  if ("problem" in matcher) throw new Error(matcher.problem);
  const search = searcher(run, matcher);
  while (!search.advance(performance.now() + 100));
  return search.hits.map(({ step, where, pointer, count }) => `${step} ${where} ${pointer ?? "-"} ${count}`);
}

function steps(text: string): string {
  const parsed = parseFilter(text);
  if (!parsed.ok) throw new Error(parsed.problem.message);
  const filter = compileFilter(parsed.ast);
  return Array.from({ length: run.length }, (_, i) => i)
    .filter((i) => filter.test(run, i))
    .map((i) => run.row(i).step)
    .join(" ");
}

test.each([
  ["oslo", ["0 request /messages/0/content 1", "0a args /city 1"]],
  ["snow", ["0a result - 1", "1 response /choices/0/message/content 1"]],
  ["barometer", ["0 request /tools/0/function/description 1"]],
  ["meteorology", ["0 request /metadata/team 1"]],
  ["completions", ["0 request - 1"]],
])("search %s", (query, expected) => {
  expect(hits(query)).toEqual(expected);
});

test.each([
  ["req:oslo", "0 1"],
  ["req:barometer", "0 1"],
  ["req:meteorology", "0 1"],
  ["req:snow", "1"],
  ["args:oslo", "0a"],
  ["result:snow kind:tool", "0a"],
  ["path:messages.2.role=tool", "1"],
  ["under:gpt", "0a"],
])("filter %s", (text, expected) => {
  expect(steps(text)).toBe(expected);
});
