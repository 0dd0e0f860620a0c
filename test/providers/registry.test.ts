import { describe, expect, test } from "vitest";
import type { Json } from "../../src/json/json.ts";
import { isEmbeddings } from "../../src/providers/endpoint.ts";
import { PROVIDERS } from "../../src/providers/provider-table.ts";
import { DIALECTS, dialectById, recognise } from "../../src/providers/registry.ts";

const VERTEX = "/v1/projects/p/locations/us-east5/publishers";

describe("recognise by host and path", () => {
  test.each([
    ["api.openai.com", "/v1/chat/completions", "openai/chat", "openai"],
    ["API.OpenAI.com:443", "/v1/responses?x=1", "openai/responses", "openai"],
    ["eu.api.openai.com", "/v1/responses", "openai/responses", "openai"],
    [
      "mine.openai.azure.com",
      "/openai/deployments/gpt-4o/chat/completions?api-version=2024-10-21",
      "openai/chat",
      "azure",
    ],
    ["mine.openai.azure.com", "/openai/v1/responses", "openai/responses", "azure"],
    ["mine.openai.azure.com", "/openai/responses?api-version=preview", "openai/responses", "azure"],
    ["mine.services.ai.azure.com", "/anthropic/v1/messages", "anthropic/messages", "azure"],
    ["api.anthropic.com", "/v1/messages", "anthropic/messages", "anthropic"],
    ["api.anthropic.com", "/v1/messages?beta=true", "anthropic/messages", "anthropic"],
    ["generativelanguage.googleapis.com", "/v1beta/models/gemini-2.5-pro:generateContent", "gemini/generate", "gemini"],
    ["generativelanguage.googleapis.com", "/v1beta/openai/chat/completions", "openai/chat", "gemini"],
    [
      "us-east5-aiplatform.googleapis.com",
      `${VERTEX}/google/models/gemini-2.5-pro:streamGenerateContent?alt=sse`,
      "gemini/generate",
      "vertex",
    ],
    [
      "us-east5-aiplatform.googleapis.com",
      `${VERTEX}/anthropic/models/claude-sonnet-4@20250514:rawPredict`,
      "anthropic/messages",
      "vertex",
    ],
    [
      "aiplatform.googleapis.com",
      `${VERTEX}/anthropic/models/claude-sonnet-4@20250514:streamRawPredict`,
      "anthropic/messages",
      "vertex",
    ],
    ["aiplatform.googleapis.com", `${VERTEX}/mistralai/models/mistral-large:rawPredict`, "openai/chat", "vertex"],
    [
      "aiplatform.googleapis.com",
      "/v1/projects/p/locations/l/endpoints/openapi/chat/completions",
      "openai/chat",
      "vertex",
    ],
    ["api.mistral.ai", "/v1/chat/completions", "openai/chat", "mistral"],
    ["api.mistral.ai", "/v1/agents/completions", "openai/chat", "mistral"],
    ["api.cohere.ai", "/compatibility/v1/chat/completions", "openai/chat", "cohere"],
    ["api.groq.com", "/openai/v1/chat/completions", "openai/chat", "groq"],
    ["api.together.xyz", "/v1/chat/completions", "openai/chat", "together"],
    ["api.fireworks.ai", "/inference/v1/chat/completions", "openai/chat", "fireworks"],
    ["api.x.ai", "/v1/chat/completions", "openai/chat", "xai"],
    ["api.deepseek.com", "/chat/completions", "openai/chat", "deepseek"],
    ["api.deepseek.com", "/anthropic/v1/messages", "anthropic/messages", "deepseek"],
    ["openrouter.ai", "/api/v1/chat/completions", "openai/chat", "openrouter"],
    ["api.studio.nebius.ai", "/v1/chat/completions", "openai/chat", "nebius"],
    ["api.perplexity.ai", "/chat/completions", "openai/chat", "perplexity"],
    ["localhost:11434", "/v1/chat/completions", "openai/chat", "ollama"],
    ["127.0.0.1:8000", "/v1/chat/completions", "openai/chat", "openai-compatible"],
    ["api.cohere.com", "/v2/chat", "cohere/chat", "cohere"],
    ["localhost:11434", "/api/chat", "ollama/chat", "ollama"],
    ["ollama.com", "/api/chat", "ollama/chat", "ollama"],
    ["127.0.0.1:8080", "/api/chat", "ollama/chat", "ollama-compatible"],
    ["gpu.example.com:11434", "/api/chat", "ollama/chat", "ollama-compatible"],
    ["llm.example.com", "/claude/v1/messages", "anthropic/messages", "anthropic-compatible"],
    [undefined, "/v1/messages", "anthropic/messages", "anthropic"],
    [undefined, "/secret/openai/v1/responses", "openai/responses", "openai"],
    [undefined, "https://api.groq.com/openai/v1/chat/completions", "openai/chat", "groq"],
    [undefined, "<BASE>/chat/completions", "openai/chat", "openai"],
  ])("%s %s", (host, path, dialect, provider) => {
    const found = recognise({ method: "POST", path, ...(host === undefined ? {} : { host }) });
    expect([found?.dialect.id, found?.provider]).toEqual([dialect, provider]);
  });

  test.each([
    ["GET", "api.openai.com", "/v1/chat/completions"],
    ["POST", "api.openai.com", "/v1/models"],
    ["POST", "api.openai.com", "/v1/embeddings"],
    ["POST", "api.openai.com", "/v1/threads/t/messages"],
    ["POST", "api.openai.com", "/v1/responses/resp_1/cancel"],
    ["POST", "api.anthropic.com", "/v1/messages/count_tokens"],
    ["POST", "api.anthropic.com", "/v1/messages/batches"],
    ["POST", "generativelanguage.googleapis.com", "/v1beta/models/gemini-2.5-pro:countTokens"],
    ["POST", "app.example.com", "/v2/chat"],
    ["POST", "app.example.com", "/api/chat"],
    ["POST", "us.i.posthog.com", "/batch"],
    ["POST", "forms.example.com", "/survey/7/responses"],
    ["POST", "evil-api.openai.com.example.com", ""],
  ])("%s %s%s is no call of a model", (method, host, path) => {
    expect(recognise({ method, host, path })).toBeUndefined();
  });

  test.each([
    ["/v1beta/models/gemini-2.5-pro:generateContent", "gemini-2.5-pro"],
    ["/openai/deployments/my%20gpt/chat/completions", "my gpt"],
    [`${VERTEX}/anthropic/models/claude-sonnet-4%4020250514:rawPredict`, "claude-sonnet-4@20250514"],
    ["/v1/chat/completions", undefined],
  ])("model in the path %s", (path, model) => {
    expect(recognise({ path })?.model).toBe(model);
  });
});

describe("recognise by the body", () => {
  const user = { role: "user", content: "hi" };
  test.each<[string, Json, string | undefined]>([
    ["chat", { model: "m", messages: [user] }, "openai/chat"],
    ["chat without a model", { messages: [user] }, undefined],
    ["system at the top", { model: "m", system: "s", messages: [user] }, "anthropic/messages"],
    ["input_schema", { model: "m", messages: [user], tools: [{ name: "t", input_schema: {} }] }, "anthropic/messages"],
    [
      "a version instead of a model",
      { anthropic_version: "bedrock-2023-05-31", messages: [user] },
      "anthropic/messages",
    ],
    [
      "tool_result",
      { model: "m", messages: [{ role: "user", content: [{ type: "tool_result" }] }] },
      "anthropic/messages",
    ],
    [
      "Bedrock's Converse",
      { system: [{ text: "s" }], messages: [{ role: "user", content: [{ text: "hi" }] }] },
      undefined,
    ],
    ["contents", { contents: [{ parts: [{ text: "hi" }] }] }, "gemini/generate"],
    ["input items", { model: "m", input: [user] }, "openai/responses"],
    ["input text with instructions", { model: "m", input: "hi", instructions: "be brief" }, "openai/responses"],
    ["texts to embed", { model: "m", input: ["a", "b"] }, undefined],
    ["a text to embed or speak", { model: "m", input: "a", voice: "v" }, undefined],
    ["anything else", { query: "q" }, undefined],
    ["no object", [1, 2], undefined],
  ])("%s", (_, body, dialect) => {
    expect(recognise({ host: "proxy.example.com", path: "/llm" }, body)?.dialect.id).toBe(dialect);
  });

  test("says nothing where the path names another API, or the host is known", () => {
    const body = { model: "m", messages: [user] };
    expect(recognise({ path: "/api/chat" }, body)).toBeUndefined();
    expect(recognise({ host: "api.openai.com", path: "/v1/unknown" }, body)).toBeUndefined();
  });
});

describe("isEmbeddings", () => {
  test.each([
    ["/v1/embeddings", true],
    ["/openai/deployments/e/embeddings?api-version=1", true],
    ["/v2/embed", true],
    ["/api/embed", true],
    ["/v1beta/models/text-embedding-004:batchEmbedContents", true],
    [`${VERTEX}/google/models/text-embedding-005:predict`, true],
    ["/v1/chat/completions", false],
    [`${VERTEX}/google/models/imagen-3:predict`, false],
  ])("%s %s", (path, expected) => {
    expect(isEmbeddings({ path })).toBe(expected);
  });
});

test("dialects are found by their ids", () => {
  for (const dialect of DIALECTS) expect(dialectById(dialect.id)).toBe(dialect);
  expect(dialectById("cobol/records")).toBeUndefined();
});

test("no two providers claim a host", () => {
  const hosts = PROVIDERS.flatMap((provider) => provider.hosts);
  expect(new Set(hosts).size).toBe(hosts.length);
});
