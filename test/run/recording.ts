/** Native .vcr lines of OpenAI chat calls, written one by one as a recorder would, and runs opened from them. */
import { advanceAll, readAll } from "../../src/run/drive.ts";
import { type OpenedFile, openFile } from "../../src/run/open-file.ts";
import type { Row, Run } from "../../src/run/run.ts";
import { memorySource } from "../../src/trace/source/memory-source.ts";

export interface ChatMessage {
  readonly role: "system" | "user" | "assistant" | "tool";
  readonly content: string | null;
  readonly tool_calls?: readonly unknown[];
  readonly tool_call_id?: string;
}

export const system = (content: string): ChatMessage => ({ role: "system", content });
export const user = (content: string): ChatMessage => ({ role: "user", content });
export const says = (content: string): ChatMessage => ({ role: "assistant", content });
export const result = (id: string, content: string): ChatMessage => ({ role: "tool", tool_call_id: id, content });

/** An answer that calls tools, by their ids; all of them are called `search`, their argument is `q`. */
export function calling(ids: readonly string[], q = "x"): ChatMessage {
  const tool_calls = ids.map((id) => ({
    id,
    type: "function",
    function: { name: "search", arguments: JSON.stringify({ q }) },
  }));
  return { role: "assistant", content: null, tool_calls };
}

/** A recording being made: every method gives the line that it adds. */
export class Recording {
  readonly lines: string[] = [];
  #steps = 0;
  #answered = new Set<string>();

  constructor(header: object = { vcr: 1, id: "r_1" }) {
    this.add(header);
  }

  get text(): string {
    return `${this.lines.join("\n")}\n`;
  }

  add(line: object): string {
    this.lines.push(JSON.stringify(line));
    return this.lines.at(-1)!;
  }

  /** A call begins; answers its step. */
  begin(messages: readonly ChatMessage[], fields: object = {}): number {
    const seq = this.#steps++;
    const ids = messages.flatMap(({ tool_call_id }) => (tool_call_id === undefined ? [] : [tool_call_id]));
    const results = ids.filter((id) => !this.#answered.has(id));
    for (const id of results) this.#answered.add(id);
    this.add({
      seq,
      kind: "llm",
      name: "gpt-4o",
      provider: "openai",
      op: "chat",
      at: 1_000_000 + seq * 1000,
      ...(results.length > 0 && { results }),
      ...fields,
      request: { method: "POST", path: "/v1/chat/completions", body: { model: "gpt-4o", messages } },
    });
    return seq;
  }

  end(seq: number, message: ChatMessage): void {
    const calls = (message.tool_calls ?? []).map((call) => {
      const { id } = call as { id: string };
      return [id, "search"];
    });
    const body = { choices: [{ index: 0, finish_reason: "stop", message }] };
    this.add({
      end: seq,
      status: "ok",
      durationMs: 400,
      ...(calls.length > 0 && { calls }),
      response: { status: 200, body },
    });
  }

  fail(seq: number, message = "overloaded"): void {
    this.add({ end: seq, status: "error", durationMs: 10, response: { status: 500, body: { error: { message } } } });
  }

  /** A call and its answer in one. */
  call(messages: readonly ChatMessage[], answer: ChatMessage, fields: object = {}): number {
    const seq = this.begin(messages, fields);
    this.end(seq, answer);
    return seq;
  }

  event(kind: string, fields: object = {}): number {
    const seq = this.#steps++;
    this.add({ seq, kind, ...fields });
    return seq;
  }
}

export async function openText(text: string): Promise<OpenedFile> {
  const file = await openFile("/nowhere/run.vcr", memorySource("/nowhere/run.vcr", text));
  await readAll(file);
  return file;
}

export async function runOfText(text: string): Promise<Run> {
  return (await openText(text)).runs[0]!;
}

/** Lines come one at a time, and everything is worked out after each of them. */
export async function runLineByLine(lines: readonly string[]): Promise<Run> {
  const source = memorySource("/nowhere/run.vcr", `${lines[0]}\n`);
  const file = await openFile(source.path, source);
  for (const line of lines.slice(1)) {
    source.push(Buffer.from(`${line}\n`));
    while (!advanceAll(file, Number.POSITIVE_INFINITY));
  }
  await readAll(file);
  return file.runs[0]!;
}

export function rowsOf(run: Run): readonly Row[] {
  return Array.from({ length: run.length }, (_, i) => run.row(i));
}

export function stepsOf(run: Run): readonly string[] {
  return rowsOf(run).map((row) => row.step);
}
