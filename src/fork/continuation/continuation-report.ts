import type { JsonObject } from "../../json/json.ts";
import { differenceLines } from "../../replay/report/difference-lines.ts";
import { firstDifference } from "../../replay/report/first-difference.ts";
import { type Spent, spentJson } from "../spent.ts";
import type { ContinuationEnd, GivenResult, ToolQuestion } from "./continuation.ts";

/** How a continuation went. */
export interface ContinuationReport {
  readonly lines: readonly string[];
  readonly json: JsonObject;
}

export interface ContinuationFacts {
  readonly run: string;
  readonly at: number;
  readonly end: ContinuationEnd;
  readonly results: readonly GivenResult[];
  /** Calls that went to the provider. */
  readonly live: number;
  readonly cost: Spent | undefined;
  readonly savedAs: string | undefined;
  readonly notes: readonly string[];
}

/** Results of each kind that are listed. */
const LISTED = 20;

export function continuationReport(facts: ContinuationFacts): ContinuationReport {
  const { run, at, end, results, live, cost, savedAs, notes } = facts;
  const loose = results.filter(({ from }) => from === "by-name");
  return {
    lines: [
      `continuation of ${run} at step ${at}: ${endWords(end)}`,
      ...(savedAs === undefined ? [] : [`saved as ${savedAs}`]),
      [`${live} live call(s)`, ...(cost === undefined ? [] : [cost.words]), ...resultWords(results)].join(" · "),
      ...loose.slice(0, LISTED).map((result) => `loose: ${callWords(result)} got the result of ${result.step}`),
      ...(end.how === "no-result" ? [...(end.why === undefined ? [] : [end.why]), ...questionLines(end.question)] : []),
      ...notes,
    ],
    json: {
      continuation: run,
      at,
      end: end.how,
      ...(end.how === "done" && end.stop !== undefined ? { stop: end.stop } : {}),
      ...("why" in end && end.why !== undefined ? { why: end.why } : {}),
      ...(end.how === "no-result"
        ? {
            unanswered: {
              name: end.question.call.name,
              arguments: end.question.call.args,
              ...(end.question.nearest === undefined ? {} : { nearest: end.question.nearest.step }),
            },
          }
        : {}),
      ...(savedAs === undefined ? {} : { savedAs }),
      live,
      ...(cost === undefined ? {} : { cost: spentJson(cost) }),
      results: results.map(({ call, from, step }) => ({
        ...{ name: call.name, arguments: call.args, from },
        ...(step === undefined ? {} : { step }),
      })),
      loose: loose.length,
      notes,
    },
  };
}

function endWords(end: ContinuationEnd): string {
  switch (end.how) {
    case "done":
      return `the model is done${end.stop === undefined ? "" : ` (${end.stop})`}`;
    case "no-result":
      return "stopped - a tool call has no recorded result";
    case "stopped":
      return "stopped as you wanted";
    case "interrupted":
      return "interrupted";
    case "failed":
      return `failed - ${end.why}`;
  }
}

const SOURCES: readonly (readonly [GivenResult["from"], string])[] = [
  ["exact", "recorded"],
  ["edited", "recorded and edited"],
  ["by-name", "by name (loose)"],
  ["chosen", "chosen by you"],
  ["given", "given by you"],
];

function resultWords(results: readonly GivenResult[]): readonly string[] {
  const counts = SOURCES.flatMap(([source, words]) => {
    const count = results.filter(({ from }) => from === source).length;
    return count === 0 ? [] : [`${count} ${words}`];
  });
  return counts.length === 0 ? [] : [`tool results: ${counts.join(", ")}`];
}

/** The call, and how the nearest recorded one differs. */
export function questionLines({ call, nearest }: ToolQuestion): readonly string[] {
  const asked = `without a result: ${callWords({ call })}`;
  if (nearest === undefined) return [asked, `the recording holds no result of ${call.name}`];
  const difference = firstDifference(nearest.args, call.args);
  if (difference === undefined) return [asked, `the same as step ${nearest.step}, whose result has been given`];
  const at = difference.pointer === "" ? "" : ` at ${difference.pointer}`;
  const lines = differenceLines({ pointer: "", recorded: nearest.args, asked: call.args });
  return [asked, `nearest: step ${nearest.step}, differs${at}`, ...lines.map((line) => `  ${line}`)];
}

const LONGEST = 200;

export function callWords({ call }: Pick<ToolQuestion, "call">): string {
  const args = JSON.stringify(call.args);
  return `${call.name} ${args.length > LONGEST ? `${args.slice(0, LONGEST)}...` : args}`;
}
