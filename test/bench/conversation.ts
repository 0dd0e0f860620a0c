import { Dice, id } from "./words.ts";

/** Turns after which an agent begins a new task with an empty conversation. */
export const TASK_TURNS = 200;
const TOOLS = ["read_file", "write_file", "shell", "search", "list_files"];

/** One turn of a made-up agent on OpenAI chat completions. */
export interface Turn {
  readonly step: number;
  /** Whether a new task begins here. */
  readonly first: boolean;
  /** Messages that the request has and the one before had not. */
  readonly fresh: readonly string[];
  readonly response: string;
  readonly call: { readonly id: string; readonly name: string };
  /** Call id whose result stands in `fresh`. */
  readonly result: string | undefined;
  readonly tokens: { readonly in: number; readonly out: number };
  /** Milliseconds since the epoch. */
  readonly at: number;
  readonly durationMs: number;
}

export const TOOL_SPECS = TOOLS.map((name) =>
  JSON.stringify({
    type: "function",
    function: {
      name,
      description: new Dice(name.length).text(200),
      parameters: { type: "object", properties: { path: { type: "string" } } },
    },
  }),
);

export function* turns(): Generator<Turn> {
  const dice = new Dice(7);
  let at = Date.UTC(2026, 0, 5, 9);
  let answer = "";
  let called = "";
  let context = 0;
  for (let step = 0; ; step += 1) {
    const first = step % TASK_TURNS === 0;
    const fresh = first
      ? [
          JSON.stringify({ role: "system", content: dice.text(4000) }),
          JSON.stringify({ role: "user", content: dice.text(300) }),
        ]
      : [answer, JSON.stringify({ role: "tool", tool_call_id: called, content: dice.text(200 + dice.roll(2400)) })];
    context = (first ? 0 : context) + Math.ceil(fresh.join("").length / 4);
    const call = { id: id("call", step), name: TOOLS[dice.roll(TOOLS.length)] ?? "shell" };
    const args = JSON.stringify({ path: `src/part-${dice.roll(90)}.ts`, text: dice.text(dice.roll(400)) });
    answer = JSON.stringify({
      role: "assistant",
      content: dice.text(dice.roll(500)),
      tool_calls: [{ id: call.id, type: "function", function: { name: call.name, arguments: args } }],
    });
    const tokens = { in: context, out: Math.ceil(answer.length / 4) };
    const usage = { prompt_tokens: tokens.in, completion_tokens: tokens.out, total_tokens: tokens.in + tokens.out };
    const response = `{"id":"${id("chatcmpl", step)}","object":"chat.completion","model":"gpt-4o-mini","choices":[{"index":0,"message":${answer},"finish_reason":"tool_calls"}],"usage":${JSON.stringify(usage)}}`;
    const durationMs = 400 + dice.roll(3000);
    yield { step, first, fresh, response, call, result: first ? undefined : called, tokens, at, durationMs };
    at += durationMs + 5 + dice.roll(300);
    called = call.id;
  }
}
