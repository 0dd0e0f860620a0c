import { describe, expect, test } from "vitest";
import { detect, unknownFormat } from "../../src/formats/registry.ts";
import { readSample } from "../../src/formats/sample.ts";
import { openSource } from "../../src/trace/source/open-source.ts";
import { corpusFile, corpusFolder } from "../support/corpus.ts";
import { type Expected, testFiles } from "../support/real-files.ts";

/**
 * What real cassettes hold. The numbers come from a separate Python script (PyYAML, its own unpacking and folding of
 * answers, calls and results by id); none is our own output.
 */

const LLM = "vcrpy/llm-anthropic--";
const LLMETRY = "vcrpy/openllmetry--";
const PYDANTIC = "vcrpy/pydantic-ai--";

const EXPECTED: readonly Omit<Expected, "format">[] = [
  {
    file: `${LLM}test_anthropic__test_image_with_no_prompt.yaml`,
    kinds: { llm: 1 },
    models: { "claude-sonnet-4-5": 1 },
    tokens: { in: 76, out: 104, cacheRead: 0, cacheWrite: 0 },
  },
  {
    file: `${LLM}tests__cassettes__test_anthropic__test_tools.yaml`,
    kinds: { llm: 2, tool: 2 },
    models: { "claude-haiku-4-5-20251001": 2 },
    tools: { pelican_name_generator: 2 },
    tokens: { in: 1220, out: 144, cacheRead: 0, cacheWrite: 0 },
  },
  {
    file: `${LLM}tests__cassettes__test_anthropic__test_url_prompt.yaml`,
    kinds: { http: 2, llm: 1 },
    models: { "claude-sonnet-4-5": 1 },
    tokens: { in: 273, out: 206, cacheRead: 0, cacheWrite: 0 },
  },
  {
    file: `${LLM}tests__cassettes__test_anthropic__test_web_search.yaml`,
    kinds: { llm: 1, tool: 1 },
    models: { "claude-opus-4-1-20250805": 1 },
    tools: { web_search: 1 },
    tokens: { in: 10423, out: 341, cacheRead: 0, cacheWrite: 0 },
  },
  { file: "vcrpy/openinference--cassettes__test_multi_agent_collaborator.yaml", kinds: { http: 1 } },
  {
    file: "vcrpy/openinference--test_instrumentor__TestModels.test_litellm_reasoning_model_has_expected_attributes.yaml",
    kinds: { http: 1, llm: 1 },
    models: { "claude-3-7-sonnet-20250219": 1 },
    tokens: { in: 54, out: 65, cacheRead: 0, cacheWrite: 0 },
  },
  { file: `${LLMETRY}test_assistant__test_streaming_new_assistant.yaml`, kinds: { http: 5 } },
  {
    file: `${LLMETRY}test_chat__test_chat_streaming_exception_during_consumption.yaml`,
    kinds: { llm: 3 },
    models: { "gpt-3.5-turbo": 3 },
  },
  {
    file: `${LLMETRY}test_chroma_vector_store__test_rag_with_chroma.yaml`,
    kinds: { llm: 2, memory: 4 },
    models: { "gpt-3.5-turbo": 2 },
    tokens: { in: 46858, out: 20, cacheRead: 0, reasoning: 0 },
  },
  {
    file: `${LLMETRY}test_datasets_operations__test_get_all_datasets_with_invalid_credentials.yaml`,
    kinds: { http: 1 },
    errors: 1,
  },
  {
    file: `${LLMETRY}test_recipe_agents_hierarchy__test_recipe_agents_hierarchy.yaml`,
    kinds: { http: 4, llm: 7, tool: 5 },
    models: { "gpt-4o": 7 },
    tools: { transfer_to_recipe_editor_agent: 1, search_recipes: 2, plan_and_apply_recipe_modifications: 2 },
    tokens: { in: 3903, out: 786, cacheRead: 0, reasoning: 0 },
  },
  {
    file: `${PYDANTIC}test_anthropic__test_multiple_parallel_tool_calls.yaml`,
    kinds: { llm: 2, tool: 4 },
    models: { "claude-haiku-4-5": 2 },
    tools: { retrieve_entity_info: 4 },
    tokens: { in: 1194, out: 279, cacheRead: 0, cacheWrite: 0 },
  },
  {
    file: `${PYDANTIC}test_anthropic__test_pause_turn_web_search_streaming_vcr.yaml`,
    kinds: { llm: 2, tool: 15 },
    models: { "claude-sonnet-4-5": 2 },
    tools: { web_search: 15 },
    tokens: { in: 887029, out: 2253, cacheRead: 0, cacheWrite: 0 },
  },
  { file: `${PYDANTIC}test_bedrock__test_bedrock_model_iter_stream.yaml`, kinds: { http: 2 } },
  {
    file: `${PYDANTIC}test_openai__test_yaml_document_url_input.yaml`,
    kinds: { http: 1, llm: 1 },
    models: { "gpt-4o": 1 },
    tokens: { in: 3152, out: 18, cacheRead: 0, reasoning: 0 },
  },
  {
    file: `${PYDANTIC}tests__cassettes__test_prefect__test_multiple_agents.yaml`,
    kinds: { llm: 4, tool: 4 },
    models: { "gpt-4o": 4 },
    tools: { get_country: 1, get_product_name: 1, get_weather: 1, final_result: 1 },
    tokens: { in: 1351, out: 131, cacheRead: 0, reasoning: 0 },
    pending: 1,
  },
  { file: `${PYDANTIC}tests__cassettes__test_temporal__test_logfire_plugin.yaml`, kinds: { http: 1 } },
];

describe.skipIf(corpusFolder() === undefined)("real vcrpy cassettes", () => {
  testFiles(EXPECTED.map((each) => ({ ...each, format: "vcrpy" })));

  test("a cassette of gRPC calls with the same look is named and not opened", () => {
    const path = corpusFile(`${PYDANTIC}test_xai__test_xai_builtin_multiple_tools.xai.yaml`);
    if (path === undefined) throw new Error("not in the corpus");
    const sample = readSample(openSource(path));
    expect(detect(sample)).toBeUndefined();
    expect(unknownFormat(sample)).toMatchObject({ code: "no-run", message: expect.stringContaining("gRPC") });
  });
});
