import { spawnSync } from "node:child_process";
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { vcrProgram } from "../../src/cli/program.ts";
import { CLI } from "../support/installed-cli.ts";
import { ownHome } from "../support/own-home.ts";
import { copyOf, sample } from "../support/samples.ts";
import { tempFolder } from "../support/temp-folder.ts";
import { type Ran, vcr } from "./run-cli.ts";

const SAMPLE = sample("tool-error.vcr");

function steps(ran: Ran): readonly string[] {
  return ran.stdout.split("\n").flatMap((line) => /^ +(\d+[a-z]?!?\d*) +[^\w\s]/.exec(line)?.[1] ?? []);
}

describe("without a terminal", () => {
  test("vcr tui, vcr FILE and vcr show print the same and exit 0", () => {
    const shown = vcr(["show", SAMPLE]);
    expect(shown.code).toBe(0);
    // 27 rows; step 6 failed and was made again as step 7.
    expect(steps(shown)).toHaveLength(26);
    expect(vcr(["tui", SAMPLE])).toEqual(shown);
    expect(vcr([SAMPLE], { env: { CI: "true" } })).toEqual(shown);
  });

  test("--filter, --at and #STEP hold there too", () => {
    expect(steps(vcr(["tui", SAMPLE, "--filter", "~e"]))).toEqual(["3a", "4a", "6", "9a"]);
    const step = vcr(["show", SAMPLE, "--step", "9a"]);
    expect(step.stdout).toContain("fare mismatch: 412 is not bookable");
    expect(vcr([`${SAMPLE}#9a`])).toEqual(step);
    expect(vcr(["tui", SAMPLE, "--at", "9a"])).toEqual(step);
  });

  test("--json gives one object a line, bodies with -v", () => {
    const lines = vcr(["show", "--json", SAMPLE]).stdout.trim().split("\n");
    expect(lines.map((line) => JSON.parse(line).step).slice(0, 3)).toEqual(["0", "0a", "1"]);
    const [tool] = vcr(["show", "--json", "-v", SAMPLE, "--filter", "tool:calculator"]).stdout.trim().split("\n");
    expect(JSON.parse(tool ?? "").arguments).toEqual({ expression: "412 * 0.92" });
  });

  test("--json says when an event was in one way, by the clock where the file has one", () => {
    const first = (path: string) => JSON.parse(vcr(["show", "--json", path]).stdout.split("\n")[1] ?? "");
    const ours = copyOf("hello.vcr");
    const event = (seq: number, at: number) => `${JSON.stringify({ seq, kind: "node", name: "n", at, after: {} })}\n`;
    writeFileSync(ours, `{"vcr":1}\n${event(0, 1_764_421_522_100)}${event(1, 1_764_421_522_103.9)}`);
    expect(first(ours)).toMatchObject({ at: "2025-11-29T13:05:22.103Z", sinceStartMs: 3.9 });
    const cassette = (seconds: number, id: number) => `
  - id: ${id}
    request: { body: "", url: "https://api.example.com/${id}", method: GET }
    response: { body: "{}", code: 200, duration: ${seconds}s }`;
    const yaml = fileOf(`version: 2\ninteractions:${cassette(2, 0)}${cassette(1, 1)}\n`);
    const second = first(yaml);
    expect([second.at, second.sinceStartMs]).toEqual([undefined, 2000]);
  });

  test("a reader that stops early ends it without a word", () => {
    const line = `set -o pipefail; '${process.execPath}' '${CLI}' show '${SAMPLE}' | head -1`;
    const { status, stderr } = spawnSync("bash", ["-c", line], {
      encoding: "utf8",
      env: { PATH: process.env.PATH, ...ownHome() },
    });
    expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
  });

  test("an ANSI-coloured line needs --color always", () => {
    expect(vcr(["show", SAMPLE]).stdout).not.toContain("\x1b");
    expect(vcr(["show", SAMPLE, "--color", "always"]).stdout).toContain("\x1b[");
  });
});

describe("the line stepper", () => {
  test("n, p, j STEP, v and q walk through the run", () => {
    const { code, stdout } = vcr(["show", "-i", SAMPLE], { input: "n\np\nj 9a\nj 99\nv\nq\nn\n" });
    expect(code).toBe(0);
    expect(steps({ code, stdout, stderr: "" })).toEqual(["0", "0a", "0", "9a"]);
    expect(stdout).toMatch(/no step 99/);
    expect(stdout).toContain("step 9a  tool  book  error");
  });

  test("it ends with its input", () => {
    expect(vcr(["show", "-i", "--no-tui", SAMPLE], { input: "" }).code).toBe(0);
  });
});

describe("help", () => {
  test.each(["tui", "show", "stats", "formats", "keys"])("vcr %s --help has an example", (command) => {
    const { code, stdout } = vcr([command, "--help"]);
    expect(code).toBe(0);
    expect(stdout).toMatch(new RegExp(`Examples?:\\n +(?:printf .*)?vcr ${command}`));
  });

  test("--help and --version answer on stdout", () => {
    expect(vcr(["--help"]).stdout).toMatch(/Examples:\n {2}vcr run\.vcr/);
    const { version } = JSON.parse(readFileSync(join(import.meta.dirname, "../../package.json"), "utf8"));
    expect(vcr(["--version"])).toEqual({ code: 0, stdout: `${version}\n`, stderr: "" });
  });

  test("a mistyped command is answered with the one meant", () => {
    expect(vcr(["shwo", SAMPLE]).stderr).toContain("show");
    const { code, stderr } = vcr(["stat"]);
    expect(code).toBe(2);
    expect(stderr).toContain("did you mean the command: vcr stats?");
  });

  test("a mistyped option is answered with the one meant", () => {
    const { code, stderr } = vcr(["show", "--jsn", SAMPLE]);
    expect(code).toBe(2);
    expect(stderr).toContain("--json");
  });
});

describe("mistakes in how a command is called", () => {
  test("that the reader of arguments finds are said as all others, with the help that says more", () => {
    expect(vcr(["record", "--bogus"])).toEqual({
      code: 2,
      stdout: "",
      stderr: "vcr: unknown option '--bogus'\n     vcr record --help shows how\n",
    });
    expect(vcr(["show", "--jsn"]).stderr.split("\n").slice(0, 2)).toEqual([
      "vcr: unknown option '--jsn'",
      "     (Did you mean --json?)",
    ]);
  });

  test("no help names an empty list as what holds without an option", () => {
    const helps = vcrProgram().commands.map((command) => command.helpInformation());
    expect(helps.filter((text) => text.includes("repeatable")).length).toBeGreaterThan(3);
    expect(helps.filter((text) => text.includes("[])"))).toEqual([]);
  });

  test.each([
    [["replay", SAMPLE, "--speed", "x"], "--speed x: "],
    [["replay", SAMPLE, "--seed", "x"], "--seed x: "],
    [["replay", SAMPLE, "--listen", "x"], "--listen x: "],
    [["fork", SAMPLE, "--at", "x", "-o", SAMPLE], "--at x: "],
    [["continue", SAMPLE, "--at", "x", "-o", SAMPLE], "--at x: "],
    [["record", "-o", SAMPLE, "--listen", "x"], "--listen x: "],
  ])("in an option are all that is said: %j", (args, words) => {
    const { code, stderr } = vcr(args[0] === "continue" ? args : [...args, "--", "true"]);
    expect([code, stderr]).toEqual([2, expect.stringMatching(/^vcr: .*\n(?: {5}.*\n)*$/)]);
    expect(stderr).toContain(`vcr: ${words}`);
  });
});

describe("trouble is one clear line, no stack, exit 2", () => {
  const bad: readonly (readonly [what: string, args: () => readonly string[], says: RegExp])[] = [
    ["no file", () => ["show", "/nowhere/run.vcr"], /\/nowhere\/run\.vcr: no such file/],
    ["a folder", () => ["show", tempFolder()], /is a folder/],
    ["an empty file", () => ["show", fileOf("")], /an empty file/],
    ["no trace", () => ["show", fileOf("just some words\n")], /./],
    ["bytes", () => ["show", fileOf("\x00\x01\x02\x7fELF")], /./],
    ["a newer version", () => ["show", fileOf('{"vcr":99,"id":"r_1"}\n')], /99/],
    ["a filter that cannot be read", () => ["show", SAMPLE, "--filter", "kind:nothing"], /kind/],
    [
      "a step that is not there",
      () => ["show", SAMPLE, "--step", "99"],
      /there is no step 99; the run has 14 \(0 to 13\)/,
    ],
    ["a step that is not there, for the screen", () => ["tui", SAMPLE, "--at", "99"], /no step 99/],
    ["another word for --color", () => ["show", SAMPLE, "--color", "maybe"], /auto, always, never/],
    ["no file for stats", () => ["stats", "/nowhere/run.vcr"], /no such file/],
    ["no file for formats", () => ["formats", "/nowhere/run.vcr"], /no such file/],
    ["a folder for formats", () => ["formats", tempFolder()], /a folder/],
    ["too many files", () => ["stats", SAMPLE, SAMPLE], /./],
  ];
  test.each(bad)("%s", (_, args, says) => {
    const { code, stderr, stdout } = vcr(args());
    expect(code).toBe(2);
    expect(stderr).toMatch(says);
    expect(stderr).not.toMatch(/\n\s+at |node:internal/);
    expect(stdout).toBe("");
  });

  test.skipIf(!existsSync("/dev/full"))("a full disk", () => {
    const { status, stderr } = spawnSync("sh", ["-c", `"$0" "$@" > /dev/full`, process.execPath, CLI, "show", SAMPLE], {
      encoding: "utf8",
      env: { PATH: process.env.PATH, ...ownHome() },
    });
    expect({ status, stderr }).toEqual({ status: 2, stderr: expect.stringMatching(/^vcr: .*no space left.*\n$/) });
  });

  test.each([
    ["a recording", "run.vcr", ["record", "-o", "run.vcr", "--", "true"]],
    ["an export", "run.har", ["export", SAMPLE, "-f", "har", "--allow-secrets", "-o", "run.har"]],
  ])("no room for %s: the file is named, and nothing is left of it", (_, name, args) => {
    const folder = tempFolder();
    // No file may have a byte, which is as good as a full disk.
    const command = ["-c", 'ulimit -f 0; exec "$0" "$@"', process.execPath, CLI, ...args];
    const { status, stderr } = spawnSync("sh", command, { cwd: folder, encoding: "utf8" });
    expect([status, stderr]).toEqual([2, expect.stringContaining(`${name}: `)]);
    expect(stderr).toMatch(/too large for its file system/);
    expect(readdirSync(folder)).toEqual([]);
  });

  test.skipIf(process.getuid?.() === 0)("an unreadable file", () => {
    const path = copyOf("hello.vcr");
    chmodSync(path, 0);
    expect(vcr(["show", path])).toMatchObject({ code: 2, stderr: expect.stringContaining("permission denied") });
  });
});

describe("damage", () => {
  test("is told on stderr with line and byte; the events around it are shown, exit 0", () => {
    const path = join(tempFolder(), "corrupt.vcr");
    const [head = "", ...rest] = readFileSync(SAMPLE, "utf8").split(/(?<=\n)/);
    writeFileSync(path, `${head}{"seq":oops\n${rest.join("")}`);
    const { code, stderr, stdout } = vcr(["show", path]);
    expect(code).toBe(0);
    expect(stderr).toContain(`damaged at line 2, byte ${Buffer.byteLength(head)}`);
    expect(steps({ code, stdout, stderr }).filter((step) => /^\d+$/.test(step))).toHaveLength(13);
  });

  test("is told in words of ours, however the file is called", () => {
    const folder = join(tempFolder(), "\x1b]0;pwned\x07");
    mkdirSync(folder);
    const path = join(folder, "run.vcr");
    writeFileSync(path, `${readFileSync(SAMPLE, "utf8")}{"seq":oops\n{"exit":{"code":0}}\n`);
    for (const args of [
      ["show", path],
      ["show", folder],
      ["show", `${path}x`],
    ])
      expect(vcr(args).stderr).toMatch(/^[^\x00-\x09\x0b-\x1f\x7f-\x9f]+$/);
  });

  test("a torn last line is a warning", () => {
    const { code, stderr } = vcr(["show", sample("truncated.vcr")]);
    expect(code).toBe(0);
    expect(stderr).toMatch(/the last line is torn/);
  });

  test("a missing blob is named, everything else opens", () => {
    const path = copyOf("blobs.vcr");
    mkdirSync(`${path}.blobs`);
    const { code, stdout } = vcr(["show", path, "--step", "0"]);
    expect(code).toBe(0);
    expect(stdout).toMatch(/blob missing: [0-9a-f]{64}/);
    expect(stdout).toContain("What is this?");
  });
});

describe("a hostile run", () => {
  const names = [
    "show",
    "show -v",
    "show --step 0",
    "show --step 0a",
    "show --step 1",
    "show --step 2",
    "show --json -v",
    "stats",
  ];
  test.each(names)("vcr %s puts no control character out", (command) => {
    const path = hostileNames();
    for (const file of [sample("hostile.vcr"), path]) {
      const { stdout, stderr } = vcr([...command.split(" "), file]);
      expect(stdout.length).toBeGreaterThan(0);
      expect(stdout + stderr).not.toMatch(/[\x00-\x09\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]/);
    }
  });
});

/** Hostile text in every name a run has: model, provider, agent, tool, header. */
function hostileNames(): string {
  const evil = "a\x1b]0;pwned\x07\x9b31m\u202eb";
  const event = {
    seq: 0,
    kind: "llm",
    name: evil,
    provider: evil,
    agent: evil,
    op: "chat",
    at: 1_764_421_522_101,
    durationMs: 5,
    status: "ok",
    tokens: { in: 1, out: 1 },
    calls: [["c1", evil]],
    request: { method: "POST", path: `/${evil}`, body: { model: evil, messages: [{ role: "user", content: evil }] } },
    response: {
      status: 200,
      body: {
        choices: [
          {
            finish_reason: "tool_calls",
            message: {
              role: "assistant",
              content: evil,
              tool_calls: [{ id: "c1", type: "function", function: { name: evil, arguments: `{"x":"y"}` } }],
            },
          },
        ],
      },
    },
  };
  const lines = [
    { vcr: 1, id: evil, title: evil, by: evil, argv: [evil], tags: [evil], meta: { [evil]: evil } },
    event,
    {
      seq: 1,
      kind: "tool",
      name: evil,
      status: "error",
      error: { message: evil, type: evil },
      request: { text: evil },
    },
    { seq: 2, kind: "node", name: evil, status: "ok", request: { text: evil }, response: { text: evil } },
  ];
  return fileOf(`${lines.map((line) => JSON.stringify(line)).join("\n")}\n{"seq":\x1b]0;pwned\x07}\n`);
}

function fileOf(text: string): string {
  const path = join(tempFolder(), "run.vcr");
  writeFileSync(path, text);
  return path;
}
