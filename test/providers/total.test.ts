import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { answerWithCallIds, withCallIds } from "../../src/providers/call-ids.ts";
import { isEmbeddings } from "../../src/providers/endpoint.ts";
import { DIALECTS, recognise } from "../../src/providers/registry.ts";
import { readBody } from "../../src/providers/streams/stream.ts";
import { sse } from "./streams.ts";

/** Keys and types the dialects look for, in places where they do not belong. */
const WORDS = [
  ...[
    "messages",
    "input",
    "contents",
    "parts",
    "content",
    "role",
    "type",
    "text",
    "tools",
    "function",
    "name",
    "id",
    "index",
  ],
  ...["choices", "message", "delta", "tool_calls", "arguments", "output", "item", "response", "output_index", "usage"],
  ...[
    "candidates",
    "functionCall",
    "functionResponse",
    "inlineData",
    "error",
    "finish_reason",
    "content_block",
    "__proto__",
  ],
  ...[
    "tool_use",
    "tool_result",
    "thinking",
    "reasoning",
    "function_call",
    "mcp_call",
    "function_call_output",
    "assistant",
  ],
  ...["content_block_start", "content_block_delta", "message_start", "message_delta", "response.output_text.delta"],
  ...["response.output_item.added", "response.completed", "text_delta", "partial_json", "summary", "image_url", "tool"],
];
const word = fc.constantFrom(...WORDS);

const { value: json } = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 6, withCrossShrink: true },
    fc.oneof(word, fc.string(), fc.constant(null), fc.boolean(), fc.integer(), fc.double()),
    fc.array(tie("value"), { maxLength: 4 }),
    fc.array(fc.tuple(word, tie("value")), { maxLength: 5 }).map((entries) => Object.fromEntries(entries)),
  ),
}));
/** As a file has it: text, parsed. */
const parsed = json.map((value) => JSON.parse(JSON.stringify(value) ?? "null"));

/** `{"a":{"a":{... 1 ...}}}`, each level with the further fields `fields`. */
function nested(key: string, fields: string, depth: number, list: boolean): string {
  const [open, close] = list ? ["[{", "}]"] : ["{", "}"];
  return `{${fields}"${key}":${`${open}${fields}"${key}":`.repeat(depth)}1${close.repeat(depth)}}`;
}

const DEPTH = 20_000;
const blocks = JSON.parse(nested("content", '"type":"tool_result","tool_use_id":"t","role":"tool",', DEPTH, true));
const responses = JSON.parse(
  `{"parts":[${`{"functionResponse":{"name":"f","parts":[`.repeat(DEPTH)}1${"]}}".repeat(DEPTH)}]}`,
);

describe.each(DIALECTS.map((dialect) => [dialect.id, dialect] as const))("%s is total", (_, dialect) => {
  test("for any JSON", () => {
    fc.assert(
      fc.property(parsed, (body) => {
        dialect.facts(body, { path: "/" });
        const answer = dialect.answer(body);
        answerWithCallIds(withCallIds([dialect.message(body)]), answer);
        recognise({ path: "/" }, body);
      }),
      { numRuns: 300 },
    );
  });

  test("for any stream of JSON, and any cut of it", () => {
    fc.assert(
      fc.property(fc.array(parsed, { maxLength: 6 }), fc.nat(), fc.boolean(), (values, cut, named) => {
        const stream = sse(
          values.map((value) => value ?? "null"),
          named,
        );
        dialect.answer(dialect.fold(stream.slice(0, cut % (stream.length + 1))).body);
      }),
      { numRuns: 300 },
    );
  });

  test("for any text", () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        for (const stream of [text, `data: ${text}`, `[{${text}`]) {
          dialect.fold(stream);
          readBody(dialect, undefined, stream);
        }
      }),
    );
  });

  test("for nesting without end", () => {
    for (const deep of [blocks, responses]) {
      dialect.facts({ messages: [deep], input: [deep], contents: [deep], system: [deep] }, { path: "/" });
      dialect.message(deep);
      for (const key of ["content", "output", "candidates", "choices"]) dialect.answer({ [key]: [deep] });
      expect(dialect.answer({ error: deep }).error?.message).toBeDefined();
    }
    const delta = nested("audio", "", DEPTH, false);
    dialect.fold(`data: {"choices":[{"delta":${delta}}]}\n\n`.repeat(2));
  });
});

test("recognition is total", () => {
  fc.assert(
    fc.property(fc.string(), fc.string(), fc.string(), (method, host, path) => {
      recognise({ method, host, path });
      isEmbeddings({ host, path });
    }),
  );
});
