import { expect, test } from "vitest";
import { stateDelta } from "../../src/time/state-delta.ts";
import { RunOf } from "../support/run-of.ts";

test("a node is compared with the state before it", () => {
  const run = new RunOf([{ kind: "node", name: "plan", body: { before: { n: 1, a: "x" }, after: { n: 2, a: "x" } } }]);
  expect(stateDelta(run, 0)).toEqual({
    ops: [{ op: "changed", from: "/n", to: "/n", before: 1, after: 2 }],
    notices: [],
  });
});

test("a node that changed nothing says so, whatever came before", () => {
  const run = new RunOf([
    { kind: "node", body: { before: {}, after: { n: 1 } } },
    { kind: "node", body: { before: { n: 2 }, after: { n: 2 } } },
  ]);
  expect(stateDelta(run, 1)).toEqual({ ops: [], notices: [] });
});

test("a checkpoint is compared with the last state of its agent, over other events and other agents", () => {
  const run = new RunOf([
    { kind: "node", agent: "one", body: { before: {}, after: { n: 1 } } },
    { kind: "checkpoint", agent: "two", body: { after: { other: true } } },
    { kind: "tool", agent: "one", body: {} },
    { kind: "checkpoint", agent: "one", body: { before: { n: 3 }, after: { n: 3 } } },
  ]);
  expect(stateDelta(run, 3)).toEqual({
    ops: [{ op: "changed", from: "/n", to: "/n", before: 1, after: 3 }],
    notices: [],
    since: "0",
  });
});

test("the first state, a state that was not kept and what is no state have nothing to compare", () => {
  const run = new RunOf([
    { kind: "checkpoint", body: { after: { n: 1 } } },
    { kind: "node", body: { before: { n: 1 } } },
    { kind: "llm", body: { response: { json: { n: 1 } } } },
  ]);
  expect([0, 1, 2].map((i) => stateDelta(run, i))).toEqual([undefined, undefined, undefined]);
});
