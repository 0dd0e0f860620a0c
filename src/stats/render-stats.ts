import type { Run } from "../run/run.ts";
import { formatClock, formatCost, formatDuration } from "../text/format.ts";
import { sanitise } from "../text/sanitise.ts";
import { pad, padStart, truncate } from "../text/width.ts";
import { type Account, FIRST_DATE } from "./account.ts";
import { cacheText, costClasses, costText } from "./cost-text.ts";
import { isAtLeast } from "./cost-total.ts";
import type { ModelAccount, TokenClass } from "./model-account.ts";
import { short, tokensText, toolTime, total } from "./sum-text.ts";

/** What `vcr stats` prints, in lines of safe plain text. */
export function renderStats(run: Run, account: Account): readonly string[] {
  const sections = [head(run, account), models(account), tools(account)].filter((lines) => lines.length > 0);
  return sections.flatMap((lines, k) => (k === 0 ? lines : ["", ...lines]));
}

const LABEL = 16;
const NAME = 32;
/** Cells of an error's text: enough to know it again. */
const TEXT = 160;
/** Tools listed; the rest is one line. */
const MOST_TOOLS = 30;

function line(label: string, text: string): string {
  return `${pad(label, LABEL)}${text}`;
}

function head(run: Run, account: Account): readonly string[] {
  const kinds = [...account.byKind].sort((a, b) => b[1] - a[1]).map(([kind, count]) => `${count} ${kind}`);
  return [
    line("file", `${sanitise(run.path)} (${run.formatTitle})`),
    line("recorded", recorded(account)),
    line("steps", `${account.steps}${account.agents > 1 ? `, ${account.agents} agents` : ""}`),
    line("events", kinds.length > 0 ? kinds.join(" · ") : "none"),
    line("errors", String(account.errors)),
    ...(account.retries > 0 ? [line("retries", String(account.retries))] : []),
    ...(account.firstError ? [line("first error", firstError(account.firstError))] : []),
    ...odd(account),
    line("time in calls", total(account.time, formatDuration)),
    line("tokens", tokensText(account)),
    ...money(account),
  ];
}

/** What it cost, and what of it a cache took part in. */
function money(account: Account): readonly string[] {
  const lines: readonly (readonly [string, string | undefined])[] = [
    ["cache", cacheText(account.tokens)],
    ["cost", costText(account)],
    ["", costClasses(account.cost)],
    ["stored cost", account.otherStored === undefined ? undefined : `${formatCost(account.otherStored)} for the run`],
  ];
  return lines.flatMap(([label, text]) => (text === undefined ? [] : [truncate(line(label, sanitise(text)), TEXT)]));
}

function recorded({ firstAt, lastAt }: Account): string {
  if (firstAt === undefined || lastAt === undefined) return "unknown (the file has no times)";
  if (firstAt < FIRST_DATE) return `for ${formatDuration(lastAt - firstAt)} (the file has no dates)`;
  const [from, to] = [day(firstAt), day(lastAt)];
  const end = from === to ? formatClock(lastAt) : `${to} ${formatClock(lastAt)}`;
  return `${from} ${formatClock(firstAt)} to ${end}, ${formatDuration(lastAt - firstAt)}`;
}

/** Local date, `2026-11-29`. */
function day(time: number): string {
  const date = new Date(time);
  const two = (value: number): string => String(value).padStart(2, "0");
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}

function firstError({ step, kind, name, text }: NonNullable<Account["firstError"]>): string {
  const who = name === undefined ? kind : `${kind} ${name}`;
  return truncate(sanitise(`step ${step}, ${who}${text === "" ? "" : `: ${text.replace(/\s+/g, " ")}`}`), TEXT);
}

function odd({ byStatus }: Account): readonly string[] {
  const words: readonly (readonly ["pending" | "truncated", string])[] = [
    ["pending", "without an answer"],
    ["truncated", "cut off"],
  ];
  return words.flatMap(([status, label]) => {
    const count = byStatus.get(status);
    return count === undefined ? [] : [line(status, `${count} ${label}`)];
  });
}

interface Column<T> {
  readonly title: string;
  readonly cell: (of: T) => string;
  /** Left out when no line has anything to say. */
  readonly optional?: (of: T) => boolean;
}

function table<T>(name: Column<T>, columns: readonly Column<T>[], rows: readonly T[]): readonly string[] {
  const shown = columns.filter(({ optional }) => !optional || rows.some(optional));
  const lines = [[name.title, ...shown.map(({ title }) => title)]];
  for (const row of rows) lines.push([sanitise(name.cell(row)), ...shown.map(({ cell }) => cell(row))]);
  return lines.map(([first = "", ...cells]) =>
    `${pad(truncate(first, NAME), NAME)}${cells.map((cell) => padStart(cell, 10)).join("")}`.trimEnd(),
  );
}

function tokenColumn(title: string, of: TokenClass, optional: boolean): Column<ModelAccount> {
  const cell = ({ tokens }: ModelAccount): string => short(tokens[of]);
  return optional ? { title, cell, optional: ({ tokens }) => (tokens[of].known ?? 0) > 0 } : { title, cell };
}

function models({ models }: Account): readonly string[] {
  if (models.length === 0) return [];
  const lines = table(
    { title: "model", cell: ({ model }) => model ?? "(not named)" },
    [
      { title: "calls", cell: ({ calls }) => String(calls) },
      { title: "errors", cell: ({ errors }) => String(errors), optional: ({ errors }) => errors > 0 },
      { title: "retries", cell: ({ retries }) => String(retries), optional: ({ retries }) => retries > 0 },
      tokenColumn("in", "in", false),
      tokenColumn("cached", "cacheRead", true),
      tokenColumn("written", "cacheWrite", true),
      tokenColumn("out", "out", false),
      tokenColumn("reasoning", "reasoning", true),
      {
        title: "no usage",
        cell: ({ callsWithoutUsage }) => String(callsWithoutUsage),
        optional: ({ callsWithoutUsage }) => callsWithoutUsage > 0,
      },
      { title: "time", cell: ({ time }) => short(time, formatDuration) },
      { title: "cost", cell: costCell, optional: ({ cost }) => cost.usd !== undefined },
    ],
    models,
  );
  const estimated = models.some(({ cost }) => cost.estimated);
  return estimated ? [...lines, "Costs are estimates from public prices; a bill may differ."] : lines;
}

function costCell({ cost }: ModelAccount): string {
  return short({ known: cost.usd, unknown: isAtLeast(cost) ? 1 : 0 }, formatCost);
}

function tools({ tools }: Account): readonly string[] {
  if (tools.length === 0) return [];
  const lines = table(
    { title: "tool", cell: ({ name }) => name },
    [
      { title: "calls", cell: ({ calls }) => String(calls) },
      { title: "errors", cell: ({ errors }) => String(errors), optional: ({ errors }) => errors > 0 },
      { title: "pending", cell: ({ pending }) => String(pending), optional: ({ pending }) => pending > 0 },
      { title: "time", cell: toolTime },
    ],
    tools.slice(0, MOST_TOOLS),
  );
  const more = tools.length - MOST_TOOLS;
  return more > 0 ? [...lines, `and ${more} more tools`] : lines;
}
