import { parseArgs } from "node:util";
import { diffRows } from "./diff-jobs.ts";
import { engineRows } from "./engine-jobs.ts";
import { indexRows } from "./index-jobs.ts";
import { liveRows } from "./live-jobs.ts";
import { jsonOf, tableOf } from "./report.ts";
import { startRows } from "./start-jobs.ts";

/**
 * `npm run bench [-- --json] [--quick] [--only start|index|diff|engine|live]`. Ratios count: they are taken in one run, job by job in
 * turns, so that what else the machine does hits all of them alike. `--quick` leaves the 1 GB files out.
 */
const { values } = parseArgs({
  options: { json: { type: "boolean" }, quick: { type: "boolean" }, only: { type: "string" } },
});
const root = process.cwd();
const sizes = values.quick ? [1, 30] : [1, 100, 1000];
const repeat = values.quick ? 5 : 11;

const parts = [];
const wanted = (part: string): boolean => values.only === undefined || values.only === part;
if (wanted("start")) parts.push(await startRows(root, sizes, repeat));
if (wanted("index")) parts.push(await indexRows(root, sizes.slice(1), values.quick ? 3 : 5));
if (wanted("diff")) parts.push(await diffRows(root, values.quick ? 1 : 3));
if (wanted("engine")) parts.push(await engineRows(root, values.quick ? 5 : 15));
if (wanted("live")) parts.push(await liveRows(root, values.quick ? 30 : 200));
const report = { rows: parts.flatMap((part) => part.rows), skipped: parts.flatMap((part) => part.skipped) };
process.stdout.write(values.json ? `${JSON.stringify(jsonOf(report), null, 1)}\n` : tableOf(report));
