/** A home and a working folder of a test's own, with runs in them as tools leave them there. */
import { mkdirSync, utimesSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { Surroundings } from "../../src/run/catalog/place.ts";
import { tempFolder } from "./temp-folder.ts";

export interface Machine {
  readonly surroundings: Surroundings;
  readonly home: string;
  readonly cwd: string;
  /** Writes a file below the home; `age` in minutes before a fixed moment. Answers its path. */
  put(path: string, text: string, age: number): string;
}

/** Files are this old at age 0: milliseconds since the epoch. */
export const NOON = Date.UTC(2026, 5, 1, 12);

export function machine(): Machine {
  const home = tempFolder();
  const cwd = join(home, "work");
  mkdirSync(cwd);
  return {
    surroundings: { cwd, home },
    home,
    cwd,
    put: (path, text, age) => {
      const whole = join(home, path);
      mkdirSync(dirname(whole), { recursive: true });
      writeFileSync(whole, text);
      const at = (NOON - age * 60_000) / 1000;
      utimesSync(whole, at, at);
      return whole;
    },
  };
}

/** A native run of one OpenAI chat call. */
export function nativeRun(header: object, prompt: string, fields: object = { status: "ok" }): string {
  const request = {
    method: "POST",
    path: "/v1/chat/completions",
    body: { model: "gpt-4o-mini", messages: [{ role: "user", content: prompt }] },
  };
  const response = {
    status: 200,
    body: { choices: [{ index: 0, finish_reason: "stop", message: { role: "assistant", content: "Done." } }] },
  };
  const lines = [
    { vcr: 1, ...header },
    { seq: 0, kind: "llm", name: "gpt-4o-mini", provider: "openai", op: "chat", at: NOON, request },
    { end: 0, durationMs: 10, tokens: { in: 100, out: 20 }, ...fields, response },
  ];
  return `${lines.map((line) => JSON.stringify(line)).join("\n")}\n`;
}

/** A Claude Code session: a prompt and its answer, the `turn`-th of the session. */
export function claudeSession(id: string, prompt: string, turn = 1): string {
  const common = { isSidechain: false, userType: "external", cwd: "/home/dev/app", sessionId: id, version: "2.0.14" };
  const lines = [
    {
      ...common,
      parentUuid: null,
      type: "user",
      message: { role: "user", content: prompt },
      uuid: `${id}-${turn}-1`,
      timestamp: "2026-05-01T10:00:00.000Z",
    },
    {
      ...common,
      parentUuid: `${id}-${turn}-1`,
      type: "assistant",
      message: {
        id: `msg_${id}_${turn}`,
        type: "message",
        role: "assistant",
        model: "claude-sonnet-4-5",
        content: [{ type: "text", text: "It is done." }],
        stop_reason: "end_turn",
        usage: { input_tokens: 30, output_tokens: 5 },
      },
      uuid: `${id}-${turn}-2`,
      timestamp: "2026-05-01T10:00:04.000Z",
    },
  ];
  return `${lines.map((line) => JSON.stringify(line)).join("\n")}\n`;
}
