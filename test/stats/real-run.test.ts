import { expect, test } from "vitest";
import { compileFilter } from "../../src/query/evaluate.ts";
import { searcher, searchMatcher } from "../../src/query/search/search.ts";
import { parseFilter } from "../../src/query/syntax/parse.ts";
import { openFile } from "../../src/run/open-file.ts";
import type { Run } from "../../src/run/run.ts";
import { account } from "../../src/stats/account.ts";
import { corpusFile } from "../support/corpus.ts";

/** Numbers counted from the file by an independent script: last usage of each message id, distinct call ids, is_error. */
const SESSION = corpusFile("claude-code/cli--37_995ebed6e4_2_full.jsonl");

async function opened(path: string): Promise<Run> {
  const file = await openFile(path);
  while (!file.advance(performance.now() + 100));
  file.finish();
  const run = file.runs[0];
  if (!run) throw new Error("no run");
  while (!run.advance(performance.now() + 100));
  return run;
}

test.skipIf(!SESSION)("a real session: tokens by model, tools, first error", async () => {
  const stats = account(await opened(SESSION ?? ""));
  expect(stats.models.map(({ model, calls }) => [model, calls])).toEqual([["claude-opus-4-5-20251101", 42]]);
  expect(stats.tokens.in).toEqual({ known: 2_787_575, unknown: 0 });
  expect(stats.tokens.cacheRead.known).toBe(2_618_979);
  expect(stats.tokens.cacheWrite.known).toBe(168_250);
  expect(stats.tokens.out.known).toBe(7047);
  expect(Object.fromEntries(stats.tools.map(({ name, calls }) => [name, calls]))).toEqual({
    Edit: 15,
    Bash: 7,
    Read: 6,
    TodoWrite: 6,
    Grep: 5,
    Task: 1,
    Glob: 1,
  });
  expect(stats.firstError?.name).toBe("Bash");
  expect(stats.firstError?.text).toMatch(/^Exit code 1/);
});

test.skipIf(!SESSION)("a real session: filter and search", async () => {
  const run = await opened(SESSION ?? "");
  const parsed = parseFilter("kind:tool tool=Bash,Edit status:error");
  if (!parsed.ok) throw new Error(parsed.problem.message);
  const filter = compileFilter(parsed.ast);
  const rows = Array.from({ length: run.length }, (_, i) => i).filter((i) => filter.test(run, i));
  expect(rows.map((i) => run.row(i).name).sort()).toEqual(["Bash", "Edit"]);

  const matcher = searchMatcher("/golangci-lint run/");
  if ("problem" in matcher) throw new Error(matcher.problem);
  const search = searcher(run, matcher);
  while (!search.advance(performance.now() + 100));
  expect(search.hits.length).toBeGreaterThan(0);
  expect(search.hits.map((hit) => hit.i)).toEqual(search.hits.map((hit) => hit.i).sort((a, b) => a - b));
});
