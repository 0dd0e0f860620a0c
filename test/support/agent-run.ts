import { join } from "node:path";
import { onTestFinished } from "vitest";
import type { Json } from "../../src/json/json.ts";
import { readAll } from "../../src/run/drive.ts";
import { openFile } from "../../src/run/open-file.ts";
import type { Run } from "../../src/run/run.ts";
import type { RunHeader } from "../../src/trace/event.ts";
import type { EventRecord } from "../../src/trace/write/record.ts";
import { writeTrace } from "../../src/trace/write/writer.ts";
import { tempFolder } from "./temp-folder.ts";

/** A tool call of an answer, and what the tool says to it. */
export interface GivenCall {
  readonly name: string;
  readonly args: Json;
  readonly result: string;
}

/** One answer of the model: text, calls, or a failure. */
export interface GivenTurn {
  readonly text?: string;
  readonly calls?: readonly GivenCall[];
  readonly error?: string;
}

export interface GivenAgent {
  readonly prompt?: string;
  readonly system?: string;
  readonly model?: string;
  readonly params?: Readonly<Record<string, Json>>;
  readonly turns: readonly GivenTurn[];
  /** Ids and times begin with these: two runs of one program have others. */
  readonly ids?: string;
  readonly start?: number;
}

/** An agent on OpenAI's chat: each request repeats all that was said, each answer's calls are answered in the next. */
export function agentEvents(agent: GivenAgent): EventRecord[] {
  const {
    prompt = "Find a flight",
    system = "You book flights.",
    model = "gpt-4o-mini",
    ids = "call",
    start = 1e12,
  } = agent;
  const messages: Json[] = [
    { role: "system", content: system },
    { role: "user", content: prompt },
  ];
  let number = 0;
  let answered: string[] = [];
  return agent.turns.map((turn, n) => {
    const calls = (turn.calls ?? []).map((call) => ({ ...call, id: `${ids}_${number++}` }));
    const message: Json = {
      role: "assistant",
      content: turn.text ?? null,
      ...(calls.length > 0 && {
        tool_calls: calls.map(({ id, name, args }) => ({
          id,
          type: "function",
          function: { name, arguments: JSON.stringify(args) },
        })),
      }),
    };
    const event: EventRecord = {
      kind: "llm",
      name: model,
      provider: "openai",
      op: "openai/chat",
      at: start + n * 1000,
      durationMs: 500,
      status: turn.error === undefined ? "ok" : "error",
      calls: calls.map(({ id, name }) => ({ id, name })),
      results: answered.map((id) => ({ id })),
      request: {
        method: "POST",
        path: "/v1/chat/completions",
        body: JSON.stringify({ model, ...agent.params, messages }),
        repeated: ["/messages"],
      },
      ...(turn.error === undefined
        ? {
            response: {
              status: 200,
              body: JSON.stringify({
                id: `${ids}-${n}`,
                created: start + n,
                choices: [{ index: 0, message }],
                usage: { prompt_tokens: n },
              }),
            },
          }
        : { error: { type: "api_error", message: turn.error } }),
    };
    if (turn.error === undefined) {
      messages.push(message, ...calls.map(({ id, result }) => ({ role: "tool", tool_call_id: id, content: result })));
      answered = calls.map(({ id }) => id);
    }
    return event;
  });
}

/** A run of any events, written to a file and opened: read to its end, closed after the test. */
export async function openEvents(events: readonly EventRecord[], header: RunHeader = {}): Promise<Run> {
  const path = join(tempFolder(), "run.vcr");
  writeTrace(path, header, events);
  return openRun(path);
}

export async function openRun(path: string): Promise<Run> {
  const file = await openFile(path);
  onTestFinished(() => file.close());
  await readAll(file);
  const [run] = file.runs;
  if (!run) throw new Error(`${path} holds no run`);
  return run;
}

export function openAgent(agent: GivenAgent): Promise<Run> {
  return openEvents(agentEvents(agent));
}
