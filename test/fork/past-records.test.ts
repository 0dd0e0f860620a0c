import { describe, expect, test } from "vitest";
import { pastRecords } from "../../src/fork/continuation/past-records.ts";
import type { EventRecord } from "../../src/trace/write/record.ts";
import { openEvents } from "../support/agent-run.ts";

const NOW = 2e12;

/** Begins of the calls that are copied, in milliseconds before the new run begins. */
async function earlier(at: number, times: readonly (readonly [at: number, durationMs: number])[]) {
  const call = { kind: "llm", name: "m", status: "ok" } as const;
  const run = await openEvents(times.map(([at, durationMs]): EventRecord => ({ ...call, at: 1e12 + at, durationMs })));
  return [...pastRecords(run, at, NOW)].map((record) => NOW - (record.at ?? 0));
}

describe("the clock of copied steps", () => {
  test("is moved to where the new run begins: its first call comes as long after them as the recorded one did", async () => {
    expect(
      await earlier(2, [
        [0, 500],
        [3000, 1000],
        [4200, 800],
      ]),
    ).toEqual([4200, 1200]);
  });

  test("behind the last step: they end where the new run begins", async () => {
    expect(
      await earlier(2, [
        [0, 500],
        [3000, 1000],
      ]),
    ).toEqual([4000, 1000]);
  });

  test("a step that was still being answered when the run went on ends where the new one begins", async () => {
    expect(
      await earlier(2, [
        [0, 9000],
        [3000, 1000],
        [4200, 800],
      ]),
    ).toEqual([9000, 6000]);
  });

  test("stays unknown where it was", async () => {
    const run = await openEvents([{ kind: "llm", name: "m", status: "ok" }]);
    expect([...pastRecords(run, 1, NOW)].map(({ at }) => at)).toEqual([undefined]);
  });
});
