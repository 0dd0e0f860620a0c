import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { notARun } from "../../src/formats/not-a-run.ts";
import { detect, FORMATS, unknownFormat } from "../../src/formats/registry.ts";
import { readSample } from "../../src/formats/sample.ts";
import { memorySource } from "../../src/trace/source/memory-source.ts";

const sampleOf = (text: string, path = "/somewhere/file") => readSample(memorySource(path, text));
const fixture = (name: string) =>
  sampleOf(readFileSync(join(import.meta.dirname, "../fixtures", name), "utf8"), `/home/user/${name}`);

test("every format has an id of its own and says what it reads", () => {
  expect(new Set(FORMATS.map(({ id }) => id)).size).toBe(FORMATS.length);
  expect(FORMATS.map(({ id }) => id)).toEqual([
    "vcr",
    "ixchio",
    "claude-code",
    "codex",
    "go-vcr",
    "vcrpy",
    "har",
    "chat",
  ]);
});

test.each([
  ["claude-code/session.jsonl", "claude-code"],
  ["claude-code/session/subagents/agent-a1b2c3.jsonl", "claude-code"],
  ["claude-code/stream-json.jsonl", "claude-code"],
  ["claude-code/web-export.json", "claude-code"],
  ["go-vcr/tool-call.yaml", "go-vcr"],
  ["go-vcr/version-1.yaml", "go-vcr"],
  ["go-vcr/empty.yaml", "go-vcr"],
  ["vcrpy/bodies.yaml", "vcrpy"],
  ["vcrpy/parsed-body.yaml", "vcrpy"],
  ["vcrpy/cassette.json", "vcrpy"],
  ["vcrpy/empty.yaml", "vcrpy"],
  ["har/browser.har", "har"],
  ["codex/rollout-2026-01-05T09-00-00-0000aaaa.jsonl", "codex"],
  ["codex/bare.jsonl", "codex"],
  ["codex/exec.jsonl", "codex"],
  ["ixchio/session.vcr", "ixchio"],
  ["chat/openai.json", "chat"],
  ["chat/many-runs.json", "chat"],
])("%s is %s, whatever it is called", (name, id) => {
  const found = detect(fixture(name));
  expect(found?.format.id).toBe(id);
  expect(found?.evidence.why).not.toBe("");
  expect(found?.all[0]?.format.id).toBe(id);
});

test.each([
  ["not-a-run/history.jsonl", /prompt history of Claude Code/],
  ["not-a-run/.claude.json", /Claude Code's settings/],
  ["not-a-run/mcp.vcr", /MCP server/],
])("%s is recognised and holds no run", (name, what) => {
  const sample = fixture(name);
  expect(notARun(sample)).toMatch(what);
  expect(detect(sample)).toBeUndefined();
  expect(unknownFormat(sample)).toMatchObject({ code: "no-run", path: `/home/user/${name}` });
  expect(unknownFormat(sample).message).toMatch(what);
});

test("what is known to hold no run is not opened for messages somewhere in it", () => {
  const prompts = { messages: [{ role: "user", content: "x" }] };
  const sample = sampleOf(
    JSON.stringify({ format_version: "1.0.0", session: { interactions: [{ response: prompts }] } }),
  );
  expect(detect(sample)).toBeUndefined();
});

test("a traced run is not taken for one of these", () => {
  expect(notARun(fixture("claude-code/session.jsonl"))).toBeUndefined();
  expect(notARun(fixture("ixchio/session.vcr"))).toBeUndefined();
});

test.each(["", "hello", "\0\0\0", "PK\u0003\u0004", "[]", "{}", "null", '{"a":1}', "version: 3\ninteractions: []"])(
  "%j is no trace, and the error says so",
  (text) => {
    const sample = sampleOf(text);
    expect(detect(sample)).toBeUndefined();
    expect(unknownFormat(sample).code).toBe("not-a-trace");
  },
);

test("a first line longer than the sample is told by the keys that are there", () => {
  const long = JSON.stringify({
    parentUuid: null,
    type: "user",
    message: { role: "user", content: "x".repeat(100_000) },
  });
  const sample = sampleOf(`${long}\n`);
  expect(sample.whole).toBe(false);
  expect(sample.first).toBeUndefined();
  expect(detect(sample)?.format.id).toBe("claude-code");
});

test("a sample has no byte order mark, its first value and its first lines", () => {
  const sample = sampleOf('\ufeff{\n"a":1}\n{"b":2}\nno\n[3]\n');
  expect(sample.text.startsWith("{")).toBe(true);
  expect(sample.first).toEqual({ a: 1 });
  expect(sample.lines).toEqual([{ b: 2 }, [3]]);
  expect(sample.whole).toBe(true);
});
