import { describe, expect, test } from "vitest";
import type { Json } from "../../src/json/json.ts";
import { toRecords } from "../../src/run/records/to-records.ts";
import type { Run } from "../../src/run/run.ts";
import { openEvents } from "../support/agent-run.ts";
import { Forked, type GivenCall, openCalls, planOf } from "./forked.ts";

describe("server state of OpenAI's Responses", () => {
  const path = "/v1/responses";
  const user = (content: string): Json => ({ role: "user", content });
  const answer = (id: string, text: string): Json => ({
    id,
    object: "response",
    status: "completed",
    output: [{ type: "message", id: `msg_${id}`, role: "assistant", content: [{ type: "output_text", text }] }],
  });
  const first: Json = { model: "m", input: [user("one")] };
  const second: Json = { model: "m", previous_response_id: "resp_0", input: [user("two")] };
  const calls: readonly GivenCall[] = [
    { path, op: "openai/responses", request: first, response: answer("resp_0", "old") },
    { path, op: "openai/responses", request: second, response: answer("resp_1", "more") },
  ];

  test("an id behind which an answer was edited is replaced by the whole conversation", async () => {
    const run = await openCalls(calls, ["/input"]);
    const forked = new Forked(run, planOf(run, { edits: ["0:/response/output/0/content/0/text=new"] }));
    await forked.ask(path, first);
    const asked = await forked.ask(path, second);
    expect(asked.sent).toEqual({
      model: "m",
      input: [
        user("one"),
        { type: "message", id: "msg_resp_0", role: "assistant", content: [{ type: "output_text", text: "new" }] },
        user("two"),
      ],
    });
    asked.answered(answer("resp_live", "live"));
    const third: Json = { model: "m", previous_response_id: "resp_live", input: [user("three")] };
    expect((await forked.ask(path, third)).sent).toEqual(third);
  });

  test("an id behind answers that were served as they were goes out as it is", async () => {
    const run = await openCalls(calls, ["/input"]);
    const forked = new Forked(run, planOf(run, { at: "1" }));
    await forked.ask(path, first);
    expect((await forked.ask(path, second)).sent).toEqual(second);
  });

  test("an edit before a call that goes on from a conversation of the provider's is refused", async () => {
    const talk: Json = { model: "m", conversation: "conv_1", input: [user("two")] };
    const run = await openCalls([calls[0], { ...calls[1], request: talk }] as GivenCall[], ["/input"]);
    expect(() => planOf(run, { at: "1", edits: ["0:/response/output/0/content/0/text=new"] })).toThrow(
      /\(conversation\), which no edit reaches/,
    );
    const both = [
      { ...calls[0], request: { ...talk, input: [user("one")] } },
      { ...calls[1], request: talk },
    ];
    const all = await openCalls(both as GivenCall[], ["/input"]);
    expect(() => planOf(all, { at: "1", edits: ["0:/response/output/0/content/0/text=new"] })).toThrow(
      /^step 1 goes on .* \(conversation\), which no edit reaches/,
    );
    expect(planOf(run, { at: "1" }).notes).toEqual([
      "step 1 goes on from what the provider remembers (conversation): what it remembers now may be another state than then",
    ]);
  });
});

describe("tool results", () => {
  test("of Anthropic: the block of the call, with what stands beside it", async () => {
    const path = "/v1/messages";
    const prompt: Json = { role: "user", content: "go" };
    const use = (id: string): Json => ({ type: "tool_use", id, name: "find", input: {} });
    const said: Json = { role: "assistant", content: [use("t1"), use("t2")] };
    const results: Json = {
      role: "user",
      content: [
        { type: "tool_result", tool_use_id: "t1", content: "a" },
        { type: "tool_result", tool_use_id: "t2", content: [{ type: "text", text: '{"rooms":0,"city":"Oslo"}' }] },
      ],
    };
    const request = (messages: readonly Json[]): Json => ({ model: "m", max_tokens: 9, messages });
    const message = (content: readonly Json[]): Json => ({ id: "m", type: "message", role: "assistant", content });
    const run = await openCalls(
      [
        { path, op: "anthropic/messages", request: request([prompt]), response: message([use("t1"), use("t2")]) },
        {
          path,
          op: "anthropic/messages",
          request: request([prompt, said, results]),
          response: message([{ type: "text", text: "none" }]),
        },
      ],
      ["/messages"],
    );
    const forked = new Forked(run, planOf(run, { edits: ["0b:/result/rooms=3"] }));
    await forked.ask(path, request([prompt]));
    const asked = await forked.ask(path, request([prompt, said, results]));
    expect(asked.sent).toEqual(
      request([
        prompt,
        said,
        {
          role: "user",
          content: [
            { type: "tool_result", tool_use_id: "t1", content: "a" },
            { type: "tool_result", tool_use_id: "t2", content: [{ type: "text", text: '{"rooms":3,"city":"Oslo"}' }] },
          ],
        },
      ]),
    );
  });

  test("of Gemini, which has no ids: the nth of its name", async () => {
    const path = "/v1beta/models/gem:generateContent";
    const call = (q: string): Json => ({ functionCall: { name: "find", args: { q } } });
    const result = (said: string): Json => ({ functionResponse: { name: "find", response: { output: said } } });
    const contents = [
      { role: "user", parts: [{ text: "go" }] },
      { role: "model", parts: [call("x"), call("y")] },
      { role: "user", parts: [result("a"), result("b")] },
    ];
    const answer = (parts: readonly Json[]): Json => ({ candidates: [{ content: { role: "model", parts } }] });
    const run = await openCalls(
      [
        {
          path,
          op: "gemini/generate",
          request: { contents: contents.slice(0, 1) },
          response: answer([call("x"), call("y")]),
        },
        { path, op: "gemini/generate", request: { contents }, response: answer([{ text: "done" }]) },
      ],
      ["/contents"],
    );
    const plan = planOf(run, { edits: ["0b:/result=c"], model: "other" });
    const forked = new Forked(run, plan);
    await forked.ask(path, { contents: contents.slice(0, 1) });
    const asked = await forked.ask(path, { contents });
    expect(asked.sent).toEqual({
      contents: [...contents.slice(0, 2), { role: "user", parts: [result("a"), result("c")] }],
    });
    expect(asked.decision).toMatchObject({ instead: { path: "/v1beta/models/other:generateContent" } });
  });

  test("a result that the agent has cut is replaced all the same; one that is gone is told once", async () => {
    const { run, ask } = await chat();
    const forked = new Forked(run, planOf(run, { edits: ["0a:/result=new"] }));
    await forked.ask(CHAT, ask(1));
    const cut = await forked.ask(CHAT, {
      model: "m",
      messages: [...talk.slice(0, 2), { role: "tool", tool_call_id: "c1", content: "o..." }],
    });
    expect(cut.sent).toMatchObject({ messages: [{}, {}, { content: "new" }] });
    const gone = await forked.ask(CHAT, {
      model: "m",
      messages: [talk[0] ?? null, { role: "user", content: "summary" }],
    });
    expect(gone.sent).toMatchObject({ messages: [{}, { content: "summary" }] });
    expect(forked.handler.rewrites.lapsed).toMatchObject([{ step: "0a" }]);
  });
});

const CHAT = "/v1/chat/completions";
const toolCall: Json = {
  role: "assistant",
  content: null,
  tool_calls: [{ id: "c1", type: "function", function: { name: "find", arguments: "{}" } }],
};
const talk: readonly Json[] = [
  { role: "user", content: "go" },
  toolCall,
  { role: "tool", tool_call_id: "c1", content: "old" },
];

async function chat() {
  const ask = (count: number): Json => ({ model: "m", messages: talk.slice(0, count) });
  const answer = (message: Json): Json => ({ id: "x", choices: [{ index: 0, message }] });
  const run = await openCalls(
    [
      { path: CHAT, op: "openai/chat", request: ask(1), response: answer(toolCall) },
      { path: CHAT, op: "openai/chat", request: ask(3), response: answer({ role: "assistant", content: "done" }) },
    ],
    ["/messages"],
  );
  return { run, ask };
}

test("a call with a key that is nobody's never goes out, and the variable is named", async () => {
  const { run, ask } = await chat();
  const forked = new Forked(run, planOf(run, { at: "0" }), new Map([["sk-nobody-000000", "OPENAI_API_KEY"]]));
  const asked = await forked.ask(CHAT, ask(1), ["authorization", "Bearer sk-nobody-000000"]);
  expect(asked.answer).toMatchObject({ error: { message: expect.stringContaining("OPENAI_API_KEY is not set") } });
  expect(forked.handler.live).toBe(0);
});

test("numbers of a request that is changed elsewhere stay digit for digit", async () => {
  const { run } = await chat();
  const forked = new Forked(run, planOf(run, { at: "0", model: "other" }));
  const { decision } = await forked.ask(
    CHAT,
    Buffer.from('{"seed":12345678901234567890, "model":"m","top_p":1.0,"messages":[]}'),
  );
  const body = decision.do === "forward" ? decision.instead?.body?.toString() : undefined;
  expect(body).toBe('{"seed":12345678901234567890, "model":"other","top_p":1.0,"messages":[]}');
});

test("parameters are set in every live request, new ones too, and stand in the header for forks of the fork", async () => {
  const request: Json = { model: "m", temperature: 1, messages: [{ role: "user", content: "go" }] };
  const answer = { choices: [{ message: { role: "assistant", content: "gone" } }] };
  const path = "/v1/chat/completions";
  const run = await openCalls([{ path, op: "openai/chat", request, response: answer }], ["messages"]);
  const plan = planOf(run, { at: "0", params: ["/temperature=0", "/max_tokens=50"] });
  const asked = await new Forked(run, plan).ask(path, request);
  expect(asked.sent).toEqual({ ...(request as object), temperature: 0, max_tokens: 50 });
  expect(plan.edits).toEqual([
    { step: "0", target: { kind: "parameter", pointer: "/temperature" }, pointer: "/request/temperature", after: 0 },
    { step: "0", target: { kind: "parameter", pointer: "/max_tokens" }, pointer: "/request/max_tokens", after: 50 },
  ]);
});

describe("signed blocks", () => {
  const thinking: Json = { type: "thinking", thinking: "hm", signature: "sig" };
  const path = "/v1/messages";
  const given = (): Promise<Run> =>
    openCalls(
      [
        {
          path,
          op: "anthropic/messages",
          request: { model: "m", messages: [{ role: "user", content: "go" }] },
          response: { id: "a", type: "message", role: "assistant", content: [thinking, { type: "text", text: "old" }] },
        },
      ],
      ["/messages"],
    );

  test("cannot be edited", async () => {
    const run = await given();
    expect(() => planOf(run, { edits: ["0:/response/content/0/thinking=other"] })).toThrow(/signed by the provider/);
  });

  test("stay as they are when the text beside them is", async () => {
    const run = await given();
    const forked = new Forked(run, planOf(run, { edits: ["0:/response/content/1/text=new"] }));
    const { answer } = await forked.ask(path, { model: "m", messages: [{ role: "user", content: "go" }] });
    expect(answer).toMatchObject({ content: [thinking, { type: "text", text: "new" }] });
  });
});

describe("where a fork begins", () => {
  test("an edit of what is asked live is an error that names the number", async () => {
    const { run } = await chat();
    expect(() => planOf(run, { at: "0", edits: ["0a:/result=x"] })).toThrow(/use --at 1 or more/);
    expect(() => planOf(run, { edits: ["0:/request/model=x", "0a:/result=x"] })).toThrow(
      /another edit makes all live from step 0/,
    );
  });

  test("--at a tool is the step that carries its result", async () => {
    const { run } = await chat();
    expect(planOf(run, { at: "0a" })).toMatchObject({ limit: 1, notes: ["the result of 0a is first seen by step 1"] });
  });

  test("without --at and without an edit it is asked for", async () => {
    const { run } = await chat();
    expect(() => planOf(run, {})).toThrow("where does the fork begin?");
  });
});

test("what was sent upstream is written and read whole", async () => {
  const sent = { set: { "/messages/0/content": "new" } };
  const run = await openEvents([
    { kind: "llm", name: "m", status: "ok", sent, request: { method: "POST", path: CHAT, body: '{"messages":[]}' } },
  ]);
  expect(run.body(0).sent).toEqual(sent);
  expect([...toRecords(run, [0])]).toMatchObject([{ sent }]);
});

test("a tool over MCP that a live answer asks for goes live, while another conversation is still before the boundary", async () => {
  const { run, ask } = await chat();
  const forked = new Forked(run, planOf(run, { at: "1" }));
  const rpc = (city: string): Json => ({
    jsonrpc: "2.0",
    id: 1,
    method: "tools/call",
    params: { name: "find", arguments: { city } },
  });
  expect((await forked.ask("/mcp", rpc("Rome"))).answer).toMatchObject({
    error: { message: expect.stringContaining("parted") },
  });
  const live = await forked.ask(CHAT, ask(3));
  live.answered({
    id: "y",
    choices: [
      {
        index: 0,
        message: {
          role: "assistant",
          content: null,
          tool_calls: [{ id: "c9", type: "function", function: { name: "find", arguments: '{"city":"Rome"}' } }],
        },
      },
    ],
  });
  expect((await forked.ask("/mcp", rpc("Rome"))).sent).toEqual(rpc("Rome"));
  expect((await forked.ask("/mcp", rpc("Oslo"))).sent).toBeUndefined();
});
