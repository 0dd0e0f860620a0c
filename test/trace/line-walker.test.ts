import fc from "fast-check";
import { expect, test } from "vitest";
import { LineWalker } from "../../src/trace/read/line-walker.ts";
import { MemorySource } from "../../src/trace/source/memory-source.ts";

/** Lines by their length and first bytes; some longer than any window. */
const lengths = fc.array(fc.oneof(fc.nat(50), fc.nat(200_000), fc.nat(2_500_000)), { maxLength: 8 });

test("gives every line once, with its place, however the file grows and however short the slices are", () => {
  fc.assert(
    fc.property(lengths, fc.array(fc.nat(3_000_000), { maxLength: 6 }), fc.boolean(), (all, cuts, hurried) => {
      const lines = all.map((length, i) => String.fromCharCode(97 + (i % 26)).repeat(length));
      const bytes = Buffer.from(`${lines.join("\n")}\nrest`);
      const source = new MemorySource("m");
      const given: { offset: number; length: number; number: number; head: string }[] = [];
      const walker = new LineWalker(source, ({ buffer, start, end, offset, length, number }) => {
        given.push({ offset, length, number, head: buffer.toString("latin1", start, Math.min(end, start + 8)) });
      });
      const walk = (): void => {
        for (let rounds = 0; !walker.advance(hurried ? 0 : Number.POSITIVE_INFINITY); rounds++) {
          if (rounds > 10_000) throw new Error("no end");
        }
      };
      let at = 0;
      for (const cut of [...cuts.sort((a, b) => a - b), bytes.length]) {
        const next = Math.min(bytes.length, Math.max(at, cut));
        source.push(bytes.subarray(at, next));
        at = next;
        walk();
      }
      let offset = 0;
      const expected = (all.length === 0 ? [""] : lines).map((line, i) => {
        const here = { offset, length: line.length, number: i + 1, head: line.slice(0, 8) };
        offset += line.length + 1;
        return here;
      });
      expect(given).toEqual(expected);
      expect(walker.position).toBe(bytes.length - "rest".length);
      expect(walker.giveRest()).toBe(true);
      expect(given.at(-1)).toMatchObject({ head: "rest", length: 4 });
    }),
    { numRuns: 15 },
  );
});
