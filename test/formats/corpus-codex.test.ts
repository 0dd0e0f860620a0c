import { describe, expect, test } from "vitest";
import { detect, unknownFormat } from "../../src/formats/registry.ts";
import { readSample } from "../../src/formats/sample.ts";
import { openSource } from "../../src/trace/source/open-source.ts";
import { corpusFile, corpusFolder } from "../support/corpus.ts";
import { type Expected, testFiles } from "../support/real-files.ts";

/** What Codex's files hold, counted by hand: they have 2 to 20 lines each. */

const EXPECTED: readonly Omit<Expected, "format">[] = [
  {
    file: "codex/agent-history--codex__session_with_compaction.jsonl",
    kinds: { checkpoint: 1, llm: 6, message: 4, raw: 2, tool: 2 },
    models: { "gpt-4.5-turbo": 6 },
    tools: { shell: 2 },
    tokens: { in: 2000, out: 1000, cacheRead: 500, reasoning: 200 },
  },
  {
    file: "codex/agent-history--tests__fixtures__rejections__codex_with_escalation.jsonl",
    kinds: { error: 1, llm: 7, message: 5, raw: 2, tool: 4 },
    models: { "gpt-4.5-turbo": 7 },
    tools: { shell: 4 },
    tokens: { in: 200, out: 100, cacheRead: 50, reasoning: 20 },
    errors: 1,
    pending: 2,
  },
  { file: "codex/agtrace--samples__rollout-subagent-019b88e5.jsonl", kinds: { message: 2 } },
  {
    file: "codex/coding_agent_session_search--25__rollout-test.jsonl",
    kinds: { llm: 1, message: 1, raw: 1 },
    models: { undefined: 1 },
    tokens: { in: 100, out: 200 },
  },
  {
    // The other file of this thread's family names it as its parent, and is read with it.
    file: "codex/inspect_scout--fixtures__rollout-2026-08-01T10-03-00-0199aaaa-0000-7000-8000-000000000004.jsonl",
    kinds: { llm: 3, message: 2, raw: 4, tool: 1 },
    models: { "gpt-5.1-codex": 3 },
    tools: { spawn_agent: 1 },
    tokens: { in: 820, out: 60, cacheRead: 0, cacheWrite: 0, reasoning: 0 },
  },
  {
    file: "codex/inspect_scout--fixtures__rollout-2026-08-01T10-08-00-0199aaaa-0000-7000-8000-000000000009.jsonl",
    kinds: { llm: 1, message: 1, raw: 2 },
    models: { "gpt-5.1-codex": 1 },
    tokens: { in: 160, out: 20, cacheRead: 0, cacheWrite: 0, reasoning: 0 },
  },
];

describe.skipIf(corpusFolder() === undefined)("real Codex rollouts", () => {
  testFiles(EXPECTED.map((each) => ({ ...each, format: "codex" })));

  test("a prompt history is named and not opened", () => {
    const path = corpusFile("codex/agent-history--tests__fixtures__telemetry__codex_history.jsonl");
    if (path === undefined) throw new Error("not in the corpus");
    const sample = readSample(openSource(path));
    expect(detect(sample)).toBeUndefined();
    expect(unknownFormat(sample)).toMatchObject({ code: "no-run", message: expect.stringContaining("Codex") });
  });
});
