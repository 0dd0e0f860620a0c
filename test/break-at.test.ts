import { spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { beforeEach, describe, expect, onTestFinished, test, vi } from "vitest";
import { ControlClient } from "../src/control/control-client.ts";
import type { HeldCall } from "../src/control/protocol.ts";
import { runsInProgress } from "../src/control/runs-in-progress.ts";
import { type ReplayOptions, record, replay, tool } from "../src/index.ts";
import { tempFolder } from "./support/temp-folder.ts";

const search = tool(async (q: string) => [q, "x"], { name: "search" });
const book = tool(async (flight: string) => `booked ${flight}`, { name: "book" });
const add = tool((a: number, b: number) => a + b, { name: "add" });

let path = "";

/** Step 0 searches, 1 books, 2 adds. */
beforeEach(async () => {
  vi.stubEnv("XDG_RUNTIME_DIR", tempFolder());
  vi.stubEnv("TMPDIR", tempFolder());
  onTestFinished(() => void vi.unstubAllEnvs());
  path = join(tempFolder(), "run.vcr");
  await record(path, {}, async () => [await search("SFO"), await book("UA 12"), add(1, 2)]);
});

/** A client of the only run in progress, and its calls that are held. */
async function attached(): Promise<{ client: ControlClient; held: HeldCall[] }> {
  await expect.poll(async () => (await runsInProgress(process.env)).length).toBe(1);
  const [run] = await runsInProgress(process.env);
  const client = await ControlClient.connect(run?.socket ?? "");
  onTestFinished(() => client.close());
  const held: HeldCall[] = [];
  await new Promise<void>((resolve) => {
    client.watch({
      hello: (hello) => {
        held.push(...hello.held);
        resolve();
      },
      notice: (notice) => {
        if (notice.type === "held") held.push(notice.call);
      },
      gone: () => {},
    });
  });
  return { client, held };
}

function agent(breakAt: ReplayOptions["breakAt"], done: string[] = []) {
  const say = (word: string) => (value: unknown) => done.push(`${word} ${JSON.stringify(value)}`);
  return replay(path, { ...(breakAt !== undefined && { breakAt }), requireAll: false }, () =>
    Promise.all([search("SFO").then(say("search")), book("UA 12").then(say("book"))]),
  );
}

describe("breakAt", () => {
  test("holds the call of a step until a watcher lets it go on; other calls go on", async () => {
    const done: string[] = [];
    const running = agent(0, done);
    const { client, held } = await attached();
    expect(held).toMatchObject([{ step: 0, label: 'tool search ["SFO"]', reason: { words: "breakpoint 0" } }]);
    expect(done).toEqual(['book "booked UA 12"']);
    await client.call("act", { id: held[0]?.id ?? 0, action: { do: "continue" } });
    await running;
    expect(done).toEqual(['book "booked UA 12"', 'search ["SFO","x"]']);
    expect(await runsInProgress(process.env)).toEqual([]);
  });

  test("takes filters, several of them", async () => {
    const done: string[] = [];
    const running = agent(["tool:search", "tool:book"], done);
    const { client, held } = await attached();
    await expect.poll(() => held.length).toBe(2);
    expect(done).toEqual([]);
    expect(await client.call("actAll", { action: { do: "continue" } })).toBe(2);
    await running;
  });

  test("a watcher can answer instead, or end the call", async () => {
    const done: string[] = [];
    const running = agent(["tool:search", "tool:book"], done).catch((error: Error) => error.message);
    const { client, held } = await attached();
    const idOf = (name: string): number => held.find(({ label }) => label.includes(name))?.id ?? 0;
    await client.call("act", { id: idOf("search"), action: { do: "answer", body: ["none"] } });
    await client.call("act", { id: idOf("book"), action: { do: "abort" } });
    expect(await running).toBe("the call was ended by hand");
    expect(done).toEqual(['search ["none"]']);
  });

  test("a step holds the next call too", async () => {
    const running = replay(path, { breakAt: 0, requireAll: false }, async () => [
      await search("SFO"),
      await book("UA 12"),
    ]);
    const { client, held } = await attached();
    await client.call("act", { id: held[0]?.id ?? 0, action: { do: "step" } });
    await expect.poll(() => held.length).toBe(2);
    expect(held[1]).toMatchObject({ step: 1, reason: { type: "pause" } });
    await client.call("act", { id: held[1]?.id ?? 0, action: { do: "continue" } });
    expect((await running).result).toEqual([["SFO", "x"], "booked UA 12"]);
  });

  test("when the last watcher leaves, calls go on; with hold they stay", async () => {
    const running = agent(0);
    const { client } = await attached();
    await client.call("hold", { on: true });
    client.close();
    const again = await attached();
    expect(again.held).toHaveLength(1);
    await again.client.call("hold", { on: false });
    again.client.close();
    await running;
  });

  test("an expression that cannot be read is said before anything runs", async () => {
    await expect(agent("tool:(")).rejects.toMatchObject({ code: "filter" });
  });

  test("VCR_BREAK=0 holds nothing", async () => {
    vi.stubEnv("VCR_BREAK", "0");
    const done: string[] = [];
    await agent([0, 1], done);
    expect(done).toHaveLength(2);
  });

  test("a call that gives no promise is not held, and that is said", async () => {
    const said: string[] = [];
    const listen = ({ message }: Error): number => said.push(message);
    process.on("warning", listen);
    onTestFinished(() => void process.off("warning", listen));
    const { result } = await replay(path, { breakAt: "tool:add", requireAll: false }, () => add(1, 2));
    await new Promise((resolve) => setImmediate(resolve));
    expect(result).toBe(3);
    expect(said.join()).toMatch(/matches the breakpoint tool:add and goes on: .*only a debugger can hold it/);
  });

  test("with an inspector it stops on a statement, the program's frames on the stack", async () => {
    const library = pathToFileURL(join(import.meta.dirname, "../dist/index.mjs")).href;
    // A thread can debug the main one of its process: what it sees there is what a debugger shows.
    const script = `
      import { open, url } from "node:inspector";
      import { once } from "node:events";
      import { Worker } from "node:worker_threads";
      import { replay, tool } from ${JSON.stringify(library)};
      open(0);
      const worker = new Worker(\`
        const { Session } = require("node:inspector");
        const { parentPort } = require("node:worker_threads");
        parentPort.on("message", () => {});
        const session = new Session();
        session.connectToMainThread();
        session.on("Debugger.paused", ({ params }) => {
          parentPort.postMessage(params.callFrames.map(({ functionName }) => functionName));
          session.post("Debugger.resume");
          session.disconnect();
        });
        session.post("Debugger.enable", () => parentPort.postMessage("ready"));
      \`, { eval: true });
      await once(worker, "message");
      const paused = once(worker, "message");
      const add = tool((a, b) => a + b, { name: "add" });
      function bookingAgent() { return add(1, 2); }
      const { result } = await replay(${JSON.stringify(path)}, { breakAt: 2, requireAll: false }, () => bookingAgent());
      const [frames] = await paused;
      console.log(JSON.stringify({ result, top: frames[0], agent: frames.includes("bookingAgent"), url: url() !== undefined }));
      process.exit();
    `;
    const file = join(tempFolder(), "agent.mjs");
    writeFileSync(file, script);
    const { stdout, stderr } = spawnSync(process.execPath, [file], {
      encoding: "utf8",
      timeout: 60_000,
    });
    expect(JSON.parse(stdout || JSON.stringify(stderr))).toEqual({ result: 3, top: "at", agent: true, url: true });
  });
});
