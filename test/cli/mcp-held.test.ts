import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { HeldAction } from "../../src/control/protocol.ts";
import { field, type Json, parse } from "../../src/json/json.ts";
import type { Run } from "../../src/run/run.ts";
import { nextHeld, nextNotice, watchedGateway } from "../gateway/held-calls.ts";
import { CLI } from "../support/installed-cli.ts";
import { MCP_CLIENT, MCP_SERVER } from "../support/mcp-children.ts";
import { workplace } from "../support/record-cli.ts";
import { StubProvider } from "../support/stub-provider.ts";
import { TalkingProcess } from "../support/talking-process.ts";
import { tempFolder } from "../support/temp-folder.ts";

/** `vcr mcp` before a server, told of a run whose calls somebody may hold; the test is its client. */
async function tapped(expression: string) {
  const gateway = await watchedGateway(expression);
  const here = workplace();
  const log = join(here.folder, "log");
  const tap = new TalkingProcess(["mcp", "--", process.execPath, here.file("server.cjs", MCP_SERVER), log], {
    cwd: here.folder,
    env: { VCR_URL: gateway.gateway.url },
  });
  const say = (message: object): void => tap.line(JSON.stringify({ jsonrpc: "2.0", ...message }));
  let last = 0;
  return {
    ...gateway,
    say,
    call: (name: string, args: object = {}): number => {
      say({ id: ++last, method: "tools/call", params: { name, arguments: args } });
      return last;
    },
    /** The answer to a request. */
    answer: async (id: number): Promise<Json | undefined> => {
      const found = () => messages(tap.stdout).find((message) => field(message, "id") === id);
      await expect.poll(found).toBeDefined();
      return found();
    },
    get answered(): readonly (Json | undefined)[] {
      return messages(tap.stdout).map((message) => field(message, "id"));
    },
    /** What its server was asked for. */
    get asked(): readonly string[] {
      return existsSync(log) ? readFileSync(log, "utf8").trim().split("\n").slice(1) : [];
    },
    /** The client leaves; the run as it was written. */
    done: async (): Promise<Run> => {
      tap.child.stdin.end();
      await tap.ended;
      return gateway.finished();
    },
  };
}

function messages(text: string): readonly Json[] {
  return text.split("\n").flatMap((line) => parse(line) ?? []);
}

const said = (text: string) => ({ result: { content: [{ type: "text", text }] } });

describe("a call of a tool on its way to its server", () => {
  test("stands still before it goes out, and goes on when somebody says so; all else goes by meanwhile", async () => {
    const mcp = await tapped("tool:add");
    const held = nextHeld(mcp.holds);
    const first = mcp.call("add", { a: 1, b: 2 });
    const call = await held;
    expect(call).toMatchObject({ step: 0, row: "0", label: "tool add", phase: "request" });
    expect(call.actions).toEqual(["continue", "step", "edit-request", "answer", "error", "abort"]);
    const second = mcp.call("next");
    expect(await mcp.answer(second)).toMatchObject(said("1"));
    expect(mcp.asked).toEqual(["tools/call"]);
    mcp.holds.act(call.id, { do: "continue" });
    expect(await mcp.answer(first)).toMatchObject(said("3"));
    expect(mcp.answered).toEqual([second, first]);
    const run = await mcp.done();
    expect([run.row(0).status, run.row(0).edits]).toEqual(["ok", undefined]);
  });

  test("goes out with other arguments; the run keeps both", async () => {
    const mcp = await tapped("tool:add");
    const held = nextHeld(mcp.holds);
    const id = mcp.call("add", { a: 1, b: 2, unit: "km" });
    mcp.holds.act((await held).id, {
      do: "edit-request",
      changes: [
        { pointer: "/a", value: 40 },
        { pointer: "/unit", drop: true },
      ],
    });
    expect(await mcp.answer(id)).toMatchObject(said("42"));
    const run = await mcp.done();
    expect(run.row(0).edits).toEqual(["request"]);
    expect(run.asked.body(0).request?.json).toEqual({ a: 1, b: 2, unit: "km" });
    expect(run.body(0).request?.json).toEqual({ a: 40, b: 2 });
  });

  test("an edit that cannot be made is refused with the place, and the call still stands", async () => {
    const mcp = await tapped("tool:add");
    const held = nextHeld(mcp.holds);
    mcp.call("add", { a: 1, b: 2 });
    const { id } = await held;
    const edit = (pointer: string): HeldAction => ({ do: "edit-request", changes: [{ pointer, value: 1 }] });
    expect(() => mcp.holds.act(id, edit("/x/y"))).toThrow("there is nothing at /x/y of it");
    expect(() => mcp.holds.act(id, edit(""))).toThrow("the arguments of a tool are an object");
    expect(mcp.holds.held()).toHaveLength(1);
  });

  const answers: readonly (readonly [string, HeldAction, object])[] = [
    ["a text", { do: "answer", body: "no rooms left" }, said("no rooms left")],
    ["a result", { do: "answer", body: { structuredContent: { n: 1 } } }, { result: { structuredContent: { n: 1 } } }],
    ["429", { do: "error", error: "429" }, { error: { code: -32000, message: "Too many requests (put in by vcr)" } }],
    ["500", { do: "error", error: "500" }, { error: { code: -32603, message: "Internal error (put in by vcr)" } }],
    ["an abort", { do: "abort" }, { error: { code: -32000, message: "vcr: this call was cut off while it was held" } }],
  ];
  test.each(answers)("is answered by hand with %s: its server is not asked", async (_, action, answer) => {
    const mcp = await tapped("tool:add");
    const held = nextHeld(mcp.holds);
    const id = mcp.call("add", { a: 1, b: 2 });
    mcp.holds.act((await held).id, action);
    expect(await mcp.answer(id)).toEqual({ jsonrpc: "2.0", id, ...answer });
    expect(mcp.asked).toEqual([]);
    const run = await mcp.done();
    expect([run.row(0).status, run.row(0).origin]).toEqual(["error" in answer ? "error" : "ok", "injected"]);
  });

  test("its client gives it up: it is never made, and held no more", async () => {
    const mcp = await tapped("tool:add");
    const held = nextHeld(mcp.holds);
    const id = mcp.call("add", { a: 1, b: 2 });
    const call = await held;
    const released = nextNotice(mcp.holds, (notice) => (notice.type === "released" ? notice : undefined));
    mcp.say({ method: "notifications/cancelled", params: { requestId: id } });
    expect(await released).toEqual({ type: "released", id: call.id, by: "client-gone" });
    expect(await mcp.answer(mcp.call("next"))).toMatchObject(said("1"));
    expect(mcp.asked).toEqual(["tools/call"]);
    const run = await mcp.done();
    expect([run.row(0).status, run.body(0).error?.message]).toEqual([
      "truncated",
      "the client gave the call up while it was held",
    ]);
  });

  test("no answer in time: nothing comes until its client gives it up", async () => {
    const mcp = await tapped("tool:add");
    const held = nextHeld(mcp.holds);
    const id = mcp.call("add", { a: 1, b: 2 });
    mcp.holds.act((await held).id, { do: "error", error: "timeout" });
    expect(await mcp.answer(mcp.call("next"))).toMatchObject(said("1"));
    mcp.say({ method: "notifications/cancelled", params: { requestId: id } });
    expect(await mcp.answer(mcp.call("next"))).toMatchObject(said("2"));
    await expect.poll(() => mcp.recorder.tally.truncated).toBe(1);
    const run = await mcp.done();
    expect([run.row(0).status, run.row(0).origin, mcp.answered]).toEqual(["truncated", "injected", [2, 3]]);
  });

  test("the last one who watches leaves: it goes on", async () => {
    const mcp = await tapped("tool:add");
    const held = nextHeld(mcp.holds);
    const id = mcp.call("add", { a: 1, b: 2 });
    await held;
    mcp.holds.setWatched(false);
    expect(await mcp.answer(id)).toMatchObject(said("3"));
    expect(await mcp.answer(mcp.call("add", { a: 2, b: 2 }))).toMatchObject(said("4"));
  });

  test("the run ends while it is held: it is not made", async () => {
    const mcp = await tapped("tool:add");
    const held = nextHeld(mcp.holds);
    mcp.call("add", { a: 1, b: 2 });
    await held;
    mcp.holds.close();
    const run = await mcp.done();
    expect([mcp.asked, run.row(0).status]).toEqual([[], "truncated"]);
  });
});

describe("the result of a tool on its way to its client", () => {
  test("stands still, and goes on as it came", async () => {
    const mcp = await tapped("phase:response tool:add");
    const held = nextHeld(mcp.holds);
    const id = mcp.call("add", { a: 1, b: 2 });
    const call = await held;
    expect(call).toMatchObject({ row: "0", label: "tool add", phase: "response" });
    expect(call.actions).toContain("edit-response");
    expect(await mcp.answer(mcp.call("next"))).toMatchObject(said("1"));
    mcp.holds.act(call.id, { do: "continue" });
    expect(await mcp.answer(id)).toMatchObject(said("3"));
  });

  test("is edited: the client and the run have the edited one", async () => {
    const mcp = await tapped("phase:response tool:add");
    const held = nextHeld(mcp.holds);
    const id = mcp.call("add", { a: 1, b: 2 });
    const changes = [{ pointer: "/content/0/text", value: "30" }];
    mcp.holds.act((await held).id, { do: "edit-response", changes });
    expect(await mcp.answer(id)).toEqual({ jsonrpc: "2.0", id, ...said("30") });
    const run = await mcp.done();
    expect([run.row(0).edits, run.body(0).response?.json]).toEqual([["answer"], said("30").result]);
  });

  test("is replaced by a failure, of which the run tells", async () => {
    const mcp = await tapped("phase:response tool:add");
    const held = nextHeld(mcp.holds);
    const id = mcp.call("add", { a: 1, b: 2 });
    mcp.holds.act((await held).id, { do: "error", error: "500" });
    const message = "Internal error (put in by vcr)";
    expect(await mcp.answer(id)).toEqual({ jsonrpc: "2.0", id, error: { code: -32603, message } });
    const run = await mcp.done();
    expect([run.row(0).status, run.row(0).edits, run.body(0).error?.message]).toEqual(["error", ["answer"], message]);
  });

  test("an error of its server has no result that could be edited", async () => {
    const mcp = await tapped("phase:response tool:broken");
    const held = nextHeld(mcp.holds);
    const id = mcp.call("broken");
    const call = await held;
    expect(call.actions).not.toContain("edit-response");
    mcp.holds.act(call.id, { do: "answer", body: "mended" });
    expect(await mcp.answer(id)).toEqual({ jsonrpc: "2.0", id, ...said("mended") });
    const run = await mcp.done();
    expect([run.row(0).status, run.body(0).error]).toEqual(["ok", undefined]);
  });
});

test("P holds the next call of a tool, and . the one after it", async () => {
  const mcp = await tapped("");
  mcp.holds.pause();
  const first = nextHeld(mcp.holds);
  mcp.call("next");
  mcp.holds.act((await first).id, { do: "step" });
  const second = nextHeld(mcp.holds);
  const id = mcp.call("add", { a: 1, b: 2 });
  mcp.holds.act((await second).id, { do: "continue" });
  expect(await mcp.answer(id)).toMatchObject(said("3"));
});

describe("a client of an MCP server under vcr", () => {
  const stub = new StubProvider();
  let base = "";
  beforeAll(async () => {
    base = `${await stub.listen()}/v1`;
  });
  afterAll(() => stub.close());

  /** Runs a client whose only call of a tool is held, and answers it by hand from another process. */
  async function answeredByHand(...words: readonly string[]) {
    const here = workplace();
    const client = here.file("client.mjs", MCP_CLIENT);
    const server = here.file("server.cjs", MCP_SERVER);
    const command = [process.execPath, client, process.execPath, CLI, "mcp", "--", process.execPath, server, "log"];
    const runtime = tempFolder();
    const env = {
      ...{ OPENAI_BASE_URL: base, OPENAI_API_KEY: "key-of-a-test", XDG_RUNTIME_DIR: runtime, TMPDIR: runtime },
      DO: JSON.stringify(["first", ["tools/call", { name: "add", arguments: { a: 1, b: 2 } }]]),
    };
    if (words[0] !== "record") await here.vcr(["record", "-o", "run.vcr", "--", ...command], env);
    const agent = new TalkingProcess([...words, "-o", "held.vcr", "--break", "tool:add", "--", ...command], {
      ...{ cwd: here.folder, env },
    });
    await agent.says("vcr attach");
    const attached = new TalkingProcess(["attach", "held.vcr"], { cwd: here.folder, env });
    attached.line("answer by hand");
    const [{ stdout, code }] = await Promise.all([agent.ended, attached.ended]);
    return { code, said: stdout.trimEnd().split("\n").at(-1), attached: attached.stdout };
  }

  const cases = ["record", "fork run.vcr --at 2", "replay run.vcr --live tools"];
  test.each(cases)("vcr %s: its calls stand still for whoever attaches", async (words) => {
    const ran = await answeredByHand(...words.split(" "));
    expect(ran.attached).toContain("step 2 tool add, before it goes out: breakpoint tool:add");
    expect([ran.said, ran.code]).toEqual(['{"content":[{"type":"text","text":"by hand"}]}', 0]);
  });
});
