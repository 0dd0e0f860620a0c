/** Python's client libraries through the hook, as far as they are installed. */
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { again, type RecordedProgram, recordProgram, removeFolders, withRun } from "./sdk-runs.ts";

const AGENT = join(import.meta.dirname, "agents.py");
/** Debian's own interpreter first: its client libraries come as packages (python3-httpx, python3-requests, ...). */
const PYTHON = existsSync("/usr/bin/python3") ? "/usr/bin/python3" : "python3";
const MODULES = ["httpx", "requests", "urllib3", "aiohttp", "urllib"];
const PRESENT = MODULES.filter((name) => spawnSync(PYTHON, ["-c", `import ${name}`]).status === 0);
for (const name of MODULES) if (!PRESENT.includes(name)) console.log(`python3-${name} is not installed: not tested`);

afterAll(removeFolders);

describe.each(PRESENT.map((name) => [name]))("%s", (name) => {
  const argv = [PYTHON, AGENT, name];
  let made: Promise<RecordedProgram> | undefined;
  const recorded = (): Promise<RecordedProgram> => (made ??= recordProgram(argv));

  test("recorded with nothing configured", async () => {
    const { ran, exchanges, folder } = await recorded();
    expect({ code: ran.code, err: ran.code === 0 ? "" : ran.stderr }).toEqual({ code: 0, err: "" });
    expect(ran.stdout).toMatch(/^(?:The weather is fine: 23 °C, 雨 no\.\n)+$/);
    const bodies = await withRun(join(folder, "run.vcr"), (run) => exchanges.map((_, i) => run.body(i).response?.text));
    expect(bodies.length).toBeGreaterThan(1);
    expect(bodies).toEqual(exchanges.map(({ sent }) => sent.toString("utf8")));
  });

  test("replayed strictly with the provider gone and no key: it prints the same", async () => {
    const { ran: first } = await recorded();
    const ran = await again(await recorded(), ["replay", "run.vcr", "--match", "strict", "--no-save"], { argv });
    expect({ code: ran.code, err: ran.code === 0 ? "" : ran.stderr }).toEqual({ code: 0, err: "" });
    expect(ran.stdout).toBe(first.stdout);
    expect(ran.stderr).toMatch(/^\d+ call\(s\) answered from the recording, 0 live, 0 loose$/m);
  });
});

test("a client that the hook does not know is reported", async () => {
  const { ran } = await recordProgram([PYTHON, AGENT, "raw"]);
  expect(ran.stderr).toContain("1 connection to api.openai.com went past the recording");
});
