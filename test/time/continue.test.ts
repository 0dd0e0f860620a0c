import { describe, expect, test } from "vitest";
import type { Breakpoint } from "../../src/time/breakpoint.ts";
import { Continue } from "../../src/time/continue.ts";
import { RunOf } from "../support/run-of.ts";

const run = new RunOf([
  { kind: "llm" },
  { kind: "tool", name: "search" },
  { kind: "llm" },
  { kind: "tool", name: "book", status: "error" },
  { kind: "llm" },
]);
const at = (filter: string, on = true): Breakpoint => ({ id: 1, at: { filter }, on });

function goes(from: number, direction: 1 | -1, ...breakpoints: readonly Breakpoint[]) {
  const found = new Continue(run, from, { direction, breakpoints, context: {} }).advance(Number.POSITIVE_INFINITY);
  return found && { i: found.i, stopped: found.breakpoint !== undefined };
}

describe("continue", () => {
  test("stops at the next event that any breakpoint matches, not at the one it begins on", () => {
    expect(goes(1, 1, at("kind:tool"))).toEqual({ i: 3, stopped: true });
    expect(goes(0, 1, at("status:error"), at("tool:search"))).toEqual({ i: 1, stopped: true });
  });

  test("goes back the same way", () => {
    expect(goes(4, -1, at("kind:tool"))).toEqual({ i: 3, stopped: true });
    expect(goes(3, -1, at("kind:tool"))).toEqual({ i: 1, stopped: true });
  });

  test("stops at either end, and stays there", () => {
    expect(goes(0, 1, at("tool:nothing"))).toEqual({ i: 4, stopped: false });
    expect(goes(4, 1, at("kind:llm"))).toEqual({ i: 4, stopped: false });
    expect(goes(3, -1, at("tool:nothing"))).toEqual({ i: 0, stopped: false });
    expect(goes(0, -1, at("kind:llm"))).toEqual({ i: 0, stopped: false });
  });

  test("passes breakpoints that are off, and expressions that cannot be read", () => {
    expect(goes(0, 1, at("kind:tool", false), at("kind:("))).toEqual({ i: 4, stopped: false });
  });

  test("a step that is no number of its own is a place like any other", () => {
    expect(goes(0, 1, { id: 1, at: { step: "3" }, on: true })).toEqual({ i: 3, stopped: true });
  });

  test("gives up its time slice and goes on later", () => {
    const job = new Continue(run, 0, { direction: 1, breakpoints: [at("tool:book")], context: {} });
    let slices = 0;
    let found = job.advance(0);
    while (!found) {
      slices++;
      found = job.advance(0);
    }
    expect(slices).toBeGreaterThan(0);
    expect(found.i).toBe(3);
  });
});
