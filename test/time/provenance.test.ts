import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { finished, Work } from "../../src/diff/work.ts";
import type { Run } from "../../src/run/run.ts";
import { CommonParts } from "../../src/time/common-part.ts";
import { cameFrom, type Provenance, wentTo } from "../../src/time/provenance.ts";
import { type GivenTurn, openAgent, openEvents } from "../support/agent-run.ts";

const REPORT = "The fare of flight UA 12 from San Francisco to Oslo is 412 euro, taxes and one bag included.";

const TURNS: readonly GivenTurn[] = [
  { calls: [{ name: "search", args: { q: "SFO" }, result: '{"fares":[{"flight":"UA 12","price":412}]}' }] },
  { calls: [{ name: "book", args: { flight: "UA 12", price: 412, seat: "14C" }, result: REPORT }] },
  { text: "Booked: the fare  of Flight ua 12 from san francisco to oslo is low." },
];

function agent(): Promise<Run> {
  return openAgent({ prompt: "Fly me from SFO to Oslo for Ada Lovelace", turns: TURNS });
}

const places = ({ found }: Provenance): string[] => found.map((each) => `${each.step} ${each.where} ${each.match}`);
const from = (run: Run, step: string, value: never | string | number | object | boolean) =>
  finished(cameFrom(run, run.indexOf(step), value as string));
const to = (run: Run, step: string, value: string | number) => finished(wentTo(run, run.indexOf(step), value));

describe("cameFrom", () => {
  test("an argument of a tool that an earlier tool gave out", async () => {
    const run = await agent();
    expect(places(from(run, "1a", "UA 12"))).toEqual(["0a result exact"]);
    expect(places(from(run, "1a", 412))).toEqual(["0a result exact"]);
  });

  test("an argument that the user gave", async () => {
    const run = await agent();
    const { found } = from(run, "0a", "SFO");
    expect(found).toEqual([
      {
        i: 0,
        step: "0",
        where: "prompt",
        message: 1,
        match: "exact",
        preview: "Fly me from SFO to Oslo for Ada Lovelace",
      },
    ]);
  });

  test("a value that nobody gave first appears in the model's answer", async () => {
    const run = await agent();
    const { found, firstIn } = from(run, "1a", "14C");
    expect(found).toEqual([]);
    expect([firstIn?.step, firstIn?.where]).toEqual(["1", "answer"]);
  });

  test("a value that a tool made up first appears in its result", async () => {
    const run = await agent();
    expect(from(run, "1a", "one bag included").firstIn).toMatchObject({ step: "1a", where: "result" });
  });

  test("case and white space aside, where it is nowhere exactly", async () => {
    expect(places(from(await agent(), "2", "FLIGHT  UA 12"))).toEqual(["1a result normalised"]);
  });

  test("a long text by its longest common part", async () => {
    const run = await agent();
    const text = "Booked: the fare  of Flight ua 12 from san francisco to oslo is low.";
    const { found } = from(run, "2", text);
    expect(places({ found })).toEqual(["1a result part"]);
    expect(found[0]?.preview).toContain("flight ua 12 from san francisco to oslo");
  });

  test("an object with its keys in another order, inside of a result that is JSON", async () => {
    expect(places(from(await agent(), "1", { price: 412, flight: "UA 12" }))).toEqual(["0a result exact"]);
  });

  test("short values and numbers only as whole words", async () => {
    const run = await agent();
    expect(from(run, "1a", 41).found).toEqual([]);
    expect(from(run, "1a", "UA").found.map((each) => each.step)).toEqual(["0a"]);
  });

  test("true is everywhere and says so", async () => {
    expect(from(await agent(), "1a", true)).toEqual({ found: [], notice: expect.stringContaining("everywhere") });
  });

  test("memories and states of nodes are sources too", async () => {
    const run = await openEvents([
      { kind: "memory", name: "recall", request: { body: '"home"' }, response: { body: '{"city":"Tromsø"}' } },
      { kind: "node", name: "plan", before: {}, after: { goal: "fly to Tromsø" } },
      { kind: "tool", name: "search", request: { body: '{"to":"Tromsø"}' }, response: { body: '"none"' } },
    ]);
    expect(places(from(run, "2", "Tromsø"))).toEqual(["0 context exact", "1 state exact"]);
  });
});

describe("wentTo", () => {
  test("later requests, arguments and answers that hold the value", async () => {
    const run = await agent();
    expect(places(to(run, "0a", "UA 12"))).toEqual(["1 request exact", "1 answer exact", "2 request exact"]);
    expect(places(to(run, "2", "UA 12"))).toEqual([]);
  });
});

test("it works in slices", async () => {
  const run = await agent();
  const work = new Work(cameFrom(run, run.length - 1, "nowhere at all"));
  let slices = 0;
  while (!work.advance(0)) slices++;
  expect(slices).toBeGreaterThanOrEqual(3);
});

test("CommonParts finds what trying every part finds", () => {
  const text = fc.array(fc.constantFrom("a", "b", "c"), { maxLength: 14 }).map((list) => list.join(""));
  fc.assert(
    fc.property(text, text, (a, b) => {
      let longest = 0;
      for (let i = 0; i < a.length; i++)
        for (let j = i + 1; j <= a.length; j++) if (b.includes(a.slice(i, j))) longest = Math.max(longest, j - i);
      const found = new CommonParts(a).longestIn(b);
      expect(found.length).toBe(longest);
      expect(a).toContain(b.slice(found.at, found.at + found.length));
    }),
    { numRuns: 500 },
  );
});
