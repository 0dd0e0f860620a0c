import { existsSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { readAll } from "../../src/run/drive.ts";
import { openFile } from "../../src/run/open-file.ts";
import { CLI } from "../support/installed-cli.ts";
import { MCP_CLIENT, MCP_SERVER } from "../support/mcp-children.ts";
import { type Ran, recordOnce, type Workplace, workplace } from "../support/record-cli.ts";
import { StubProvider } from "../support/stub-provider.ts";

const stub = new StubProvider();
let base = "";
beforeAll(async () => {
  base = `${await stub.listen()}/v1`;
});
afterAll(() => stub.close());

type Doing = readonly (string | readonly [method: string, params: object])[];

const call = (name: string, args: object = {}): readonly [string, object] => ["tools/call", { name, arguments: args }];

const environment = (doing: Doing): NodeJS.ProcessEnv => ({
  ...{ OPENAI_BASE_URL: base, OPENAI_API_KEY: "key-of-a-test" },
  DO: JSON.stringify(doing),
});

/** A folder with the two programs in it, and what was said between them. */
class Pair {
  readonly here: Workplace = workplace();
  readonly #client = this.here.file("client.mjs", MCP_CLIENT);
  readonly #server = this.here.file("server.cjs", MCP_SERVER);

  get tap(): readonly string[] {
    return [process.execPath, CLI, "mcp", "--", process.execPath, this.#server, join(this.here.folder, "log")];
  }

  run(vcr: readonly string[], doing: Doing, tap: readonly string[] = this.tap): Promise<Ran> {
    return this.here.vcr([...vcr, "--", process.execPath, this.#client, ...tap], environment(doing));
  }

  /** What was done is in `run.vcr`, and the server has said nothing since. */
  async recorded(doing: Doing): Promise<Ran> {
    const ran = await recordOnce(this.here, [process.execPath, this.#client, ...this.tap], { env: environment(doing) });
    expect(ran.code).toBe(0);
    this.log();
    return ran;
  }

  /** What the server has been told since the last time. */
  log(): readonly string[] {
    const path = join(this.here.folder, "log");
    const lines = existsSync(path) ? readFileSync(path, "utf8").trim().split("\n") : [];
    rmSync(path, { force: true });
    return lines;
  }
}

const ALL: Doing = [
  ["tools/list", {}],
  "first",
  call("add", { a: 1, b: 2 }),
  call("next"),
  call("next"),
  call("fail"),
  call("broken"),
  ["resources/read", { uri: "file:///x" }],
  ["prompts/list", {}],
  "second",
];
const SAID = [
  '"2025-06-18"',
  '{"tools":[{"name":"add","inputSchema":{"type":"object"}}]}',
  '"The weather is fine: 23 °C, 雨 no."',
  '{"content":[{"type":"text","text":"3"}]}',
  '{"content":[{"type":"text","text":"1"}]}',
  '{"content":[{"type":"text","text":"2"}]}',
  '{"isError":true,"content":[{"type":"text","text":"no"}]}',
  '{"error":{"code":-32602,"message":"bad arguments"}}',
  '{"contents":[{"uri":"file:///x","text":"of file:///x"}]}',
  '{"error":{"code":-32601,"message":"no prompts/list","data":{"method":"prompts/list"}}}',
  '"The weather is fine: 23 °C, 雨 no."',
  "",
].join("\n");

const ADDED: Doing = [call("add", { a: 1, b: 2 }), call("next"), "first"];
const COUNTED: Doing = [call("next"), "first", call("next")];

describe("vcr replay of an MCP server over stdio", () => {
  test("the recording answers, equal calls in their order, and the server is not started", async () => {
    const pair = new Pair();
    const recorded = await pair.run(["record", "-o", "run.vcr"], ALL);
    expect([recorded.stdout, recorded.code]).toEqual([SAID, 0]);
    expect(pair.log()).toContain("started");
    const calls = stub.exchanges.length;
    const ran = await pair.run(["replay", "run.vcr", "--match", "strict", "--no-real-tools", "-o", "again.vcr"], ALL);
    expect([ran.stdout, ran.code]).toEqual([SAID, 0]);
    expect([pair.log(), stub.exchanges.length]).toEqual([[], calls]);
    expect(ran.stderr.trimEnd().split("\n")).toEqual([
      "vcr: tools answered from the recording: add, broken, fail, next",
      expect.stringContaining("no divergence"),
      "saved as again.vcr",
      "9 call(s) answered from the recording, 0 live, 0 loose",
    ]);
  });

  test("what the server asked the client for is asked again, also in a replay of the replay", async () => {
    const pair = new Pair();
    const recorded = await pair.recorded([call("roots")]);
    expect(recorded.stdout.split("\n").slice(1)).toEqual([
      '"asked for roots"',
      '{"content":[{"type":"text","text":"roots {\\"roots\\":[]}"}]}',
      "",
    ]);
    const ran = await pair.run(["replay", "run.vcr", "-o", "again.vcr"], [call("roots")]);
    const again = await pair.run(["replay", "again.vcr", "--no-save"], [call("roots")]);
    for (const each of [ran, again]) expect([each.stdout, each.code]).toEqual([recorded.stdout, 0]);
    expect(pair.log()).toEqual([]);
  });

  test("a call without a recording gets an error that says so; what was never asked for is named", async () => {
    const pair = new Pair();
    await pair.recorded(ADDED);
    const doing: Doing = [call("add", { a: 1, b: 3 }), ["prompts/list", {}]];
    const ran = await pair.run(["replay", "run.vcr", "-o", "again.vcr"], doing);
    expect([ran.code, pair.log()]).toEqual([1, []]);
    expect(ran.stdout).toMatch(/"code":-32000,"message":"vcr: this is a replay of \w{8} and this call \(tool add/);
    expect(ran.stdout).toContain("The nearest recorded call is step 1.");
    expect(ran.stdout).toContain("holds no answer of mcp-server to prompts/list");
    expect(ran.stderr).toContain('divergence: step 1 tool add {"a":1,"b":3}, differs at /b');
    expect(ran.stderr).toContain("never made: step 2 tool next");
    const why = await pair.here.vcr(["why", "again.vcr"]);
    expect(why.stdout).toContain("/b");
  });

  test("what an edited answer of a fork leaves unmade is told, and is no divergence", async () => {
    const pair = new Pair();
    await pair.recorded(["first", call("next"), call("add", { a: 1, b: 2 })]);
    // The greeting of the server is step 0.
    const edit = "1:/response/choices/0/message/content=another";
    const fork = (words: readonly string[], doing: Doing) =>
      pair.run(["fork", "run.vcr", "--at", "4", "-o", `${words.length}.vcr`, ...words], doing);
    const edited = await fork(["--edit", edit], ["first", call("next")]);
    expect([edited.code, edited.stderr]).toEqual([
      0,
      expect.stringContaining('never made: step 3 tool add {"a":1,"b":2}, after the edited answer of step 1\n'),
    ]);
    expect((await fork([], ["first", call("next")])).code).toBe(1);
  });

  test("--live tools starts the server and asks it", async () => {
    const pair = new Pair();
    await pair.recorded(COUNTED);
    const ran = await pair.run(["replay", "run.vcr", "--live", "tools", "-o", "again.vcr"], [call("next"), "first"]);
    expect(ran.code).toBe(0);
    expect(pair.log()).toEqual(["started", "initialize", "notifications/initialized", "tools/call"]);
    expect(ran.stderr).toContain("run for real by the agent: next");
    expect(ran.stderr).toContain("1 call(s) answered from the recording, 2 live");
    const file = await openFile(join(pair.here.folder, "again.vcr"));
    await readAll(file);
    const rows = Array.from({ length: file.runs[0]?.length ?? 0 }, (_, i) => file.runs[0]?.row(i));
    expect(rows.map((row) => [row?.name, row?.origin])).toEqual([
      ["initialize", "live"],
      ["next", "live"],
      ["stub", "replayed"],
    ]);
    file.close();
  });

  test("--live tools asks the server for its resources too, and holds none of them against the replay", async () => {
    const pair = new Pair();
    const doing: Doing = [["resources/read", { uri: "file:///x" }], "first"];
    await pair.recorded(doing);
    const ran = await pair.run(["replay", "run.vcr", "--live", "tools", "--no-save"], doing);
    expect([ran.code, ran.stderr]).toEqual([0, expect.not.stringContaining("never made")]);
  });

  test("--live llm: tools are answered from the recording, and the model is told of those that are not in it", async () => {
    const pair = new Pair();
    await pair.recorded(ADDED);
    const doing: Doing = [call("add", { a: 1, b: 2 }), "another question", call("add", { a: 5, b: 5 })];
    const ran = await pair.run(["replay", "run.vcr", "--live", "llm", "--no-save"], doing);
    expect(pair.log()).toEqual([]);
    expect(ran.stdout.split("\n").slice(1, 4)).toEqual([
      '{"content":[{"type":"text","text":"3"}]}',
      '"The weather is fine: 23 °C, 雨 no."',
      expect.stringMatching(/^\{"content":\[\{"type":"text","text":"vcr: this is a replay .*"isError":true\}$/),
    ]);
    expect(ran.code).toBe(1);
  });
});

describe("vcr mcp --replay", () => {
  const files = new Map<string, string>();

  /** Recorded twice, by the tap and by who records its client: made once. */
  async function tapped(): Promise<Pair> {
    const pair = new Pair();
    for (const [name, text] of files) pair.here.file(name, text);
    if (files.size > 0) return pair;
    const tap = [...pair.tap.slice(0, 3), "-o", "tap.vcr", ...pair.tap.slice(3)];
    const ran = await pair.run(["record", "-o", "outer.vcr"], ["hi", call("add", { a: 2, b: 2 })], tap);
    expect([ran.code, ran.stderr.includes("Error")]).toEqual([0, false]);
    expect(pair.log()).toContain("started");
    for (const name of ["tap.vcr", "outer.vcr"]) files.set(name, readFileSync(join(pair.here.folder, name), "utf8"));
    return pair;
  }

  test("stands in for the server it was recorded from", async () => {
    const pair = await tapped();
    const server = [process.execPath, CLI, "mcp", "--replay", join(pair.here.folder, "tap.vcr")];
    const ran = await pair.run(["replay", "outer.vcr", "--no-save"], ["hi", call("add", { a: 2, b: 2 })], server);
    expect([ran.stdout.split("\n")[2], ran.code]).toEqual(['{"content":[{"type":"text","text":"4"}]}', 0]);
    expect(ran.stderr).toContain("1 call(s) answered from the recording, 0 live");
    expect(pair.log()).toEqual([]);
  });

  test("what its advice names, it takes", async () => {
    const pair = await tapped();
    const tap = join(pair.here.folder, "tap.vcr");
    const server = (...flags: string[]) => [process.execPath, CLI, "mcp", "--replay", tap, ...flags];
    const asked: Doing = ["hi", call("add", { a: 2, b: 3 })];
    const missed = await pair.run(["replay", "outer.vcr", "--no-save"], asked, server());
    const pointer = /only (\S+) differs; --ignore \1 would have served it/.exec(missed.stderr)?.[1] ?? "";
    expect(pointer).toMatch(/\/b$/);
    const ran = await pair.run(["replay", "outer.vcr", "--no-save"], asked, server("--ignore", pointer));
    expect(ran.stdout.split("\n")[2]).toBe('{"content":[{"type":"text","text":"4"}]}');
    expect(ran.stderr).toContain("1 loose");
    const forgiven = server("--ignore", pointer, "--allow-loose");
    const allowed = await pair.run(["replay", "outer.vcr", "--no-save"], asked, forgiven);
    expect(allowed.stderr).toContain("no divergence");
  });

  test("says what it cannot be called with", async () => {
    const { here } = await tapped();
    const refused: readonly (readonly [args: readonly string[], words: string])[] = [
      [["--replay", "tap.vcr", "--", "node", "x"], "--replay starts no server"],
      [["--replay", "tap.vcr", "-o", "y.vcr"], "--replay records nothing"],
      [["--replay", "tap.vcr", "--name", "mcp-x"], "holds no server mcp-x\n     it holds mcp-server"],
      [["--replay", "outer.vcr"], "holds no call of an MCP server over stdio"],
      [["--replay", "gone.vcr"], "gone.vcr: no such file"],
      [["--replay", "tap.vcr", "--ignore", "b"], "--ignore: "],
      [["--ignore", "/b", "--", "node", "x"], "how calls are matched belongs to --replay"],
      [[], "which server?"],
    ];
    for (const [args, words] of refused) {
      const ran = await here.vcr(["mcp", ...args]);
      expect([ran.code, ran.stdout]).toEqual([2, ""]);
      expect(ran.stderr).toContain(words);
    }
  });
});

describe("vcr fork with an MCP server over stdio", () => {
  const DOING: Doing = [call("next"), "first", call("next"), "second", call("next")];

  test("calls before the boundary are served, from there on the server is asked, which has been greeted first", async () => {
    const pair = new Pair();
    await pair.recorded(DOING);
    // 0 initialize, 1 next, 2 first, 3 next, 4 second, 5 next
    const ran = await pair.run(["fork", "run.vcr", "--at", "4", "-o", "fork.vcr"], DOING);
    expect(ran.code).toBe(0);
    expect(pair.log()).toEqual(["started", "initialize", "notifications/initialized", "tools/call"]);
    const texts = [...ran.stdout.matchAll(/"text":"(\d)"/g)].map((match) => match[1]);
    expect(texts).toEqual(["1", "2", "1"]);
    expect(ran.stderr).toContain(
      "mcp-server is started at its first live call: it does not know of the calls that were served",
    );
    expect(ran.stderr).toContain("3 call(s) answered from the recording, 2 live");
    const again = await pair.run(["replay", "fork.vcr", "--no-save", "--match", "strict"], DOING);
    expect([again.stdout, again.code, pair.log()]).toEqual([ran.stdout, 0, []]);
  });

  test("at 0 every call but the greeting goes to it", async () => {
    const pair = new Pair();
    await pair.recorded(DOING);
    const ran = await pair.run(["fork", "run.vcr", "--at", "0", "-o", "fork.vcr"], DOING);
    expect(ran.code).toBe(0);
    expect(pair.log().filter((line) => line === "tools/call").length).toBe(3);
    expect(ran.stderr).toContain("0 call(s) answered from the recording, 5 live");
  });

  test("a changed result is served to the agent", async () => {
    const pair = new Pair();
    await pair.recorded(COUNTED);
    const ran = await pair.run(
      ["fork", "run.vcr", "--edit", "1:/response/content/0/text=seven", "-o", "fork.vcr"],
      [call("next"), "first"],
    );
    expect(ran.code).toBe(0);
    expect(ran.stdout).toContain('{"content":[{"type":"text","text":"seven"}]}');
    expect(pair.log()).toEqual([]);
  });

  test("a call that has drifted before the boundary is stopped", async () => {
    const pair = new Pair();
    await pair.recorded(DOING);
    const ran = await pair.run(["fork", "run.vcr", "--at", "4", "-o", "fork.vcr"], [call("add", { a: 1, b: 1 })]);
    expect([ran.code, pair.log()]).toEqual([1, []]);
    expect(ran.stdout).toContain("parted from the recording before that");
  });

  test("a server that cannot be started is an error to the agent", async () => {
    const pair = new Pair();
    await pair.recorded(COUNTED);
    const tap = [...pair.tap.slice(0, 3), "--name", "mcp-server", "--", "/nowhere/server"];
    const ran = await pair.run(["fork", "run.vcr", "--at", "1", "-o", "fork.vcr"], [call("next")], tap);
    expect(ran.stdout).toContain("vcr: the MCP server could not be started");
    expect(ran.stderr).toContain("vcr: /nowhere/server could not be started");
  });
});
