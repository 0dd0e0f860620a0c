import { readdirSync, readFileSync, statSync } from "node:fs";
import { homedir, tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, describe, expect, test } from "vitest";
import { readAll } from "../src/run/drive.ts";
import { type OpenedFile, openFile } from "../src/run/open-file.ts";
import type { Run } from "../src/run/run.ts";

const FOLDER = join(import.meta.dirname, "../sample-traces");

/** Counted in the scripts of sample-traces/agents: turns, tool calls, conversations. */
const EXPECTED: readonly (readonly [file: string, turns: number, calls: number, lanes: number])[] = [
  ["hello.vcr", 2, 1, 1],
  ["tool-error.vcr", 14, 13, 1],
  ["tool-error.vcr.gz", 14, 13, 1],
  ["mean-a.vcr", 5, 4, 1],
  ["mean-b.vcr", 5, 4, 1],
  ["sub-agents.vcr", 6, 4, 3],
  ["broken-stream.vcr", 2, 1, 1],
  ["unicode.vcr", 3, 2, 1],
  ["hostile.vcr", 3, 2, 1],
  ["blobs.vcr", 2, 1, 1],
];

const opened: OpenedFile[] = [];
afterEach(() => {
  for (const file of opened.splice(0)) file.close();
});

describe("the samples", () => {
  test.each(EXPECTED)("%s holds %i model calls, %i tool calls, %i lanes", async (name, turns, calls, lanes) => {
    const run = await open(name);
    const kinds = rows(run).map((row) => row.kind);
    expect(kinds.filter((kind) => kind === "llm")).toHaveLength(turns);
    expect(kinds.filter((kind) => kind === "tool")).toHaveLength(calls);
    expect(run.lanes).toHaveLength(lanes);
    expect(run.damages).toEqual([]);
    expect(run.warnings).toEqual([]);
  });

  test("tool-error fails where its story says", async () => {
    const run = await open("tool-error.vcr");
    const failed = rows(run).filter((row) => row.status === "error");
    expect(failed.map((row) => row.step)).toEqual(["3a", "4a", "6", "9a"]);
  });

  test("truncated keeps what came before the torn line, and says so", async () => {
    const run = await open("truncated.vcr");
    expect(run.steps).toBeGreaterThan(5);
    expect(run.warnings.join()).toMatch(/torn/);
  });

  test("broken-stream ends in a truncated answer", async () => {
    const run = await open("broken-stream.vcr");
    expect(rows(run).at(-1)?.status).toBe("truncated");
  });

  test("blobs keeps the picture once, beside the run", () => {
    const names = readdirSync(join(FOLDER, "blobs.vcr.blobs"), { recursive: true, encoding: "utf8" });
    const files = names.filter((name) => statSync(join(FOLDER, "blobs.vcr.blobs", name)).isFile());
    expect(files).toHaveLength(1);
  });

  test("they are small, and speak of no machine and no secret", () => {
    const files = readdirSync(FOLDER).filter((name) => name.endsWith(".vcr"));
    const text = files.map((name) => readFileSync(join(FOLDER, name), "utf8")).join("");
    expect(text.length).toBeLessThan(400_000);
    for (const place of [homedir(), tmpdir(), "127.0.0.1", "localhost"]) expect(text).not.toContain(place);
    expect(text).not.toMatch(/\b(sk|key|token|bearer)[-_ ][A-Za-z0-9_-]{12,}/i);
  });

  test("escape characters stand escaped in the files", () => {
    const files = readdirSync(FOLDER).filter((name) => name.endsWith(".vcr"));
    const control = /[\0-\x09\x0b-\x1f]/;
    expect(files.filter((name) => control.test(readFileSync(join(FOLDER, name), "utf8")))).toEqual([]);
  });
});

async function open(name: string): Promise<Run> {
  const file = await openFile(join(FOLDER, name));
  opened.push(file);
  await readAll(file);
  const [run] = file.runs;
  if (run === undefined) throw new Error(`${name} holds no run`);
  return run;
}

function rows(run: Run) {
  return Array.from({ length: run.length }, (_, i) => run.row(i));
}
