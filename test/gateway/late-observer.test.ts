import { expect, test } from "vitest";
import type { Observer } from "../../src/gateway/exchange.ts";
import { LateObserver } from "../../src/gateway/recording/late-observer.ts";

/** An observer that is told, in order, and one that begins it. */
function late(): { readonly told: string[]; readonly observer: LateObserver } {
  const told: string[] = [];
  const inner: Observer = {
    head: (status) => void told.push(`head ${status}`),
    data: (chunk) => {
      told.push(`data ${chunk}`);
      return String(chunk) === "last";
    },
    end: ({ how }) => void told.push(`end ${how}`),
  };
  const begin = (): Observer => {
    told.push("begin");
    return inner;
  };
  return { told, observer: new LateObserver(begin) };
}

test("an exchange is begun when its request is on its way, and once", () => {
  const { told, observer } = late();
  expect(told).toEqual([]);
  observer.sent();
  expect(told).toEqual(["begin"]);
  observer.sent();
  observer.head(200, []);
  expect([observer.data(Buffer.from("a")), observer.data(Buffer.from("last"))]).toEqual([false, true]);
  observer.end({ how: "complete" });
  expect(told).toEqual(["begin", "head 200", "data a", "data last", "end complete"]);
});

test("one whose request never went out is begun before it is ended", () => {
  const { told, observer } = late();
  observer.end({ how: "aborted", by: "client" });
  expect(told).toEqual(["begin", "end aborted"]);
});
