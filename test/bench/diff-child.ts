import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { diffRuns } from "../../src/diff/diff-runs.ts";
import { diffPayloads } from "../../src/diff/payload/payload-diff.ts";
import { identitiesOf } from "../../src/diff/step-identity.ts";
import { type Steps, Work } from "../../src/diff/work.ts";
import type { Json } from "../../src/json/json.ts";
import { readAll } from "../../src/run/drive.ts";
import { openFile } from "../../src/run/open-file.ts";
import { Dice } from "./words.ts";

/** One comparison in a process of its own, so that its memory is its own: `run STEPS CHANGES`, `payload MB`. One JSON line. */
const [kind, size = "0", changes = "0"] = process.argv.slice(2);
const result = kind === "run" ? await compareRuns(Number(size), Number(changes)) : comparePayloads(Number(size));
process.stdout.write(`${JSON.stringify({ ...result, rss: process.resourceUsage().maxRSS * 1024 })}\n`);

interface Sliced<T> {
  readonly value: T;
  readonly ms: number;
  /** The longest that a key would have waited. */
  readonly longest: number;
}

/** As a screen does it: six milliseconds of work between two looks at the keyboard. */
function sliced<T>(steps: Steps<T>): Sliced<T> {
  const work = new Work(steps);
  const start = performance.now();
  let longest = 0;
  for (let done = false; !done; ) {
    const from = performance.now();
    done = work.advance(from + 6);
    longest = Math.max(longest, performance.now() - from);
  }
  return { value: work.result as T, ms: performance.now() - start, longest };
}

/** Recorded tool calls, every step another; changes are edits, insertions and deletions in turn, spread evenly. */
async function compareRuns(steps: number, count: number) {
  const folder = mkdtempSync(join(tmpdir(), "vcr-bench-diff-"));
  try {
    const lines = Array.from({ length: steps }, (_, n) => toolLine(`call ${n}`));
    const other = [...lines];
    for (let n = 0; n < count; n++) {
      const at = Math.floor(((n + 0.5) * other.length) / Math.max(1, count));
      if (n % 3 === 0) other[at] = toolLine(`edited ${n}`);
      else other.splice(at, n % 3 === 1 ? 1 : 0, ...(n % 3 === 2 ? [toolLine(`new ${n}`)] : []));
    }
    const keys = (list: readonly string[]): string => `${list.join("\n")}\n`;
    const [a, b] = [join(folder, "a.vcr"), join(folder, "b.vcr")];
    writeFileSync(a, numbered(lines));
    writeFileSync(b, numbered(other));
    writeFileSync(join(folder, "a.keys"), keys(lines));
    writeFileSync(join(folder, "b.keys"), keys(other));
    const [left, right] = [await openFile(a), await openFile(b)];
    await readAll(left);
    await readAll(right);
    const [x, y] = [left.runs[0]!, right.runs[0]!];
    const identities = [sliced(identitiesOf(x, {})), sliced(identitiesOf(y, {}))];
    const diff = sliced(diffRuns(x, y));
    const yardstick = yardstickMs(folder);
    return {
      ms: diff.ms,
      longest: diff.longest,
      identityMs: identities.reduce((sum, each) => sum + each.ms, 0),
      found: diff.value.entries.filter((entry) => entry.op !== "equal").length,
      yardstick,
    };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function toolLine(argument: string): string {
  return `"kind":"tool","name":"search","status":"ok","request":{"body":{"q":"${argument}"}},"response":{"body":"fares for ${argument}"}}`;
}

function numbered(lines: readonly string[]): string {
  return `{"vcr":1,"id":"r_bench"}\n${lines.map((line, seq) => `{"seq":${seq},${line}`).join("\n")}\n`;
}

/** Milliseconds that `diff` takes for files of one line a step; null where there is none. */
function yardstickMs(folder: string): number | null {
  const start = performance.now();
  const { error } = spawnSync("diff", ["a.keys", "b.keys"], { cwd: folder, maxBuffer: 1 << 28 });
  return error ? null : performance.now() - start;
}

/** Two requests of `megabytes`: one message edited, one inserted, one removed in every hundred. */
function comparePayloads(megabytes: number) {
  const dice = new Dice(7);
  const messages: Json[] = [];
  for (let length = 0; length < megabytes * 1e6; ) {
    const content = `${messages.length} ${dice.text(2000)}`;
    messages.push({ role: messages.length % 2 === 0 ? "user" : "assistant", content });
    length += 2040;
  }
  const other = messages.flatMap((message, n): Json[] => {
    if (n % 100 === 30) return [{ role: "user", content: `edited ${n} ${JSON.stringify(message)}` }];
    if (n % 100 === 60) return [{ role: "user", content: `inserted ${n}` }, message];
    return n % 100 === 90 ? [] : [message];
  });
  const parsed = (list: readonly Json[]): Json => JSON.parse(JSON.stringify({ model: "m", messages: list })) as Json;
  const diff = sliced(diffPayloads(parsed(messages), parsed(other)));
  return { ms: diff.ms, longest: diff.longest, found: diff.value.ops.length };
}
