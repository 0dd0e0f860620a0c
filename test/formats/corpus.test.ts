import { describe, expect, test } from "vitest";
import { detect, unknownFormat } from "../../src/formats/registry.ts";
import { readSample } from "../../src/formats/sample.ts";
import { openSource } from "../../src/trace/source/open-source.ts";
import { corpusFile, corpusFolder } from "../support/corpus.ts";
import { type Expected, testFiles } from "../support/real-files.ts";

/**
 * What real files hold. The numbers were counted with a separate Python script over the files (JSON records by type,
 * usage once per message id, calls and results by id), or read off the file by hand; none is our own output.
 */

const CLAUDE = "claude-code";
const SEARCH = "malformed-jsonl/coding_agent_session_search--";
const SWE = "swe-agent/SWE-agent--";
const CAGENT = "cagent-go-vcr/cagent--";

const EXPECTED: readonly Expected[] = [
  {
    file: "claude-code/agent-history--tests__fixtures__rejections__claude_with_rejection.jsonl",
    format: CLAUDE,
    kinds: { llm: 6, message: 2, tool: 4 },
    models: { "claude-sonnet-4-20250514": 6 },
    tools: { Read: 1, Edit: 2, Bash: 1 },
    tokens: { in: 1800, out: 460 },
    errors: 2,
  },
  {
    file: "claude-code/agtrace--crates__agtrace-providers__tests__samples__claude_agent.jsonl",
    format: CLAUDE,
    kinds: { llm: 1, message: 1 },
    models: { "claude-sonnet-4-5-20250929": 1 },
    tokens: { in: 487, out: 130, cacheRead: 0, cacheWrite: 0 },
    warnings: 1,
  },
  {
    file: "claude-code/agtrace--crates__agtrace-providers__tests__samples__claude_session.jsonl",
    format: CLAUDE,
    kinds: { checkpoint: 4, llm: 6, message: 5, tool: 4 },
    models: { "claude-sonnet-4-5-20250929": 6 },
    tools: { Bash: 3, Write: 1 },
    tokens: { in: 98785, out: 844, cacheRead: 93553, cacheWrite: 5158 },
    errors: 1,
    warnings: 1,
  },
  {
    file: "claude-code/claude-code-log--test__test_data__session_b.jsonl",
    format: CLAUDE,
    kinds: { llm: 1, message: 2 },
    models: { "claude-3-sonnet-20240229": 1 },
    tokens: { in: 20, out: 35, cacheRead: 0, cacheWrite: 0 },
  },
  {
    file: "claude-code/claude-code-log--test__test_data__todowrite_examples.jsonl",
    format: CLAUDE,
    kinds: { checkpoint: 1, llm: 6, message: 2, tool: 3 },
    models: { "claude-sonnet-4": 6 },
    tools: { TodoWrite: 3 },
    tokens: { in: 883, out: 328 },
    warnings: 1,
  },
  {
    file: "claude-code/claude-code-transcripts--tests__sample_session.jsonl",
    format: CLAUDE,
    kinds: { checkpoint: 1, llm: 3, message: 2, tool: 2 },
    models: { undefined: 3 },
    tools: { Write: 1, Bash: 1 },
  },
  {
    // Two values glued on line 128; line 131 repeats the record in front of the glued one and stays as a raw row.
    file: "claude-code/cli--37_995ebed6e4_2_full.jsonl",
    format: CLAUDE,
    kinds: { checkpoint: 11, error: 1, llm: 42, message: 5, node: 7, raw: 3, tool: 41 },
    models: { "claude-opus-4-5-20251101": 42 },
    tools: { Task: 1, Read: 6, Grep: 5, TodoWrite: 6, Edit: 15, Glob: 1, Bash: 7 },
    tokens: { in: 2787575, out: 7047, cacheRead: 2618979, cacheWrite: 168250 },
    errors: 3,
    warnings: 1,
  },
  {
    file: "claude-code/coding_agent_session_search---test-project__agent-test123.jsonl",
    format: CLAUDE,
    kinds: { checkpoint: 1, llm: 1, message: 1, tool: 1 },
    models: { "claude-opus-4": 1 },
    tools: { Read: 1 },
    pending: 1,
  },
  {
    file: "claude-code/coding_agent_session_search--tests__fixtures__claude_project__projectA__.claude.json",
    format: "chat",
    kinds: { llm: 1, message: 1 },
    models: { undefined: 1 },
  },
  {
    file: "claude-code/episodic-memory--test__fixtures__medium-conversation.jsonl",
    format: CLAUDE,
    kinds: { checkpoint: 23 },
  },
  {
    file: "claude-code/episodic-memory--test__fixtures__short-conversation.jsonl",
    format: CLAUDE,
    kinds: { checkpoint: 1, llm: 1, message: 1 },
    models: { "claude-3-5-haiku-20241022": 1 },
    tokens: { in: 17003, out: 1, cacheRead: 16999, cacheWrite: 0 },
    warnings: 1,
  },
  {
    file: "claude-code/inspect_scout--fixtures__clear_split_session.jsonl",
    format: CLAUDE,
    kinds: { llm: 2, message: 3 },
    models: { "claude-opus-4-5-20251101": 2 },
    tokens: { in: 110, out: 27 },
  },
  {
    file: `${SEARCH}edge_cases__all_message_types.jsonl`,
    format: CLAUDE,
    kinds: { checkpoint: 1, llm: 2, message: 2, raw: 1 },
    models: { undefined: 2 },
  },
  {
    file: `${SEARCH}tests__fixtures__html_export__edge_cases__single_message.jsonl`,
    format: CLAUDE,
    kinds: { message: 1 },
  },
  {
    file: `${SEARCH}tests__fixtures__html_export__malformed__missing_fields.jsonl`,
    format: CLAUDE,
    kinds: { message: 6, raw: 1 },
  },
  {
    // The last of three lines is broken off: a warning.
    file: `${SEARCH}tests__fixtures__html_export__malformed__truncated.jsonl`,
    format: CLAUDE,
    kinds: { llm: 1, message: 1 },
    models: { undefined: 1 },
    warnings: 1,
  },
  {
    file: `${SEARCH}tests__fixtures__html_export__malformed__wrong_types.jsonl`,
    format: CLAUDE,
    kinds: { message: 7 },
  },
  {
    // The log's last record sums up the same cache counts itself.
    file: "stream-json-in-log/hive-mind--docs__case-studies__pr-4-revert-issue__session1_log.txt",
    format: CLAUDE,
    kinds: { llm: 26, raw: 2, tool: 35 },
    models: { "claude-sonnet-4-5-20250929": 26 },
    tools: { Bash: 17, Glob: 3, Read: 4, TodoWrite: 9, Write: 1, Edit: 1 },
    tokens: { in: 638624, out: 2183, cacheRead: 614952, cacheWrite: 23489 },
    warnings: 1,
  },
  {
    file: "agent-replay/agent-replay--fixtures__sample-session.jsonl",
    format: CLAUDE,
    kinds: { llm: 4, message: 1, raw: 1, tool: 3 },
    models: { undefined: 4 },
    tools: { Grep: 1, Edit: 1, Bash: 1 },
  },
  {
    file: `${CAGENT}cassettes__TestRuntime_MultiAgent_SessionReload.yaml`,
    format: "go-vcr",
    kinds: { llm: 4, tool: 1 },
    models: { "gpt-3.5-turbo": 4 },
    tools: { transfer_task: 1 },
    tokens: { in: 1164, out: 94, cacheRead: 0, reasoning: 0 },
  },
  { file: `${CAGENT}e2e__testdata__cassettes__TestA2AServer_AgentCard.yaml`, format: "go-vcr", kinds: {} },
  {
    file: `${CAGENT}e2e__testdata__cassettes__TestA2AServer_MultiAgent.yaml`,
    format: "go-vcr",
    kinds: { llm: 1 },
    models: { "gpt-5-mini": 1 },
    tokens: { in: 292, out: 166, cacheRead: 0, reasoning: 128 },
  },
  {
    file: `${CAGENT}e2e__testdata__cassettes__TestExec_Anthropic_ToolCall.yaml`,
    format: "go-vcr",
    kinds: { llm: 2, tool: 1 },
    models: { "claude-sonnet-4-0": 2 },
    tools: { list_directory: 1 },
    tokens: { in: 2633, out: 62, cacheRead: 1276, cacheWrite: 1348 },
  },
  {
    file: `${CAGENT}e2e__testdata__cassettes__TestExec_Gemini_ToolCall.yaml`,
    format: "go-vcr",
    kinds: { llm: 2, tool: 1 },
    models: { "gemini-2.5-flash": 2 },
    tools: { list_directory: 1 },
    tokens: { in: 1808, out: 21 },
  },
  {
    file: "mini-swe-agent/mini-swe-agent--tests__test_data__local.traj.json",
    format: "chat",
    kinds: { llm: 2, message: 4 },
    models: { undefined: 2 },
  },
  {
    file: "tau-bench/tau-bench--historical_trajectories__gpt-4o-airline.json",
    format: "chat",
    runs: 6,
    kinds: { llm: 85, message: 50, tool: 47 },
    models: { undefined: 85 },
    tools: {
      get_user_details: 5,
      search_direct_flight: 2,
      search_onestop_flight: 2,
      calculate: 5,
      book_reservation: 2,
      think: 4,
      get_reservation_details: 16,
      update_reservation_flights: 10,
      transfer_to_human_agents: 1,
    },
  },
  {
    file: `${SWE}gpt4__swe-bench-dev-easy_first_only__default__t-0.00__p-0.95__c-3.00__install-1__pydicom__pydicom-1458.traj`,
    format: "chat",
    kinds: { llm: 12, message: 14 },
    models: { undefined: 12 },
  },
  {
    file: `${SWE}human_thought__swe-bench-HumanEvalFix-python__lcb__t-0.00__p-0.95__c-4.00__install-0__humanevalfix-python-0.traj`,
    format: "chat",
    kinds: { llm: 5, message: 6 },
    models: { undefined: 5 },
  },
  {
    file: `${SWE}trajectories__demonstrations__function_calling_simple.traj`,
    format: "chat",
    kinds: { llm: 5, message: 2, tool: 5 },
    models: { undefined: 5 },
    tools: { find_file: 1, open: 1, edit: 1, bash: 1, submit: 1 },
  },
  {
    file: "openhands/software-agent-sdk--llm-logs__litellm_proxy__anthropic__claude-sonnet-4-20250514-1757015025.972.json",
    format: "chat",
    kinds: { llm: 1, message: 2, tool: 1 },
    models: { "litellm_proxy/claude-sonnet-4-20250514": 1 },
    tools: { str_replace_editor: 1 },
    tokens: { in: 4812, out: 146, cacheRead: 0, cacheWrite: 0 },
    pending: 1,
  },
  {
    file: "inspect-ai/inspect_ai--tests__log__test_eval_log__log_formats.json",
    format: "chat",
    kinds: { llm: 1, message: 2 },
    models: { undefined: 1 },
  },
];

describe.skipIf(corpusFolder() === undefined)("real files", () => {
  testFiles(EXPECTED);

  test.each(["calculator-errors", "calculator-v1"])("%s.vcr of another tool is named and not opened", (name) => {
    const path = corpusFile(`agent-vcr/agent-vcr--examples__recordings__${name}.vcr`);
    if (path === undefined) throw new Error("not in the corpus");
    const sample = readSample(openSource(path));
    expect(detect(sample)).toBeUndefined();
    expect(unknownFormat(sample).message).toContain("MCP server");
  });
});
