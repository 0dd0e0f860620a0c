import { type Spent, spentJson } from "../../fork/spent.ts";
import type { JsonObject } from "../../json/json.ts";
import type { RunTally } from "../../record/run-tally.ts";
import { short } from "../../stats/sum-text.ts";
import { quoted } from "../../text/quoted.ts";
import { sanitise } from "../../text/sanitise.ts";
import type { WrittenSums } from "../agent/written-sums.ts";

const NOTHING = "vcr: nothing was recorded, so there is no file";

export interface RecordFacts {
  readonly tally: RunTally;
  /** Calls that failed, those of tools that the agent ran by itself among them. */
  readonly errors: number;
  /** Undefined: the file could not be read again. */
  readonly tokens: WrittenSums["tokens"] | undefined;
  /** In a few words. */
  readonly cost: Spent | undefined;
  readonly path: string;
  readonly argv: readonly string[];
  readonly bypassed: ReadonlyMap<string, number>;
  /** By Ctrl-C: that nothing was recorded needs no advice then. */
  readonly interrupted: boolean;
}

/** What `vcr record` says on stderr when the agent has ended; the last line is the command that opens the run. */
export function recordSummary(how: RecordFacts): readonly string[] {
  const { tally, errors, tokens, cost, path, argv, bypassed, interrupted } = how;
  const gaps = [...bypassed].map(
    ([host, count]) =>
      `vcr: ${count} connection${count === 1 ? "" : "s"} to ${sanitise(host)} went past the recording (a client that vcr cannot redirect)`,
  );
  if (tally.events === 0 && interrupted) return [...gaps, NOTHING];
  if (tally.events === 0) return [...gaps, ...nothing(argv, bypassed.size > 0)];
  const kinds = [...tally.byKind].sort((a, b) => b[1] - a[1]).map(([kind, count]) => `${count} ${kind}`);
  const facts = [
    `${tally.events} event${tally.events === 1 ? "" : "s"} (${kinds.join(", ")})`,
    `${errors} error${errors === 1 ? "" : "s"}`,
    ...(tally.retries === 0 ? [] : [`${tally.retries} ${tally.retries === 1 ? "retry" : "retries"}`]),
    ...(tally.truncated === 0 ? [] : [`${tally.truncated} truncated`]),
    tokensWords(tokens),
    ...(cost === undefined ? [] : [cost.words]),
  ];
  return [...gaps, `vcr: recorded ${facts.join(" · ")} in ${sanitise(path)}`, `vcr ${quoted(path)}`];
}

function tokensWords(tokens: RecordFacts["tokens"]): string {
  if (tokens?.in.known === undefined && tokens?.out.known === undefined) return "tokens unknown";
  return `${short(tokens.in)}→${short(tokens.out)} tokens`;
}

/** The same for programs; `path` is null when nothing was recorded. */
export function recordJson(
  how: RecordFacts & {
    readonly id: string;
    /** How the agent ended, or why it could not be started. */
    readonly agent: { readonly code?: number; readonly signal?: string; readonly notStarted?: string };
    readonly refused: readonly string[];
    readonly problem: string | undefined;
  },
): JsonObject {
  const { tally, errors, cost, path, bypassed, id, agent, refused, problem } = how;
  const { tokensIn, tokensOut } = tally;
  return {
    ...{ id, path: tally.events === 0 ? null : path, agent },
    events: Object.fromEntries(tally.byKind),
    errors,
    retries: tally.retries,
    truncated: tally.truncated,
    tokens: {
      ...(tokensIn === undefined ? {} : { in: tokensIn }),
      ...(tokensOut === undefined ? {} : { out: tokensOut }),
    },
    ...(cost === undefined ? {} : { cost: spentJson(cost) }),
    bypassed: Object.fromEntries(bypassed),
    keptBack: refused,
    ...(problem === undefined ? {} : { problem }),
  };
}

function nothing(argv: readonly string[], bypassed: boolean): readonly string[] {
  const hints = bypassed
    ? ["give that client a base URL: one of the variables that vcr doctor names, or its own option"]
    : [
        "no call to a known provider came through vcr",
        "does it call a server of its own? name that in vcr.config.js: export default { providers: [{ id, upstream }] }",
        "does it start with its environment emptied, or in a container? vcr record --listen",
      ];
  const command = argv.length > 0 ? argv.map(quoted).join(" ") : "CMD";
  return [
    NOTHING,
    ...hints.map((hint) => `     - ${hint}`),
    `     vcr doctor -- ${sanitise(command)} says how each provider would be reached`,
  ];
}
