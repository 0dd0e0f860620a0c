import { expect, test } from "vitest";
import { Recent } from "../../src/run/recent.ts";

function kept(recent: Recent<string, number>, keys: string): string {
  return [...keys].filter((key) => recent.get(key) !== undefined).join("");
}

test("the least recently used goes first when the weights are more than the limit", () => {
  const recent = new Recent<string, number>(10);
  recent.set("a", 1, 4);
  recent.set("b", 2, 4);
  recent.get("a");
  recent.set("c", 3, 4);
  expect(kept(recent, "abc")).toBe("ac");
});

test("one that is heavier than the limit is kept alone", () => {
  const recent = new Recent<string, number>(10);
  recent.set("a", 1, 4);
  recent.set("big", 2, 400);
  expect([recent.get("a"), recent.get("big")]).toEqual([undefined, 2]);
  recent.set("c", 3, 1);
  expect([recent.get("big"), recent.get("c")]).toEqual([undefined, 3]);
});

test("setting again replaces value and weight", () => {
  const recent = new Recent<string, number>(10);
  recent.set("a", 1, 9);
  recent.set("a", 2, 1);
  recent.set("b", 3, 9);
  expect([recent.get("a"), recent.get("b")]).toEqual([2, 3]);
  recent.delete("b");
  recent.set("c", 4, 9);
  expect(kept(recent, "abc")).toBe("ac");
  recent.clear();
  expect(kept(recent, "abc")).toBe("");
});
