import { expect, test } from "vitest";
import { OutputTail } from "../../src/control/output-tail.ts";

test("the last of the output is kept, within the limit and a quarter", () => {
  const tail = new OutputTail(100);
  for (let i = 0; i < 1000; i++) tail.push({ from: "stdout", text: `line ${String(i).padStart(3, "0")}\n` });
  const text = tail.pieces.map((piece) => piece.text).join("");
  expect(text.length).toBeLessThanOrEqual(125);
  expect(text.length).toBeGreaterThanOrEqual(90);
  expect(text.endsWith("line 998\nline 999\n")).toBe(true);
});

test("of one piece over the limit its end is kept", () => {
  const tail = new OutputTail(10);
  tail.push({ from: "stderr", text: "0123456789abcdef" });
  expect(tail.pieces).toEqual([{ from: "stderr", text: "6789abcdef" }]);
});
