import { join } from "node:path";
import { expect, test } from "vitest";
import { currentSession, record, replay, type Session, tool } from "../src/index.ts";
import { tempFolder } from "./support/temp-folder.ts";

const add = tool((a: number, b: number) => a + b, { name: "add" });

/** Results of the tool calls of the session's trace. */
async function results(session: Session | undefined): Promise<unknown[]> {
  const trace = await session?.trace;
  const found: unknown[] = [];
  for await (const { tool: call, body } of trace?.events() ?? []) found.push(call && body.response?.json);
  trace?.close();
  return found;
}

test("the trace of a recording grows with it and ends with it", async () => {
  const path = join(tempFolder(), "run.vcr");
  const seen: unknown[] = [];
  let reading = Promise.resolve();
  const { session } = await record(path, {}, async (own) => {
    add(1, 2);
    const trace = await own.trace;
    const events = trace.events()[Symbol.asyncIterator]();
    seen.push((await events.next()).value.body.response?.json);
    reading = (async () => {
      for (let next = await events.next(); !next.done; next = await events.next()) seen.push(next.value.name);
    })();
    add(3, 4);
  });
  await reading;
  expect(seen).toEqual([3, "add"]);
  const trace = await session.trace;
  expect([trace.path, trace.length, trace.header.exit?.code]).toEqual([path, 2, 0]);
  trace.close();
});

test("after a recording its trace is all that was written", async () => {
  const { session } = await record(join(tempFolder(), "run.vcr"), {}, () => [add(1, 2), add(3, 4)]);
  expect(await results(session)).toEqual([3, 7]);
});

test("in a replay it is the recording that calls are answered from", async () => {
  const path = join(tempFolder(), "run.vcr");
  await record(path, {}, () => [add(1, 2), add(3, 4)]);
  let inside: unknown[] = [];
  const { session } = await replay(path, {}, async (own) => {
    expect(currentSession()).toBe(own);
    inside = await results(currentSession());
    return [add(1, 2), add(3, 4)];
  });
  expect([inside, session.mode, session.path, session.newEvents.length]).toEqual([[3, 7], "replay", path, 2]);
});

test("options that are left out are a mistake that says what to write", async () => {
  await expect(Reflect.apply(replay, undefined, ["run.vcr", () => 1])).rejects.toMatchObject({
    name: "VcrError",
    code: "usage",
    hint: "replay(path, {}, fn), also where there are no options",
  });
});

test.each(["NoFareError", {}, ["NoFareError"]])("revive: %j is a mistake that says what it takes", async (revive) => {
  await expect(Reflect.apply(replay, undefined, ["run.vcr", { revive }, () => 1])).rejects.toMatchObject({
    name: "VcrError",
    message: "revive must be true, false or a list of error classes",
  });
});
