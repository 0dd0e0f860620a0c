import { describe, expect, test } from "vitest";
import { docFor } from "../../src/app/detail/doc-for.ts";
import { detailInView } from "../../src/app/diff/pair.ts";
import { pairOfOneRun } from "../../src/app/diff/pair-of-one-run.ts";
import { lineOfEntry, type ShownEntry } from "../../src/app/diff/shown-entries.ts";
import { inlineRows } from "../../src/app/diff/text-rows.ts";
import { comparison } from "./comparison.ts";
import type { Driver } from "./driver.ts";

function lines({ state }: Driver): readonly string[] {
  const doc = docFor(detailInView(state));
  return Array.from({ length: doc.count }, (_, n) => {
    const { indent, spans } = doc.row(n);
    return (" ".repeat(indent) + spans.map(({ text }) => text).join("")).trimEnd();
  });
}

describe("the selected pair", () => {
  test("inline: what changed, where, the old above the new", async () => {
    expect(lines(await comparison())).toEqual([
      "same request, different answer",
      "in the answer",
      "/tool_calls/0/function/arguments",
      '  - {"flight":"UA 12"}',
      '  + {"flight":"UA 99"}',
    ]);
  });

  test("side by side: old at left, new at right", async () => {
    const app = (await comparison({ columns: 120, rows: 30 })).press("|");
    expect(lines(app).at(-1)).toMatch(/^ {2}\{"flight":"UA 12"\} +┃ \{"flight":"UA 99"\}$/);
  });

  test("raw: both whole payloads, nothing left out of the comparison", async () => {
    const app = (await comparison()).press("| |");
    const shown = lines(app);
    expect(shown[0]).toBe("same request, different answer");
    expect(shown).toContain("in the answer");
    expect(shown.filter((line) => line.startsWith("  - "))).toEqual(
      shown
        .filter((line) => line.startsWith("  + "))
        .map((line) => line.replace("+", "-").replaceAll("UA 99", "UA 12")),
    );
  });

  test("arguments and result of a tool are told apart", async () => {
    expect(lines((await comparison()).press("n"))).toEqual([
      "different arguments and result",
      "in the arguments",
      "/args/flight",
      "  - UA 12",
      "  + UA 99",
      "in the result",
      "/result",
      "  - booked UA 12",
      "  + booked UA 99",
    ]);
  });

  test("a step of one run says so and shows itself", async () => {
    const shown = lines((await comparison()).press("n n n"));
    expect(shown[0]).toBe("only in B");
    expect(shown.join("\n")).toContain("fares for hotels");
  });

  test("an equal step says so", async () => {
    expect(lines((await comparison()).press("g"))[0]).toBe("the same in both runs");
  });

  test("words that changed are marked inside their line", async () => {
    const rows = inlineRows("fly to Oslo now", "fly to Rome now", "k", 80);
    expect(rows.map(({ spans }) => spans.map(({ text, token }) => `${token}:${text}`))).toEqual([
      ["diff.removed:- ", "diff.removed:fly to ", "diff.removedWord:Oslo", "diff.removed: now"],
      ["diff.added:+ ", "diff.added:fly to ", "diff.addedWord:Rome", "diff.added: now"],
    ]);
  });

  test("two events of one run are one pair", async () => {
    const { run } = (await comparison()).state;
    const pair = pairOfOneRun(run, 0, 2);
    expect([pair.entries.length, pair.summary()]).toEqual([1, "step 0 beside step 1"]);
  });
});

test("the line of an entry: its own, that of the gap around it, or the one before", () => {
  const shown: readonly ShownEntry[] = [
    { type: "gap", from: 0, to: 3, count: 4 },
    { type: "entry", entry: 4 },
    { type: "entry", entry: 9 },
  ];
  expect([0, 2, 4, 6, 9, 12].map((entry) => lineOfEntry(shown, entry))).toEqual([0, 0, 1, 1, 2, 2]);
});
