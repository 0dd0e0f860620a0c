import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { Recording, says, user } from "../run/recording.ts";
import { tempFolder } from "../support/temp-folder.ts";
import { vcr } from "./run-cli.ts";

/** One call that came through at the third attempt, and one before it. */
function file(): string {
  const recording = new Recording();
  recording.call([user("one")], says("1"));
  recording.fail(recording.begin([user("two")]), "rate limit");
  recording.fail(recording.begin([user("two")], { retryOf: 1 }), "overloaded");
  recording.call([user("two")], says("2"), { retryOf: 2 });
  const path = join(tempFolder(), "run.vcr");
  writeFileSync(path, recording.text);
  return path;
}

/** Steps of the printed rows, and whether each is said to be several attempts. */
function rows(args: readonly string[]): readonly string[] {
  const { stdout } = vcr(["show", file(), ...args]);
  return stdout.split("\n").flatMap((line) => {
    const [, step] = /^ +(\d+) +\S+ +llm /.exec(line) ?? [];
    const [words = ""] = /attempt \d|\d attempts/.exec(line) ?? [];
    return step === undefined ? [] : [`${step} ${words}`.trim()];
  });
}

test("failed attempts are folded under the last one", () => {
  expect(rows([])).toEqual(["0", "3 3 attempts"]);
});

test("-v shows them all", () => {
  expect(rows(["-v"])).toEqual(["0", "1 attempt 1", "2 attempt 2", "3 3 attempts"]);
});

test("a filter that leaves the last one out shows those that failed", () => {
  expect(rows(["--filter", "status:error"])).toEqual(["1 attempt 1", "2 attempt 2"]);
});

test("a filter that takes them all keeps them folded", () => {
  expect(rows(["--filter", "kind:llm"])).toEqual(["0", "3 3 attempts"]);
});

test("--json is one object an event, whatever is folded", () => {
  const { stdout } = vcr(["show", file(), "--json"]);
  const events = stdout.trim().split("\n");
  expect(events.map((line) => (JSON.parse(line) as { step: string }).step)).toEqual(["0", "1", "2", "3"]);
});

test("one attempt is shown whole by its number, and says which it is", () => {
  const { stdout } = vcr(["show", `${file()}#2`]);
  expect(stdout).toContain("overloaded");
  expect(stdout.split("\n")[0]).toContain("attempt 2 · repeats step 1 · made again as step 3");
});
