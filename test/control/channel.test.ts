import { describe, expect, test } from "vitest";
import { ControlClient } from "../../src/control/control-client.ts";
import { BACKLOG_LIMIT, LINE_LIMIT } from "../../src/control/server-connection.ts";
import { RawSocket } from "./raw-socket.ts";
import { served, watching, watchingBy } from "./served-run.ts";

const HELLO = '{"jsonrpc":"2.0","id":1,"method":"hello"}\n';
const OUTPUT = { type: "output", piece: { from: "stdout", text: "hi" } } as const;

describe("watching a run", () => {
  test("who watches is told what happens, in its order, behind the greeting", async () => {
    const { run, server } = await served();
    const { told } = await watching(server.path);
    run.tell({ type: "released", id: 1, by: "continue" });
    run.tell(OUTPUT);
    await told.until("output");
    expect(told.seen).toEqual(["hello", "released", "output"]);
  });

  test("several watch at once", async () => {
    const { run, server } = await served();
    const [a, b] = [await watching(server.path), await watching(server.path)];
    run.tell(OUTPUT);
    await Promise.all([a.told.until("output"), b.told.until("output")]);
    expect(server.watchers).toBe(2);
  });

  test("the run knows of the first watcher and of the last, not of who only asks which run it is", async () => {
    const { run, server } = await served();
    const asking = await ControlClient.connect(server.path);
    expect((await asking.call("who", {})).run.id).toBe("1a2b3c4d5e6f");
    expect(run.asked).toEqual([]);
    const [a, b] = [await watching(server.path), await watching(server.path)];
    asking.close();
    a.client.close();
    await a.told.until("gone");
    await b.client.call("pause", {});
    b.client.close();
    await b.told.until("gone");
    await expect.poll(() => run.asked).toEqual(["watched true", "pause", "watched false"]);
  });

  test("requests reach the run with what they carry", async () => {
    const { run, server } = await served();
    const client = await ControlClient.connect(server.path);
    const changes = [
      { pointer: "/messages/0", value: { role: "user" } },
      { pointer: "/temperature", drop: true },
    ] as const;
    await client.call("act", { id: 1, action: { do: "edit-request", changes } });
    await client.call("act", { id: 1, action: { do: "recorded", step: 4 } });
    expect(await client.call("actAll", { action: { do: "continue" } })).toBe(3);
    await client.call("rewrites.set", { index: 2, on: false });
    await client.call("hold", { on: true });
    await client.call("kill", {});
    const breakpoints = [{ expression: "tool:search", on: true }];
    expect(await client.call("breakpoints.set", { breakpoints })).toEqual(breakpoints);
    client.close();
    expect(run.asked).toEqual([
      `act ${JSON.stringify({ do: "edit-request", changes })}`,
      'act {"do":"recorded","step":4}',
      "all continue",
      "rewrite 2 false",
      "hold true",
      "kill",
    ]);
  });

  test("what the run refuses comes back with its words", async () => {
    const { server } = await served();
    const client = await ControlClient.connect(server.path);
    await expect(client.call("act", { id: 7, action: { do: "continue" } })).rejects.toThrow("call 7 is not held");
    const breakpoints = [{ expression: "(", on: true }];
    await expect(client.call("breakpoints.set", { breakpoints })).rejects.toThrow("( is not closed");
    client.close();
  });

  test("when the run is over its last words arrive, and then the connection is closed", async () => {
    const { run, server } = await served();
    const { client, told } = await watching(server.path);
    run.tell({ type: "over", status: run.hello().status, report: ["done"] });
    await server.close();
    await told.until("gone");
    expect(told.seen).toEqual(["hello", "over", "gone"]);
    await expect(client.call("pause", {})).rejects.toThrow("the run is over");
  });

  test("who says hello when the run is over is told its end too", async () => {
    const { run, server } = await served();
    const client = await ControlClient.connect(server.path);
    await client.call("who", {});
    run.tell({ type: "over", status: run.hello().status, report: ["done"] });
    const closed = server.close();
    const told = watchingBy(client);
    await told.until("gone");
    expect(told.seen).toEqual(["hello", "over", "gone"]);
    await closed;
  });

  test("a run that is over waits for the watcher it was promised", async () => {
    const { run, server } = await served();
    run.tell({ type: "over", status: run.hello().status, report: ["done"] });
    const closed = server.close({ patience: 20_000 });
    const { told } = await watching(server.path);
    await told.until("gone");
    expect(told.seen).toEqual(["hello", "over", "gone"]);
    await closed;
  });

  test("a watcher that does not read is dropped, and the others go on", async () => {
    const { run, server } = await served();
    const slow = new RawSocket(server.path);
    slow.send(HELLO);
    await slow.next();
    const { client, told } = await watching(server.path);
    slow.socket.pause();
    const piece = { from: "stdout", text: "x".repeat(1024 * 1024) } as const;
    // What the kernel buffers of a socket comes on top of what waits in the process. The answer says that the other has read.
    for (let sent = 0; sent < BACKLOG_LIMIT * 2; sent += piece.text.length) {
      run.tell({ type: "output", piece });
      await client.call("who", {});
    }
    await expect.poll(() => server.watchers).toBe(1);
    run.tell({ type: "released", id: 1, by: "step" });
    await told.until("released");
  });
});

describe("messages that are none", () => {
  const cases: readonly [string, string, number][] = [
    ["text", "hello there", -32700],
    ["half an object", '{"jsonrpc":"2.0"', -32700],
    ["an array: batches are refused", `[${HELLO.trim()}]`, -32600],
    ["no version", '{"id":1,"method":"hello"}', -32600],
    ["no method", '{"jsonrpc":"2.0","id":1}', -32600],
    ["an id that is none", '{"jsonrpc":"2.0","id":{},"method":"hello"}', -32600],
    ["a method that is not there", '{"jsonrpc":"2.0","id":1,"method":"toString"}', -32601],
    ["parameters by position", '{"jsonrpc":"2.0","id":1,"method":"act","params":[1]}', -32602],
    [
      "an action that is none",
      '{"jsonrpc":"2.0","id":1,"method":"act","params":{"id":1,"action":{"do":"run"}}}',
      -32602,
    ],
    [
      "a number that is none",
      '{"jsonrpc":"2.0","id":1,"method":"act","params":{"id":-1,"action":{"do":"abort"}}}',
      -32602,
    ],
    [
      "an expression that is none",
      '{"jsonrpc":"2.0","id":1,"method":"breakpoints.set","params":{"breakpoints":[{}]}}',
      -32602,
    ],
  ];
  test.each(cases)("%s: an error, and the connection stays", async (_, line, code) => {
    const { server } = await served();
    const raw = new RawSocket(server.path);
    raw.send(`${line}\n${HELLO}`);
    expect(await raw.next()).toMatchObject({ jsonrpc: "2.0", error: { code } });
    expect(await raw.next()).toMatchObject({ id: 1, result: { mode: "record" } });
  });

  test("a request without an id is done and not answered", async () => {
    const { run, server } = await served();
    const raw = new RawSocket(server.path);
    raw.send(`{"jsonrpc":"2.0","method":"pause"}\n${HELLO}`);
    expect(await raw.next()).toMatchObject({ id: 1 });
    expect(run.asked).toEqual(["pause", "watched true"]);
  });

  test("a line over the limit is answered and ends the connection, not the run", async () => {
    const { server } = await served();
    const raw = new RawSocket(server.path);
    raw.send(Buffer.alloc(LINE_LIMIT + 1, "x"));
    expect(await raw.next()).toMatchObject({ error: { code: -32600 } });
    await raw.closed;
    await watching(server.path);
  });
});
