import { statSync } from "node:fs";
import { runCells } from "../../app/selectors/run-cells.ts";
import { Catalog, type CatalogSources } from "../../run/catalog/catalog.ts";
import type { RunFile } from "../../run/catalog/file-walk.ts";
import type { PlacedEntry } from "../../run/catalog/lineage.ts";
import { namedPlace, type Place, usualPlaces } from "../../run/catalog/place.ts";
import { type CostOf, readFacts } from "../../run/catalog/read-facts.ts";
import { nameToType } from "../../run/catalog/run-names.ts";
import { shortNumber } from "../../text/short-number.ts";
import { pad, padStart } from "../../text/width.ts";
import { liveFiles } from "../files/live-files.ts";
import { runPath, shortPath } from "../files/run-path.ts";
import { shownFile } from "../files/shown-file.ts";
import { surroundings } from "../files/surroundings.ts";
import { Output } from "../output.ts";
import type { PriceFlags } from "../settings/price-flags.ts";
import { pricesFor } from "../settings/prices.ts";
import { Trouble } from "../trouble.ts";
import { costsBy } from "./run-costs.ts";

/** The runs of folders and files that were named; of the usual places when none was. @throws Trouble for what is not there */
export function catalogOf(words: readonly string[]): Catalog {
  return new Catalog(words.length === 0 ? { places: usualPlaces(surroundings()) } : named(words));
}

function named(words: readonly string[]): CatalogSources {
  const places: Place[] = [];
  const paths: string[] = [];
  for (const word of words) {
    const path = runPath(word);
    const stats = statSync(path, { throwIfNoEntry: false });
    if (!stats) throw new Trouble(`${word}: no such file`);
    if (stats.isDirectory()) places.push(namedPlace(path));
    else paths.push(path);
  }
  return { places, paths };
}

export interface RunsOptions extends PriceFlags {
  readonly json?: boolean;
}

/** `vcr runs [DIR...]`: every run found, newest first, forks below their originals; each file is read to its end for the sums. */
export async function runs(words: readonly string[], options: RunsOptions): Promise<void> {
  const out = new Output();
  const costOf = costsBy(await pricesFor(options));
  const catalog = catalogOf(words);
  await readHeads(catalog);
  const { entries } = catalog;
  const live = await liveFiles(entries.map(({ file }) => file.path));
  if (entries.length === 0) return tellNothing(catalog);
  const names = Math.min(LONGEST_NAME, Math.max(...entries.map(({ file }) => typedName(file).length)));
  if (!options.json) await out.line(line(HEADING, names));
  for (const entry of entries) {
    const known = await whole(entry, costOf);
    await out.line(options.json ? JSON.stringify(runJson(known, live)) : runLine(known, { names, live }));
  }
}

const pause = () => new Promise<void>((resolve) => setImmediate(resolve));

async function readHeads(catalog: Catalog): Promise<void> {
  catalog.list(Number.POSITIVE_INFINITY);
  for (let job = catalog.next(); job; job = catalog.next())
    catalog.take(job.path, await readFacts(job.path, { ...job, shown: shownFile, pause }));
}

async function whole(entry: PlacedEntry, costOf: CostOf): Promise<PlacedEntry> {
  if (entry.problem !== undefined) return entry;
  const result = await readFacts(entry.file.path, { whole: true, costOf, shown: shownFile, pause });
  if (result.type === "facts") return { ...entry, facts: result.facts };
  return result.type === "problem" ? { ...entry, problem: result.text } : entry;
}

function tellNothing({ sources }: Catalog): void {
  const folders = sources.places.map(({ folder }) => `  ${shortPath(folder)}\n`).join("");
  process.stderr.write(
    `vcr: no runs found in\n${folders}vcr record -- CMD records a run, vcr FILE opens one, vcr demo opens a sample\n`,
  );
}

/** A longer path sticks out of its column: it has to be whole to be typed. */
const LONGEST_NAME = 28;

const HEADING = {
  name: "id",
  age: "age",
  steps: "steps",
  errors: "err",
  tokens: "tokens",
  cost: "cost",
  size: "size",
  format: "format",
  prompt: "first prompt",
};

function typedName(file: RunFile): string {
  return shortPath(nameToType(file));
}

function runLine(entry: PlacedEntry, { names, live }: { names: number; live: ReadonlySet<string> }): string {
  const cells = runCells(entry, { now: Date.now(), live });
  const tree = entry.depth > 0 ? `${"  ".repeat(entry.depth - 1)}└ ` : "";
  const link = cells.link === "" ? "" : `${cells.link} · `;
  return line(
    { ...cells, name: typedName(entry.file), prompt: `${tree}${cells.live ? "LIVE · " : ""}${link}${cells.prompt}` },
    names,
  );
}

function line(cells: Readonly<Record<keyof typeof HEADING, string>>, names: number): string {
  const numbers = [
    padStart(cells.age, 6),
    padStart(cells.steps, 5),
    padStart(cells.errors, 4),
    padStart(cells.tokens, 7),
    padStart(cells.cost, 8),
    padStart(cells.size, 8),
  ];
  return [cells.name.padEnd(names), ...numbers, pad(cells.format, 11), cells.prompt].join("  ").trimEnd();
}

/** A run for other programs; what is unknown is left out. Times are ISO 8601, sizes bytes, cost USD. */
function runJson({ file, facts, problem, parent, children }: PlacedEntry, live: ReadonlySet<string>) {
  const { header, sums } = facts ?? {};
  return {
    path: file.path,
    name: nameToType(file),
    live: live.has(file.path) || undefined,
    from: file.origin,
    modified: new Date(file.modified).toISOString(),
    size: file.size,
    format: facts?.format,
    id: header?.id,
    title: header?.title,
    created: header?.created === undefined ? undefined : new Date(header.created).toISOString(),
    cwd: header?.cwd,
    argv: header?.argv,
    runs: facts?.runs,
    steps: sums?.steps,
    errors: sums?.errors,
    tokens: sums?.tokens,
    tokensAtLeast: sums?.tokensAtLeast || undefined,
    cost: sums?.cost === undefined ? undefined : shortNumber(sums.cost),
    costAtLeast: sums?.costAtLeast || undefined,
    models: sums?.models,
    prompt: facts?.prompt,
    parent: header?.parent && { ...header.parent, path: parent },
    forks: children.length > 0 ? children : undefined,
    problem,
  };
}
