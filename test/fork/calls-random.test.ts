import { join } from "node:path";
import fc from "fast-check";
import { expect, test } from "vitest";
import { DivergenceError, fork, openTrace, record, replay, tool } from "../../src/index.ts";
import { tempFolder } from "../support/temp-folder.ts";

/** Parts of a program that run beside each other: each asks one thing after the other, with the last answer in hand. */
type Lanes = readonly (readonly { readonly say: string; readonly wait: number }[])[];

const lanes: fc.Arbitrary<Lanes> = fc.array(
  fc.array(fc.record({ say: fc.constantFrom("a", "b", "c"), wait: fc.nat(5) }), { minLength: 1, maxLength: 5 }),
  { minLength: 1, maxLength: 3 },
);

const ticks = async (count: number): Promise<void> => {
  for (let i = 0; i < count; i++) await null;
};

/** A program and what of it ran for real; `drift` is the call (lane, place) that asks something else than it did. */
function programOf(all: Lanes, speed: number, drift?: { readonly lane: number; readonly at: number }) {
  const ran: string[] = [];
  const failed: unknown[] = [];
  let [made, answered] = [0, 0];
  /** When the call that differs ran: calls that had been answered live, and those that were served. */
  let whenDrifted: { readonly answered: number; readonly served: number } | undefined;
  const ask = tool(
    async (what: string) => {
      if (what.endsWith(DRIFTED)) whenDrifted = { answered, served: made - 1 - ran.length };
      ran.push(what);
      await ticks(what.length % 3);
      answered++;
      return `${what.length}`;
    },
    { name: "ask" },
  );
  const lane = async (calls: Lanes[number], n: number): Promise<string> => {
    let said = "";
    for (const [i, { say, wait }] of calls.entries()) {
      await ticks((wait * speed) % 7);
      made++;
      said = await ask(`${say}${said}${drift?.lane === n && drift.at === i ? DRIFTED : ""}`);
    }
    return said;
  };
  const run = () =>
    Promise.all(all.map((calls, n) => lane(calls, n).catch((error: unknown) => void failed.push(error))));
  return { run, ran, failed, whenDrifted: () => whenDrifted };
}

const DRIFTED = " other";

async function asked(path: string): Promise<string[]> {
  const trace = await openTrace(path);
  const found: string[] = [];
  for await (const { body } of trace.events()) found.push(String(Reflect.get(Object(body.request?.json), 0)));
  trace.close();
  return found;
}

test("the same program, in any interleaving, runs what was recorded from the fork on and nothing else", async () => {
  await fc.assert(
    fc.asyncProperty(lanes, fc.nat(15), fc.integer({ min: 2, max: 6 }), async (all, n, speed) => {
      const folder = tempFolder();
      const path = join(folder, "run.vcr");
      const { result } = await record(path, {}, () => programOf(all, 1).run());
      const calls = await asked(path);
      const at = Math.min(n, calls.length);
      const now = programOf(all, speed);
      const saveAs = join(folder, "fork.vcr");
      expect((await fork(path, { at, saveAs }, now.run)).result).toEqual(result);
      expect([...now.ran].sort()).toEqual(calls.slice(at).sort());
      const again = programOf(all, 1);
      expect((await replay(saveAs, {}, again.run)).result).toEqual(result);
      expect([again.ran, (await asked(saveAs)).sort()]).toEqual([[], [...calls].sort()]);
    }),
    { numRuns: 40 },
  );
});

test("what differs before the fork never runs before a live answer has come", async () => {
  await fc.assert(
    fc.asyncProperty(lanes, fc.nat(15), fc.nat(), fc.nat(), async (all, n, l, i) => {
      const folder = tempFolder();
      const path = join(folder, "run.vcr");
      await record(path, {}, () => programOf(all, 1).run());
      const calls = await asked(path);
      const at = Math.min(n + 1, calls.length);
      const lane = l % all.length;
      const now = programOf(all, 3, { lane, at: i % (all[lane]?.length ?? 1) });
      await fork(path, { at, saveAs: join(folder, "fork.vcr") }, now.run);
      const drifted = now.whenDrifted();
      if (drifted === undefined) expect(now.failed).toEqual([expect.any(DivergenceError)]);
      else expect(drifted.answered > 0 || drifted.served === at).toBe(true);
      if (at === calls.length) expect(now.ran).toEqual([]);
    }),
    { numRuns: 40 },
  );
});
