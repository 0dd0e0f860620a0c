import { Dice, id } from "./words.ts";

/** A session file in the shape Claude Code writes: one line a message, tools paired by id, usage on every answer. */
export function* claudeCodeLines(): Generator<string> {
  const dice = new Dice(11);
  const session = "0b6c1f52-0000-4000-8000-000000000000";
  let at = Date.UTC(2026, 0, 5, 9);
  let parent: string | null = null;
  for (let n = 0; ; n += 1) {
    const common = (number: number) => ({
      parentUuid: parent,
      isSidechain: false,
      userType: "external",
      cwd: "/project",
      sessionId: session,
      version: "2.0.0",
      gitBranch: "main",
      uuid: uuid(number),
      timestamp: new Date(at).toISOString(),
    });
    if (n === 0)
      yield JSON.stringify({ ...common(0), type: "user", message: { role: "user", content: dice.text(300) } });
    parent = uuid(2 * n);
    at += 1000 + dice.roll(5000);
    const tool = id("toolu", n);
    const usage = {
      input_tokens: 4,
      cache_creation_input_tokens: dice.roll(2000),
      cache_read_input_tokens: 20_000 + dice.roll(90_000),
      output_tokens: 20 + dice.roll(600),
      service_tier: "standard",
    };
    const message = {
      id: id("msg", n),
      type: "message",
      role: "assistant",
      model: "claude-sonnet-4-5",
      stop_reason: null,
      stop_sequence: null,
      usage,
    };
    const base = { ...common(2 * n + 1), type: "assistant", requestId: id("req", n) };
    yield JSON.stringify({
      ...base,
      message: { ...message, content: [{ type: "text", text: dice.text(60 + dice.roll(400)) }] },
    });
    const input = { file_path: `/project/src/part-${dice.roll(90)}.ts`, limit: dice.roll(400) };
    yield JSON.stringify({
      ...base,
      uuid: uuid(2 * n + 2),
      message: { ...message, content: [{ type: "tool_use", id: tool, name: "Read", input }] },
    });
    at += 20 + dice.roll(400);
    const text = dice.text(300 + dice.roll(3500));
    const result = { tool_use_id: tool, type: "tool_result", content: text };
    yield JSON.stringify({
      ...common(2 * n + 3),
      type: "user",
      message: { role: "user", content: [result] },
      toolUseResult: { type: "text", file: { filePath: input.file_path, content: text, numLines: 40 } },
    });
  }
}

function uuid(number: number): string {
  return `00000000-0000-4000-8000-${number.toString(16).padStart(12, "0")}`;
}
