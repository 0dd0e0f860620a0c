import { expect, test } from "vitest";
import { find, reveal } from "../../src/json/find.ts";
import { NO_FOLDS, setOpen } from "../../src/json/folds.ts";
import type { Json } from "../../src/json/json.ts";
import { jsonRows } from "../../src/json/rows.ts";

const value: Json = { city: "Oslo", list: [{ note: "near Oslo" }, 42, true], "a/Oslo": { x: null } };

test("names and texts are found in document order", () => {
  expect([...find(value, (text) => text.includes("Oslo"))]).toEqual(["/city", "/list/0/note", "/a~1Oslo"]);
  expect([...find(value, (text) => text === "42" || text === "null")]).toEqual(["/list/1", "/a~1Oslo/x"]);
});

test("an element's number is not its name", () => {
  expect([...find([7, 8], (text) => text === "0")]).toEqual([]);
});

test("depth costs no stack", () => {
  const deep: Json = JSON.parse(`${"[".repeat(20_000)}"x"${"]".repeat(20_000)}`);
  expect([...find(deep, (text) => text === "x")]).toHaveLength(1);
});

test("what is revealed has its row, through chunks and strings that hold JSON", () => {
  const list = Array.from({ length: 1500 }, (_, index) => ({ at: { args: `{"n":{"deep":[${index}]}}` } }));
  const pointer = "/list/1234/at/args/n/deep/0";
  const hidden = setOpen(NO_FOLDS, "/list", false);
  expect(jsonRows({ list }, hidden).rowOfPointer(pointer)).toBe(1);
  const rows = jsonRows({ list }, reveal({ list }, hidden, pointer));
  expect(rows.row(rows.rowOfPointer(pointer))).toMatchObject({ pointer, preview: "1234" });
});

test("a pointer that leads nowhere opens what there is", () => {
  const rows = jsonRows(value, reveal(value, NO_FOLDS, "/list/0/none/at/all"));
  expect(rows.row(rows.rowOfPointer("/list/0"))).toMatchObject({ open: true });
});
