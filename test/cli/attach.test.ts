import { spawn } from "node:child_process";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { beforeEach, describe, expect, onTestFinished, test } from "vitest";
import { record, tool } from "../../src/index.ts";
import { parse } from "../../src/json/json.ts";
import { type Ran, type Workplace, workplace } from "../support/record-cli.ts";
import { TalkingProcess } from "../support/talking-process.ts";
import { tempFolder } from "../support/temp-folder.ts";

/** A program that replays itself and has its calls held: it searches, then books, and prints what it got. */
const PROGRAM = `
import { replay, tool } from ${JSON.stringify(pathToFileURL(join(import.meta.dirname, "../../dist/index.mjs")).href)};
const search = tool(async () => {}, { name: "search" });
const book = tool(async () => {}, { name: "book" });
const { result } = await replay("run.vcr", { breakAt: process.argv.slice(2), requireAll: false }, async () => {
  const found = search("SFO");
  // The call has been made, so who comes from here on finds it held.
  setImmediate(() => console.error("asked"));
  return [await found, await book("UA 12")];
});
console.log(JSON.stringify(result));
`;

let here: Workplace;
let runtime = "";

beforeEach(async () => {
  here = workplace();
  runtime = tempFolder();
  const search = tool(async (q: string) => [q, "\u001b[31mred"], { name: "search" });
  const book = tool(async (flight: string) => `booked ${flight}`, { name: "book" });
  await record(join(here.folder, "run.vcr"), {}, async () => [await search("SFO"), await book("UA 12")]);
  here.file("program.mjs", PROGRAM);
});

/** The program, held at its first call; resolves with what it prints. */
async function held(
  ...breakAt: readonly string[]
): Promise<{ readonly printed: Promise<string>; readonly pid: number }> {
  const child = spawn(process.execPath, ["program.mjs", ...breakAt], {
    cwd: here.folder,
    env: { PATH: process.env.PATH, XDG_RUNTIME_DIR: runtime, TMPDIR: runtime },
    stdio: ["ignore", "pipe", "pipe"],
  });
  onTestFinished(() => void child.kill("SIGKILL"));
  let printed = "";
  child.stdout.on("data", (bytes: Buffer) => (printed += bytes));
  const pid = child.pid ?? 0;
  const ended = new Promise<string>((resolve) => child.on("close", () => resolve(printed)));
  await new Promise<void>((resolve) => {
    let said = "";
    child.stderr.on("data", (bytes: Buffer) => {
      said += bytes;
      if (said.includes("asked")) resolve();
    });
  });
  return { printed: ended, pid };
}

function attach(...args: readonly string[]): TalkingProcess {
  return new TalkingProcess(["attach", ...args], {
    cwd: here.folder,
    env: { XDG_RUNTIME_DIR: runtime, TMPDIR: runtime },
  });
}

function vcr(...args: readonly string[]): Promise<Ran> {
  return here.vcr(args, { XDG_RUNTIME_DIR: runtime, TMPDIR: runtime });
}

describe("vcr attach, by the line", () => {
  test("says what is held and what can be done; a script lets calls go on one after the other", async () => {
    const { printed } = await held("tool:search", "tool:book");
    const watching = attach("run.vcr");
    watching.line("c");
    watching.line("answer nothing left");
    const { code, stdout } = await watching.ended;
    expect(await printed).toBe('[["SFO","\\u001b[31mred"],"nothing left"]\n');
    expect(code).toBe(0);
    expect(stdout.split("\n")).toEqual([
      expect.stringMatching(/^watching replay [0-9a-f]{8}: .*program\.mjs tool:search tool:book$/),
      expect.stringMatching(/^agent runs as \d+ · 0 live · 1 from the recording$/),
      "breakpoint tool:search",
      "breakpoint tool:book",
      'held 1: step 0 tool search ["SFO"], before it goes out: breakpoint tool:search',
      "  c, s, answer TEXT, x",
      "? lists commands",
      "released 1: continue",
      'held 2: step 1 tool book ["UA 12"], before it goes out: breakpoint tool:book',
      "  c, s, answer TEXT, x",
      "released 2: answer",
      expect.stringMatching(/^agent runs as \d+ · 0 live · 2 from the recording$/),
      "over",
      "",
    ]);
  });

  test("leaving lets held calls go on, unless they are to stay", async () => {
    const { printed } = await held("tool:search");
    const first = attach();
    first.line("hold on");
    first.line("q");
    expect((await first.ended).code).toBe(0);
    const second = attach();
    await second.says("held 1: step 0");
    second.line("hold off");
    second.line("q");
    await second.ended;
    expect(await printed).toContain("booked UA 12");
  });

  test("breakpoints can be set, listed and dropped, and a wrong one is refused with its place", async () => {
    const { printed } = await held("tool:search");
    const watching = attach();
    watching.line("break tool:(");
    await watching.says("vcr: breakpoint tool:(");
    watching.line("break tool:book");
    await watching.says("breakpoint tool:book");
    watching.line("unbreak tool:search");
    watching.line("c");
    await watching.says("held 2: step 1 tool book");
    watching.line("C");
    await watching.ended;
    expect(await printed).toContain("booked UA 12");
  });

  test("what is no command is said on stderr, and the help lists them", async () => {
    await held("tool:search");
    const watching = attach();
    watching.line("run away");
    watching.line("9 c");
    watching.line("?");
    await watching.says("c [N] ");
    watching.line("kill");
    expect((await watching.ended).code).toBe(2);
    expect(watching.stderr).toContain("vcr: run: no such command; ? lists them\n");
    expect(watching.stderr).toContain("vcr: this call is not held any more\n");
  });

  test("several watch at once", async () => {
    const { printed } = await held("tool:search");
    const [a, b] = [attach(), attach()];
    await Promise.all([a.says("held 1:"), b.says("held 1:")]);
    a.line("c");
    await Promise.all([a.ended, b.ended]);
    expect(b.stdout).toContain("released 1: continue");
    expect(await printed).toContain("booked UA 12");
  });

  test("a watcher that is killed while a call is held lets it go on", async () => {
    const { printed } = await held("tool:search");
    const watching = attach();
    await watching.says("held 1:");
    watching.child.kill("SIGKILL");
    expect(await printed).toContain("booked UA 12");
  });

  test("when the process of the run is killed, that is said, with exit code 2", async () => {
    const { pid } = await held("tool:search");
    const watching = attach();
    await watching.says("held 1:");
    process.kill(pid, "SIGKILL");
    const { code, stderr } = await watching.ended;
    expect([code, stderr]).toEqual([2, "vcr: the process of the run has gone, before its end was told\n"]);
  });
});

describe("vcr attach --json", () => {
  test("prints the messages of the channel, and sends what it is given", async () => {
    const { printed } = await held("tool:search");
    const watching = attach("--json");
    watching.line('{"jsonrpc":"2.0","id":7,"method":"act","params":{"id":1,"action":{"do":"continue"}}}');
    watching.line("no JSON");
    const { code, stdout } = await watching.ended;
    const messages = stdout.trimEnd().split("\n").map(parse);
    expect(messages[0]).toMatchObject({
      id: "hello",
      result: { mode: "replay", held: [{ id: 1, step: 0, row: "0" }] },
    });
    expect(messages).toContainEqual({ jsonrpc: "2.0", id: 7, result: null });
    expect(messages).toContainEqual(expect.objectContaining({ error: expect.objectContaining({ code: -32700 }) }));
    expect(messages.at(-1)).toMatchObject({ method: "notice", params: { type: "over" } });
    expect(code).toBe(0);
    await printed;
  });
});

describe("which run", () => {
  test("none is in progress", async () => {
    const ran = await vcr("attach");
    expect([ran.code, ran.stdout, ran.stderr.split("\n")[0]]).toEqual([2, "", "vcr: no run is in progress"]);
  });

  test("several are: the candidates are listed; last is the newest", async () => {
    await held("tool:search");
    const newest = await held("tool:search");
    const ran = await vcr("attach");
    expect(ran.code).toBe(2);
    expect(ran.stderr.match(/vcr attach [0-9a-f]{8} {2}replay/g)).toHaveLength(2);
    const watching = attach("last");
    watching.line("c");
    await watching.ended;
    expect(await newest.printed).toContain("booked UA 12");
  });

  test("a word that fits none", async () => {
    await held("tool:search");
    const ran = await vcr("attach", "ffffffff");
    expect(ran.code).toBe(2);
    expect(ran.stderr).toContain("vcr: ffffffff is not in progress; these are:");
  });
});
