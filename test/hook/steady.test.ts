import { expect, onTestFinished, test } from "vitest";
import { steady } from "../../src/hook/steady.ts";

test("the clock stands at each moment that is set, and goes on when none is set for ten seconds", () => {
  const own = { date: globalThis.Date, now: performance.now };
  onTestFinished(() => {
    globalThis.Date = own.date;
    performance.now = own.now;
  });
  let real = 0;
  performance.now = () => real;
  const setClock = steady({ clock: 1_000 });
  real = 9_000;
  expect(Date.now()).toBe(1_000);
  real = 10_500;
  expect([new Date().toISOString(), new Date(7).getTime()]).toEqual(["1970-01-01T00:00:01.500Z", 7]);
  setClock?.("60000");
  real = 20_500;
  expect(Date.now()).toBe(60_000);
  setClock?.("50000");
  setClock?.(undefined);
  setClock?.("not a time");
  expect(Date.now()).toBe(60_000);
});
