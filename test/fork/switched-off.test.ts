import { expect, test } from "vitest";
import { LiveRewrites } from "../../src/fork/live-rewrites.ts";
import { switchedOff } from "../../src/fork/switched-off.ts";
import { agentEvents, openAgent, openEvents } from "../support/agent-run.ts";
import { planOf } from "./forked.ts";

const EDITS = ["0:/request/messages/0/content=Be brief", "0:/request/messages/1/content=Find a train"];
const TURNS = [{ text: "one" }, { text: "two" }];

test("a rewrite that was off when its run ended holds for no fork of it, and the fork says so", async () => {
  const plan = planOf(await openAgent({ turns: TURNS }), { at: "0", edits: EDITS });
  const live = new LiveRewrites(plan.rewrites);
  live.set(0, false);
  const how = switchedOff(plan.edits, live);
  expect(how).toEqual({ off: [0] });
  const header = { edits: plan.edits, exit: { code: 0, ...how } };
  const fork = planOf(await openEvents(agentEvents({ turns: TURNS }), header), { at: "0" });
  expect(fork.rewrites.map(({ after }) => after)).toEqual(["Find a train"]);
  expect(fork.edits).toHaveLength(1);
  expect(fork.notes).toEqual([
    "0:/request/messages/0/content was switched off in the run, so the fork does not make it either",
  ]);
});

test("nothing is said where all are on", async () => {
  const plan = planOf(await openAgent({ turns: TURNS }), { at: "0", edits: EDITS });
  const live = new LiveRewrites(plan.rewrites);
  live.set(0, false);
  live.set(0, true);
  expect(switchedOff(plan.edits, live)).toEqual({});
});
