import type { Run } from "../../run/run.ts";
import type { Account, ToolAccount } from "../../stats/account.ts";
import { cacheText, costClasses, costText } from "../../stats/cost-text.ts";
import { isAtLeast } from "../../stats/cost-total.ts";
import type { ModelAccount } from "../../stats/model-account.ts";
import type { Growth, Overview, Ranked } from "../../stats/overview.ts";
import { short, tokensText, toolTime, total } from "../../stats/sum-text.ts";
import { formatCost, formatCount, formatDuration } from "../../text/format.ts";
import { sanitise } from "../../text/sanitise.ts";
import { sparkline } from "../../text/sparkline.ts";
import type { State } from "../state.ts";

/** A line of the overview; one with a step leads there. */
export interface OverviewLine {
  readonly label: string;
  readonly text: string;
  readonly step?: string;
  readonly heading?: boolean;
  readonly token?: string;
}

/** Lines of the models and tools; what is behind them is rare. */
const MOST_LINES = 12;
const SPARK_CELLS = 40;
const MOST_AGENTS = 6;

let last:
  | { readonly overview: Overview; readonly unicode: boolean; readonly lines: readonly OverviewLine[] }
  | undefined;

/** Undefined while the run is being summed. */
export function overviewLines({ overview, run, options }: State): readonly OverviewLine[] | undefined {
  if (!overview) return undefined;
  const { unicode } = options;
  if (last?.overview !== overview.of || last.unicode !== unicode)
    last = { overview: overview.of, unicode, lines: linesOf(overview.of, run, unicode) };
  return last.lines;
}

/** Steps that lines lead to, in the lines' order. */
export function overviewSteps(state: State): readonly string[] {
  return (overviewLines(state) ?? []).flatMap(({ step }) => (step === undefined ? [] : [step]));
}

function linesOf(overview: Overview, run: Run, unicode: boolean): readonly OverviewLine[] {
  const { account, slowest, dearest, errors, growth, uncached } = overview;
  const ranked = (each: Ranked, value: string): OverviewLine => ({
    label: value,
    text: sanitise(`${each.step}  ${each.kind} ${each.name ?? ""}  ${whatOf(run, each.step)}`),
    step: each.step,
  });
  return [
    ...totals(account),
    ...section("models", account.models.slice(0, MOST_LINES).map(modelLine)),
    ...section("tools", account.tools.slice(0, MOST_LINES).map(toolLine)),
    ...section(
      "slowest",
      slowest.map((each) => ranked(each, formatDuration(each.value))),
    ),
    ...section(
      "dearest",
      dearest.map((each) => ranked(each, formatCost(each.value))),
    ),
    ...section("errors", errors.slice(0, MOST_LINES).map(errorLine)),
    ...section(
      "input of each call, over time",
      growth.slice(0, MOST_AGENTS).map((each) => growthLine(each, unicode)),
    ),
    ...section(
      "most input that no cache had",
      uncached.map((each) => ranked(each, formatCount(each.value))),
    ),
  ];
}

function section(title: string, lines: readonly OverviewLine[]): readonly OverviewLine[] {
  return lines.length === 0 ? [] : [{ label: title, text: "", heading: true }, ...lines];
}

function totals(account: Account): readonly OverviewLine[] {
  const { firstError, errors, retries } = account;
  const facts: readonly (readonly [label: string, text: string | undefined, step?: string | undefined])[] = [
    ["steps", `${account.steps}${account.agents > 1 ? `, ${account.agents} agents` : ""}`],
    ["errors", errors > 0 ? String(errors) : undefined, firstError?.step],
    ["retries", retries > 0 ? String(retries) : undefined],
    ["time in calls", total(account.time, formatDuration)],
    ["tokens", tokensText(account)],
    ["cache", cacheText(account.tokens)],
    ["cost", costText(account)],
    ["", costClasses(account.cost)],
    ["stored cost", account.otherStored === undefined ? undefined : `${formatCost(account.otherStored)} for the run`],
  ];
  return facts.flatMap(([label, text, step]) =>
    text === undefined ? [] : [{ label, text: sanitise(text), ...(step !== undefined && { step }) }],
  );
}

function modelLine({ model, calls, errors, retries, tokens, time, cost, first }: ModelAccount): OverviewLine {
  const facts = [
    count(calls, "call"),
    errors > 0 ? count(errors, "error") : "",
    retries > 0 ? `${retries} ${retries === 1 ? "retry" : "retries"}` : "",
    `${short(tokens.in)} in, ${short(tokens.out)} out`,
    tokens.reasoning.known ? `${formatCount(tokens.reasoning.known)} reasoning` : "",
    short(time, formatDuration),
    cost.usd === undefined ? "" : short({ known: cost.usd, unknown: isAtLeast(cost) ? 1 : 0 }, formatCost),
  ];
  return { label: sanitise(model ?? "(not named)"), text: facts.filter(Boolean).join(" · "), step: first };
}

function toolLine(tool: ToolAccount): OverviewLine {
  const facts = [
    count(tool.calls, "call"),
    tool.errors > 0 ? count(tool.errors, "error") : "",
    tool.pending > 0 ? `${tool.pending} pending` : "",
    toolTime(tool),
  ];
  return { label: sanitise(tool.name), text: facts.filter(Boolean).join(" · "), step: tool.first };
}

function errorLine({ count: times, step, kind, name, text }: Overview["errors"][number]): OverviewLine {
  const words = text.replace(/\s+/g, " ");
  return {
    label: times === 1 ? "once" : `${times} times`,
    text: sanitise(`${step}  ${kind} ${name ?? ""}  ${words}`),
    step,
    token: "status.error",
  };
}

/** `▁▂▃▅▇  420 to 2.6k, most 2.6k at step 37`. */
function growthLine({ agent, input, steps }: Growth, unicode: boolean): OverviewLine {
  let most = 0;
  for (let n = 0; n < input.length; n++) if ((input[n] ?? 0) > (input[most] ?? 0)) most = n;
  const step = steps[most] ?? "";
  const ends = `${formatCount(input[0])} to ${formatCount(input.at(-1))}`;
  const text = `${sparkline(input, SPARK_CELLS, unicode)}  ${ends}, most ${formatCount(input[most])} at step ${step}`;
  return { label: sanitise(agent), text, step };
}

function count(amount: number, noun: string): string {
  return `${amount} ${noun}${amount === 1 ? "" : "s"}`;
}

function whatOf(run: Run, step: string): string {
  const i = run.indexOf(step);
  return i < 0 ? "" : run.what(i).replace(/\s+/g, " ");
}
