import { readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test, vi } from "vitest";
import { crashReport } from "../../src/terminal/crash.ts";
import { tempFolder } from "../support/temp-folder.ts";

const ERROR = new Error("broken \x1b[2J here");

/** The file that the second line names. */
function placeOf(report: string): string {
  return /^The details are in (.*)$/m.exec(report)?.[1] ?? "";
}

test("the stack goes into the state folder, and only its owner reads it", () => {
  const folder = tempFolder();
  const report = crashReport(ERROR, { logFile: null, crashFolder: () => folder });
  expect(report.split("\n")[0]).toBe("vcr stopped on an error of its own: Error: broken ␛[2J here");
  const [name = ""] = readdirSync(folder);
  expect(placeOf(report)).toBe(join(folder, name));
  expect(readFileSync(join(folder, name), "utf8")).toContain("crash.test.ts");
  expect(statSync(join(folder, name)).mode & 0o777).toBe(0o600);
});

test("the log of the session takes it when there is one", () => {
  const folder = tempFolder();
  const logFile = join(folder, "log");
  expect(placeOf(crashReport(ERROR, { logFile, crashFolder: () => join(folder, "unused") }))).toBe(logFile);
});

test("where neither can be written it goes into the temporary folder", () => {
  const folder = tempFolder();
  const temporary = tempFolder();
  vi.stubEnv("TMPDIR", temporary);
  onTestFinished(() => void vi.unstubAllEnvs());
  writeFileSync(join(folder, "file"), "");
  const place = placeOf(crashReport(ERROR, { logFile: folder, crashFolder: () => join(folder, "file", "below") }));
  expect(place.startsWith(join(temporary, "vcr-crash-"))).toBe(true);
  expect(placeOf(crashReport(ERROR, { logFile: null, crashFolder: () => null }))).toContain(
    join(temporary, "vcr-crash-"),
  );
});
