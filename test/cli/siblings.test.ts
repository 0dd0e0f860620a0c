import { mkdirSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { siblingsOf } from "../../src/cli/screen/siblings.ts";
import { tempFolder } from "../support/temp-folder.ts";

test("the runs beside a run: files only, the newest first, without itself and its notes", () => {
  const folder = tempFolder();
  const file = (name: string, at: number): void => {
    writeFileSync(join(folder, name), "");
    utimesSync(join(folder, name), at, at);
  };
  file("mine.vcr", 1);
  file("older.vcr", 2);
  file("newer.jsonl.gz", 3);
  file("mine.notes.json", 4);
  file("readme.md", 5);
  mkdirSync(join(folder, ".vcr"));
  expect(siblingsOf(join(folder, "mine.vcr"))).toEqual([join(folder, "newer.jsonl.gz"), join(folder, "older.vcr")]);
});

test("a folder that cannot be read has none", () => {
  expect(siblingsOf(join(tempFolder(), "gone", "mine.vcr"))).toEqual([]);
});
