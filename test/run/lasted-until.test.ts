import fc from "fast-check";
import { expect, test } from "vitest";
import { lastedUntil } from "../../src/run/step/lasted-until.ts";

const moment = fc.double({ min: 0, max: 5, noNaN: true });

/** Start in whole milliseconds, duration in tenths, as a recorder writes them. */
function written(from: number, to: number): { at: number; durationMs: number } {
  return { at: Math.floor(from), durationMs: Math.round((to - from) * 10) / 10 };
}

test("what began when another had ended did not overlap it, however quick both were", () => {
  fc.assert(
    fc.property(moment, moment, moment, (before, took, later) => {
      const end = before + took;
      expect(lastedUntil(written(before, end))).toBeLessThanOrEqual(written(end + later, end + later).at);
    }),
  );
});

test("what began three milliseconds before another's end overlapped it", () => {
  fc.assert(
    fc.property(moment, moment, (before, took) => {
      const end = before + took + 3;
      expect(lastedUntil(written(before, end))).toBeGreaterThan(written(end - 3, end).at);
    }),
  );
});

test("without a duration nothing is known of the end", () => {
  expect(lastedUntil({ at: 5 })).toBeUndefined();
});
