import { type Command, Option } from "commander";
import { MATCHERS } from "../../replay/matching/matcher-name.ts";
import { repeated } from "../settings/repeated.ts";

/** How calls are matched with those of a recording, and what is forgiven. */
export interface MatchingFlags {
  readonly match?: string;
  readonly threshold?: string;
  readonly window?: string;
  readonly ignore: readonly string[];
  readonly scrub: readonly string[];
  readonly allowUnmade?: boolean;
  readonly allowLoose?: boolean;
}

export function addMatchingFlags(command: Command): Command {
  return command
    .addOption(new Option("--match <how>", "how calls are matched (default: identity)").choices(MATCHERS))
    .option("--threshold <0..1>", "with --match fuzzy: least similarity (default: 0.6)")
    .option("--window <calls>", "with --match fuzzy: how many unserved calls are compared (default: 8)")
    .option(
      "--ignore <pointer>",
      "leave this place of requests out; * any key or index, ** any depth (repeatable)",
      repeated,
      [],
    )
    .option(
      "--scrub <kind>",
      "requests may differ in a time, uuid, epoch, path or order of lines (repeatable)",
      repeated,
      [],
    )
    .option("--allow-unmade", "recorded calls that are not made are no divergence")
    .option("--allow-loose", "matches by a widened rule are no divergence");
}
