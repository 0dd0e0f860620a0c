import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { Fingerprints, fingerprint } from "../../src/identity/fingerprint.ts";
import { type RuleOptions, rulesOf } from "../../src/identity/rules.ts";
import type { Json } from "../../src/json/json.ts";

const CHAT = "openai/chat";

function chat(over: Record<string, Json> = {}, ids: readonly [string, string] = ["call_a", "call_b"]): Json {
  return {
    model: "gpt-4o",
    temperature: 0,
    messages: [
      { role: "user", content: "Weather in Oslo and Rome at 2026-01-02T10:00:00Z?" },
      {
        role: "assistant",
        content: null,
        tool_calls: [
          { id: ids[0], type: "function", function: { name: "weather", arguments: '{"city":"Oslo","id":"x1"}' } },
          { id: ids[1], type: "function", function: { name: "weather", arguments: '{"city":"Rome","id":"x2"}' } },
        ],
      },
      { role: "tool", tool_call_id: ids[0], content: "-3 C" },
      { role: "tool", tool_call_id: ids[1], content: "12 C" },
    ],
    ...over,
  };
}

function of(json: Json, options: RuleOptions = {}, op: string | undefined = CHAT): string {
  return fingerprint({ op, body: { json } }, rulesOf(options));
}

describe("fingerprint", () => {
  test("is a sha256", () => {
    expect(of(chat())).toMatch(/^[0-9a-f]{64}$/);
  });

  // Recorded identities are compared with new ones. Worked out in Python: SHA-256 over the lengths and texts of the parts.
  test("is the one that older runs hold", () => {
    const json = {
      messages: [
        { role: "user", content: "Weather in Oslo?" },
        {
          role: "assistant",
          content: null,
          tool_calls: [{ id: "call_x", type: "function", function: { name: "weather", arguments: '{"city":"Oslo"}' } }],
        },
        { role: "tool", tool_call_id: "call_x", content: "-3 C" },
      ],
      model: "gpt-4o",
      temperature: 0,
      tools: [{ type: "function", function: { name: "weather", parameters: { type: "object" } } }],
    };
    expect(of(json)).toBe("89bdd0630fcd3fd127ecc656a6cead9d800307cf162110f545dc9f9c46a5c40b");
  });

  test("does not see which ids calls have", () => {
    expect(of(chat({}, ["call_1", "call_2"]))).toBe(of(chat()));
  });

  test("sees which result answers which call", () => {
    const crossed = JSON.parse(JSON.stringify(chat())) as { messages: { tool_call_id?: string }[] };
    crossed.messages[2]!.tool_call_id = "call_b";
    crossed.messages[3]!.tool_call_id = "call_a";
    expect(of(crossed as unknown as Json)).not.toBe(of(chat()));
  });

  test("sees an id inside of a tool's arguments", () => {
    const other = JSON.stringify(chat()).replace("x2", "x9");
    expect(of(JSON.parse(other))).not.toBe(of(chat()));
  });

  test.each([
    ["user", "u1"],
    ["metadata", { a: "b" }],
    ["service_tier", "flex"],
    ["store", true],
    ["prompt_cache_key", "k"],
    ["stream_options", { include_usage: true }],
  ])("does not see %s", (key, value) => {
    expect(of(chat({ [key]: value }))).toBe(of(chat()));
  });

  test.each([
    ["model", "gpt-5"],
    ["temperature", 1],
    ["tools", [{ type: "function", function: { name: "weather" } }]],
    ["seed", 7],
  ])("sees %s", (key, value) => {
    expect(of(chat({ [key]: value }))).not.toBe(of(chat()));
  });

  test("sees whether a stream was asked for in a replay, not in a diff", () => {
    expect(of(chat({ stream: true }))).not.toBe(of(chat()));
    expect(of(chat({ stream: false }))).toBe(of(chat()));
    expect(of(chat({ stream: true }), { purpose: "diff" })).toBe(of(chat(), { purpose: "diff" }));
  });

  test("reads a cache marker of Anthropic as noise, in messages and tools", () => {
    const marked = {
      model: "c",
      tools: [{ name: "t", input_schema: {}, cache_control: { type: "ephemeral" } }],
      messages: [{ role: "user", content: [{ type: "text", text: "x", cache_control: { type: "ephemeral" } }] }],
    };
    const plain = {
      model: "c",
      tools: [{ name: "t", input_schema: {} }],
      messages: [{ role: "user", content: [{ type: "text", text: "x" }] }],
    };
    expect(of(marked, {}, "anthropic/messages")).toBe(of(plain, {}, "anthropic/messages"));
  });

  test("keeps what is called cache_control in an argument", () => {
    const call = (input: Json) => ({
      model: "c",
      messages: [{ role: "assistant", content: [{ type: "tool_use", id: "t1", name: "put", input }] }],
    });
    expect(of(call({ cache_control: 1 }), {}, "anthropic/messages")).not.toBe(
      of(call({ cache_control: 2 }), {}, "anthropic/messages"),
    );
  });

  test("reads ids of Responses items as ordinals", () => {
    const input = (a: string, b: string) => ({
      model: "m",
      input: [
        { type: "reasoning", id: a, summary: [] },
        { type: "function_call", id: `fc${a}`, call_id: b, name: "f", arguments: "{}" },
        { type: "function_call_output", id: `o${a}`, call_id: b, output: "1" },
      ],
    });
    expect(of(input("rs_1", "c1"), {}, "openai/responses")).toBe(of(input("rs_2", "c2"), {}, "openai/responses"));
  });

  test("takes the identity of the continued call in place of its id", () => {
    const body = (id: string): Json => ({ model: "m", input: "go on", previous_response_id: id });
    const rules = rulesOf();
    const with_ = (id: string, previous?: string) =>
      fingerprint({ op: "openai/responses", body: { json: body(id) }, previous }, rules);
    expect(with_("resp_1", "abc")).toBe(with_("resp_2", "abc"));
    expect(with_("resp_1", "abc")).not.toBe(with_("resp_1", "abd"));
    expect(with_("resp_1")).not.toBe(with_("resp_2"));
  });

  test("tells Gemini's models and streams by the path, its version not", () => {
    const at = (path: string) =>
      fingerprint({ op: "gemini/generate", path, body: { json: { contents: [] } } }, rulesOf());
    expect(at("/v1/models/flash:generateContent")).toBe(at("/v1beta/models/flash:generateContent"));
    expect(at("/v1/models/flash:generateContent")).not.toBe(at("/v1/models/pro:generateContent"));
    expect(at("/v1/models/flash:generateContent")).not.toBe(at("/v1/models/flash:streamGenerateContent"));
  });

  test("names an unknown API by method, path and query in any order, keys left out", () => {
    const at = (method: string, path: string) => fingerprint({ method, path, body: { text: "x" } }, rulesOf());
    expect(at("post", "/rank?b=2&a=1&key=SECRET")).toBe(at("POST", "/rank?a=1&b=2"));
    expect(at("POST", "/rank?a=1")).not.toBe(at("POST", "/rank?a=2"));
    expect(at("POST", "/rank")).not.toBe(at("PUT", "/rank"));
  });

  test("leaves out what the user ignores", () => {
    const other = JSON.parse(JSON.stringify(chat()).replace("Weather in", "Wetter in")) as Json;
    expect(of(other)).not.toBe(of(chat()));
    for (const pattern of ["/messages/0/content", "/messages/*/content", "/**/content", "/messages/0"])
      expect(of(other, { ignore: [pattern] })).toBe(of(chat(), { ignore: [pattern] }));
    expect(of(other, { ignore: ["/messages/1/content"] })).not.toBe(of(chat(), { ignore: ["/messages/1/content"] }));
  });

  test("scrubs times only where asked", () => {
    const later = JSON.parse(JSON.stringify(chat()).replace("10:00:00", "11:30:59")) as Json;
    expect(of(later)).not.toBe(of(chat()));
    expect(of(later, { scrub: ["time"] })).toBe(of(chat(), { scrub: ["time"] }));
    expect(of(later, { scrub: ["uuid"] })).not.toBe(of(chat(), { scrub: ["uuid"] }));
  });

  test("with pinned tools does not see what they answered", () => {
    const other = JSON.parse(JSON.stringify(chat()).replace("-3 C", "99 C")) as Json;
    expect(of(other)).not.toBe(of(chat()));
    expect(of(other, { pinTools: true })).toBe(of(chat(), { pinTools: true }));
  });

  test("is the same from a file that keeps messages apart, whichever arrays it keeps", () => {
    const json = chat({ tools: [{ type: "function", function: { name: "weather" } }] }) as Record<string, Json>;
    const messages = json.messages as Json[];
    const frame = { ...json, messages: [] };
    const elements = { length: messages.length, at: (i: number) => messages[i]!, key: (i: number) => `a:${i}` };
    const apart = { repeated: { frame, places: [{ pointer: "/messages", elements, single: false }] } };
    const identities = new Fingerprints(rulesOf());
    expect(identities.of({ op: CHAT, body: apart })).toBe(of(json));
    expect(identities.of({ op: CHAT, body: apart })).toBe(of(json));
  });

  test("a key `__proto__` counts", () => {
    const body = (n: number) => JSON.parse(`{"model":"m","messages":[],"x":{"__proto__":${n}}}`) as Json;
    expect(of(body(1))).not.toBe(of(body(2)));
  });

  test("equal exactly when the whole bodies, ids as ordinals, are equal", () => {
    const id = fc.constantFrom("p", "q", "r");
    const message = fc.oneof(
      fc.record({ role: fc.constant("tool"), tool_call_id: id, content: fc.constantFrom("1", "2") }),
      fc.record({
        role: fc.constant("assistant"),
        tool_calls: fc.array(fc.record({ id, type: fc.constant("function") }), { maxLength: 3 }),
      }),
    );
    const body = fc.record({ messages: fc.array(message, { maxLength: 4 }) });
    fc.assert(
      fc.property(body, body, (a, b) => {
        expect(of(a) === of(b)).toBe(renumbered(a) === renumbered(b));
      }),
      { numRuns: 500 },
    );
  });
});

/** The independent way: the whole text with every id replaced by its place among the ids. */
function renumbered(body: unknown): string {
  const ids: string[] = [];
  return JSON.stringify(body).replace(/"(id|tool_call_id)":"(.)"/g, (_, key: string, id: string) => {
    if (!ids.includes(id)) ids.push(id);
    return `"${key}":${ids.indexOf(id)}`;
  });
}
