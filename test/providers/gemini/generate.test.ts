import { describe, expect, test } from "vitest";
import { geminiGenerate } from "../../../src/providers/gemini/generate/dialect.ts";
import { messageText } from "../../../src/providers/message.ts";
import { sse } from "../streams.ts";

const { facts, message, answer, fold } = geminiGenerate;

describe("facts", () => {
  const target = { path: "/v1beta/models/gemini-x:streamGenerateContent?alt=sse" };

  test("model and streaming come from the path", () => {
    const read = facts(
      {
        systemInstruction: { parts: [{ text: "Be brief." }] },
        contents: [{ role: "user", parts: [{ text: "hi" }] }],
        tools: [
          { functionDeclarations: [{ name: "add", description: "Adds.", parameters: { type: "OBJECT" } }] },
          { googleSearch: {} },
        ],
        generationConfig: { temperature: 0 },
      },
      target,
    );
    expect(read).toEqual({
      model: "gemini-x",
      stream: true,
      system: [{ role: "system", parts: [{ type: "text", text: "Be brief." }] }],
      tools: [{ name: "add", description: "Adds.", schema: { type: "OBJECT" } }, { name: "googleSearch" }],
      params: { generationConfig: { temperature: 0 } },
    });
    expect(facts({}, { path: "/v1beta/models/gemini-x:generateContent" }).stream).toBe(false);
  });

  test("the other spelling", () => {
    const read = facts({
      system_instruction: { parts: { text: "Be brief." } },
      tools: [{ function_declarations: [{ name: "add", parameters_json_schema: { type: "object" } }] }],
    });
    expect(read.system).toEqual([{ role: "system", parts: [{ type: "text", text: "Be brief." }] }]);
    expect(read.tools).toEqual([{ name: "add", schema: { type: "object" } }]);
  });
});

describe("message", () => {
  test("thoughts, text, calls, code and what it does not know", () => {
    const parts = [
      { text: "Hm.", thought: true },
      { text: "I look.", thoughtSignature: "sig" },
      { text: "", thoughtSignature: "sig" },
      { functionCall: { name: "add", args: { a: 1 } } },
      { functionCall: { id: "i1", name: "now" } },
      { executableCode: { language: "PYTHON", code: "1" } },
      { codeExecutionResult: { outcome: "OUTCOME_FAILED", output: "boom" } },
      { hologram: 1 },
    ];
    expect(message({ role: "model", parts })).toEqual({
      role: "assistant",
      parts: [
        { type: "thinking", text: "Hm." },
        { type: "text", text: "I look." },
        { type: "thinking", text: "", signed: true },
        { type: "call", id: "", name: "add", args: { a: 1 } },
        { type: "call", id: "i1", name: "now", args: {} },
        { type: "call", id: "", name: "code_execution", args: { language: "PYTHON", code: "1" } },
        { type: "result", id: "", name: "code_execution", parts: [{ type: "text", text: "boom" }], isError: true },
        { type: "other", label: "hologram", json: { hologram: 1 } },
      ],
    });
  });

  test("media, in both spellings", () => {
    const parts = [
      { inlineData: { mimeType: "image/png", data: "AAAA" } },
      { inline_data: { mime_type: "audio/wav", data: "BBBB" } },
      { fileData: { mimeType: "video/mp4", fileUri: "gs://b/v" } },
      { fileData: { mimeType: "application/pdf", fileUri: "gs://b/d", displayName: "d" } },
    ];
    expect(message({ role: "user", parts }).parts).toEqual([
      { type: "media", media: "image", mimeType: "image/png", base64: "AAAA" },
      { type: "media", media: "audio", mimeType: "audio/wav", base64: "BBBB" },
      { type: "media", media: "video", mimeType: "video/mp4", url: "gs://b/v" },
      { type: "media", media: "file", mimeType: "application/pdf", url: "gs://b/d", name: "d" },
    ]);
  });

  test.each([
    [{ result: "3" }, [{ type: "text", text: "3" }], {}],
    [{ output: "3" }, [{ type: "text", text: "3" }], {}],
    [{ error: "no" }, [{ type: "text", text: "no" }], { isError: true }],
    [{ temp: 3 }, [{ type: "other", label: "response", json: { temp: 3 } }], {}],
  ])("function response %j", (response, parts, error) => {
    const element = { role: "user", parts: [{ functionResponse: { name: "add", response } }] };
    expect(message(element)).toEqual({
      role: "tool",
      parts: [{ type: "result", id: "", name: "add", parts, ...error }],
    });
  });
});

describe("answer", () => {
  test("thoughts count as output, tool prompts as input", () => {
    const read = answer({
      candidates: [{ content: { role: "model", parts: [{ text: "Yes." }] }, finishReason: "STOP", index: 0 }],
      usageMetadata: {
        promptTokenCount: 100,
        cachedContentTokenCount: 64,
        toolUsePromptTokenCount: 5,
        candidatesTokenCount: 8,
        thoughtsTokenCount: 12,
        totalTokenCount: 125,
      },
      modelVersion: "gemini-x-1",
    });
    expect(read).toEqual({
      message: { role: "assistant", parts: [{ type: "text", text: "Yes." }] },
      calls: [],
      usage: { in: 105, out: 20, cacheRead: 64, reasoning: 12 },
      stop: "STOP",
      model: "gemini-x-1",
    });
  });

  test("a blocked prompt says why", () => {
    expect(answer({ promptFeedback: { blockReason: "SAFETY" }, usageMetadata: { promptTokenCount: 4 } })).toEqual({
      calls: [],
      usage: { in: 4 },
      stop: "SAFETY",
    });
  });

  const error = { error: { code: 429, message: "quota", status: "RESOURCE_EXHAUSTED" } };
  test.each([[error], [[error]]])("an error, alone or in an array", (body) => {
    expect(answer(body)).toEqual({ calls: [], usage: {}, error: { type: "RESOURCE_EXHAUSTED", message: "quota" } });
  });
});

describe("fold", () => {
  const chunk = (parts: readonly object[], fields: object = {}) => ({
    candidates: [{ content: { parts, role: "model" }, index: 0, ...fields }],
    usageMetadata: { promptTokenCount: 5, candidatesTokenCount: parts.length },
    modelVersion: "gemini-x",
  });
  const chunks = [
    chunk([{ text: "H", thought: true }]),
    chunk([{ text: "m", thought: true }]),
    chunk([{ text: "Let me" }]),
    chunk([{ text: " see" }, { functionCall: { name: "add", args: { a: 1 } } }]),
    chunk([{ text: "", thoughtSignature: "sig" }], { finishReason: "STOP" }),
  ];
  const body = {
    candidates: [
      {
        content: {
          parts: [
            { text: "Hm", thought: true },
            { text: "Let me see" },
            { functionCall: { name: "add", args: { a: 1 } } },
            { text: "", thoughtSignature: "sig" },
          ],
          role: "model",
        },
        index: 0,
        finishReason: "STOP",
      },
    ],
    usageMetadata: { promptTokenCount: 5, candidatesTokenCount: 1 },
    modelVersion: "gemini-x",
  };
  const array = `[${chunks.map((each) => JSON.stringify(each, null, 2)).join(",\r\n")}]`;

  test("events without names", () => {
    expect(fold(sse(chunks))).toEqual({ body, complete: true, events: 5 });
  });

  test("the chunks as one array, whole or cut", () => {
    expect(fold(array)).toEqual({ body, complete: true, events: 5 });
    const cut = fold(array.slice(0, array.indexOf("functionCall")));
    expect([cut.complete, cut.events]).toEqual([false, 3]);
    expect(answer(cut.body).message?.parts).toEqual([
      { type: "thinking", text: "Hm" },
      { type: "text", text: "Let me" },
    ]);
  });

  test("of every prefix, to a prefix of the answer", () => {
    const stream = sse(chunks);
    const words = (text: string) => messageText(answer(fold(text).body).message ?? { role: "assistant", parts: [] });
    for (let end = 0; end <= stream.length; end += 1)
      expect(words(stream).startsWith(words(stream.slice(0, end)))).toBe(true);
  });

  test("answer takes the array as it was parsed, and leaves it as it was", () => {
    const parsed = JSON.parse(array);
    expect(answer(parsed)).toEqual(answer(body));
    expect(parsed).toEqual(chunks);
  });

  test("a blocked prompt is an end", () => {
    expect(fold(sse([{ promptFeedback: { blockReason: "SAFETY" } }])).complete).toBe(true);
  });

  test("an error in mid-stream", () => {
    const { body: folded, complete } = fold(
      sse([chunks[2], { error: { code: 503, message: "busy", status: "UNAVAILABLE" } }]),
    );
    expect(complete).toBe(false);
    expect(answer(folded).error).toEqual({ type: "UNAVAILABLE", message: "busy" });
    expect(answer(folded).message?.parts).toEqual([{ type: "text", text: "Let me" }]);
  });
});
