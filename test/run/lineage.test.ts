import { expect, test } from "vitest";
import { type Entry, placeInLineage } from "../../src/run/catalog/lineage.ts";

/** A run written `minute` minutes after a moment, with the parent that its header names. */
function run(name: string, minute: number, parent?: { id?: string; file?: string; at?: number }): Entry {
  const header = { id: `id-${name}`, ...(parent && { parent }) };
  return {
    file: { path: `/runs/${name}.vcr`, origin: "named", size: 1, modified: minute * 60_000 },
    facts: { format: "vcr", formatTitle: "vcr trace", runs: 1, header },
  };
}

function tree(entries: readonly Entry[]): readonly string[] {
  return placeInLineage(entries).map(({ file, depth }) => `${"-".repeat(depth)}${file.path.slice(6, -4)}`);
}

test("runs of their own stand newest first", () => {
  expect(tree([run("a", 1), run("b", 3), run("c", 2)])).toEqual(["b", "c", "a"]);
});

test("forks stand below their original, newest first, and take it to where the newest would be", () => {
  const runs = [run("a", 1), run("b", 5), run("fork1", 3, { id: "id-a" }), run("fork2", 9, { id: "id-a" })];
  expect(tree(runs)).toEqual(["a", "-fork2", "-fork1", "b"]);
});

test("a fork of a fork stands one deeper", () => {
  expect(tree([run("c", 3, { id: "id-b" }), run("b", 2, { id: "id-a" }), run("a", 1)])).toEqual(["a", "-b", "--c"]);
});

test("the original is found by its file when the id is not there: beside the fork, or by its name", () => {
  const beside = run("b", 2, { file: "a.vcr" });
  const moved = run("c", 3, { file: "/elsewhere/a.vcr" });
  expect(tree([run("a", 1), beside, moved])).toEqual(["a", "-c", "-b"]);
});

test("a fork whose original is not in the list stands by itself", () => {
  expect(tree([run("b", 2, { id: "id-gone", file: "gone.vcr" }), run("a", 1)])).toEqual(["b", "a"]);
});

test("runs that name each other or themselves are all shown, once", () => {
  const runs = [run("a", 1, { id: "id-b" }), run("b", 2, { id: "id-a" }), run("self", 3, { id: "id-self" })];
  const shown = tree(runs).map((line) => line.replace(/^-+/, ""));
  expect(shown.toSorted()).toEqual(["a", "b", "self"]);
});

test("an original knows its forks, a fork its original", () => {
  const [a, b] = placeInLineage([run("a", 1), run("b", 2, { id: "id-a", at: 4 })]);
  expect([a?.children, b?.parent]).toEqual([["/runs/b.vcr"], "/runs/a.vcr"]);
});
