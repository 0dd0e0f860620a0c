import { describe, expect, test } from "vitest";
import { Boundary, type PastCall } from "../../src/fork/boundary.ts";
import { simulate } from "./simulated-agents.ts";

const place = (key: string, history = "h"): { keys: string[]; history: string; before: string } => ({
  keys: [key],
  history,
  before: "go on",
});
const call = (step: number, follows: number[] = []): PastCall => ({ step, exact: [`id${step}`], follows });

describe("Boundary", () => {
  test("a request that equals a recorded call beyond the limit goes live", () => {
    const boundary = new Boundary([call(0), call(1, [0])], 1);
    expect(boundary.decide({ exact: ["id1"], places: [] })).toEqual({ type: "live", rule: "recorded-beyond" });
  });

  test("a request that holds a fresh answer goes live, whatever else it says", () => {
    const boundary = new Boundary([call(0), call(1)], 2);
    boundary.answered(place("text new"), "fresh");
    expect(boundary.decide({ exact: ["other"], places: [place("text new")] })).toEqual({
      type: "live",
      rule: "holds-fresh-answer",
    });
  });

  test("what follows the last served answer goes live only where no recorded call below the limit follows it", () => {
    const recorded = [call(0), call(1), call(2, [0]), call(3, [1])];
    const boundary = new Boundary(recorded, 3);
    for (const step of [0, 1]) {
      boundary.served(step);
      boundary.answered(place(`text ${step}`), step);
    }
    expect(boundary.decide({ exact: ["new"], places: [place("text 1")] })).toEqual({
      type: "live",
      rule: "follows-last-served",
    });
    expect(boundary.decide({ exact: ["new"], places: [place("text 0")] })).toEqual({ type: "diverged" });
  });

  test("another request behind an answer that had its follower below the limit is a drift, served or not", () => {
    const boundary = new Boundary([call(0), call(1, [0]), call(2), call(3, [1])], 3);
    for (const step of [0, 1]) boundary.served(step);
    boundary.answered(place("text 0"), 0);
    expect(boundary.decide({ exact: ["new"], places: [place("text 0")] })).toEqual({ type: "diverged" });
  });

  test("a shortened conversation is told by what stands right before the answer", () => {
    const boundary = new Boundary([call(0), call(1), call(2, [0])], 3);
    boundary.answered({ keys: ["text OK"], history: "long 0", before: "a" }, 0);
    boundary.answered({ keys: ["text OK"], history: "long 1", before: "b" }, "fresh");
    const short = { keys: ["text OK"], history: "short" };
    expect(boundary.decide({ exact: ["new"], places: [{ ...short, before: "a" }] })).toEqual({ type: "diverged" });
    expect(boundary.decide({ exact: ["new"], places: [{ ...short, before: "b" }] })).toMatchObject({ type: "live" });
  });

  test("anything goes live when all below the limit has been served, nothing unknown before", () => {
    const boundary = new Boundary([call(0), call(1)], 1);
    expect(boundary.decide({ exact: ["new"], places: [] })).toEqual({ type: "diverged" });
    boundary.served(0);
    expect(boundary.decide({ exact: ["new"], places: [] })).toEqual({ type: "live", rule: "all-served" });
  });

  test("an answer that may be a recorded one as well does not count as fresh", () => {
    const boundary = new Boundary([call(0), call(1), call(2, [0])], 3);
    boundary.served(0);
    boundary.answered(place("text OK"), 0);
    boundary.answered(place("text OK"), "fresh");
    expect(boundary.decide({ exact: ["new"], places: [place("text OK")] })).toEqual({ type: "diverged" });
  });

  test("equal answers of two conversations are told apart by what stands before them", () => {
    const boundary = new Boundary([call(0), call(1), call(2, [0]), call(3, [1])], 3);
    for (const step of [0, 1]) {
      boundary.served(step);
      boundary.answered(place("text OK", `talk ${step}`), step);
    }
    expect(boundary.decide({ exact: ["new"], places: [place("text OK", "talk 0")] })).toEqual({ type: "diverged" });
    expect(boundary.decide({ exact: ["new"], places: [place("text OK", "talk 1")] })).toMatchObject({ type: "live" });
  });
});

test("20,000 random interleavings of up to four conversations with duplicates: none wrong, every drift stopped", () => {
  let wrong = 0;
  let drifts = 0;
  let stopped = 0;
  for (let seed = 0; seed < 20_000; seed++) {
    const result = simulate(seed);
    if (result.wrong !== undefined) wrong++;
    if (result.drifted) drifts++;
    if (result.stopped) stopped++;
  }
  expect(wrong).toBe(0);
  expect(drifts).toBeGreaterThan(4000);
  expect(stopped).toBe(drifts);
}, 60_000);
