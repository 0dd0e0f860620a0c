/** Real SDKs, as they come, recorded and replayed. Their versions stand in the lock file beside this file. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Json } from "../../src/json/json.ts";
import type { Run } from "../../src/run/run.ts";
import { installLocked } from "../support/install-locked.ts";
import { again, keys, type RecordedProgram, recordProgram, removeFolders, withRun } from "./sdk-runs.ts";

const SDKS = [
  ...["openai", "openai-next", "openai-old", "anthropic", "anthropic-old", "google-genai", "mistral", "cohere"],
  ...["groq", "together", "ollama", "ai-openai", "ai-anthropic", "ai-google", "langchain-openai"],
  ...["langchain-anthropic", "openai-agents", "undici"],
];
const AGENT = join(import.meta.dirname, "agents.mjs");

beforeAll(() => installLocked(import.meta.dirname));
afterAll(removeFolders);

describe.each(SDKS.map((name) => [name]))("%s", (name) => {
  const argv = [process.execPath, AGENT, name];
  let recorded: RecordedProgram;
  beforeAll(async () => {
    recorded = await recordProgram(argv);
  });

  test("recorded with nothing configured: every body is what the provider sent", async () => {
    const { ran, exchanges, folder } = recorded;
    expect({ code: ran.code, err: ran.code === 0 ? "" : ran.stderr }).toEqual({ code: 0, err: "" });
    expect(ran.stderr).not.toContain("went past the recording");
    const { bodies, asked } = await withRun(join(folder, "run.vcr"), wireOf);
    expect(bodies.length).toBe(exchanges.length);
    expect(bodies.length).toBeGreaterThan(1);
    expect(bodies.map((body, i) => body.equals(exchanges[i]?.sent ?? Buffer.from("?")))).toEqual(
      bodies.map(() => true),
    );
    expect(asked).toEqual(exchanges.map(({ body }) => body.toString("utf8")));
  });

  test("replayed strictly with the provider gone and no key: it prints the same", async () => {
    const ran = await again(recorded, ["replay", "run.vcr", "--match", "strict", "--no-save"], { argv });
    expect({ code: ran.code, err: ran.code === 0 ? "" : ran.stderr }).toEqual({ code: 0, err: "" });
    expect(ran.stdout).toBe(recorded.ran.stdout);
    expect(ran.stderr).toMatch(/^\d+ call\(s\) answered from the recording, 0 live, 0 loose$/m);
  });

  test("forked at the end with every answer changed: it prints the changed words, whole and streamed", async () => {
    const { folder, ran: first } = recorded;
    const edits = await withRun(join(folder, "run.vcr"), (run) => editsOf(run, { tools: name !== "openai-agents" }));
    expect(edits.length).toBeGreaterThan(name === "openai-agents" ? 0 : 1);
    writeFileSync(join(folder, "edits.json"), JSON.stringify(edits));
    const vcr = ["fork", "run.vcr", "--edit-file", "edits.json", "--at", "end", "-o", "edited.vcr"];
    const ran = await again(recorded, vcr, { argv, env: keys() });
    expect({ code: ran.code, err: ran.code === 0 ? "" : ran.stderr }).toEqual({ code: 0, err: "" });
    const said = first.stdout.replaceAll(SAID, "It rains.");
    expect(ran.stdout).toBe(name === "openai-agents" ? said : said.replaceAll("Oslo", "Rome"));
    expect(ran.stderr).toMatch(/^\d+ call\(s\) answered from the recording, 0 live$/m);
  });
});

/** What the stub says. */
const SAID = "The weather is fine: 23 °C, 雨 no.";

/** Other words in place of what models have said, and other arguments of tools. */
function editsOf(run: Run, { tools }: { readonly tools: boolean }): readonly object[] {
  const edits: object[] = [];
  const look = (value: Json | undefined, pointer: string, step: number): void => {
    const set = (other: Json): void => void edits.push({ step, pointer: `/response${pointer}`, value: other });
    if (value === SAID) set("It rains.");
    else if (tools && value === "Oslo") set("Rome");
    else if (tools && value === '{"city":"Oslo"}') set('{"city":"Rome"}');
    else if (typeof value === "object" && value !== null)
      for (const [key, inner] of Object.entries(value)) look(inner as Json, `${pointer}/${key}`, step);
  };
  for (let i = 0; i < run.length; i++) {
    const { derived, kind, status, seq } = run.row(i);
    if (!derived && kind === "llm" && status === "ok") look(run.body(i).response?.json, "", seq);
  }
  return edits;
}

function wireOf(run: Run): { readonly bodies: readonly Buffer[]; readonly asked: readonly string[] } {
  const bodies: Buffer[] = [];
  const asked: string[] = [];
  for (let i = 0; i < run.length; i++) {
    if (run.row(i).derived) continue;
    const { text, bytes } = run.body(i).response ?? {};
    bodies.push(Buffer.from(text ?? bytes ?? ""));
    asked.push(run.body(i).request?.text ?? "");
  }
  return { bodies, asked };
}
