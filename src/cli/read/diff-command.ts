import type { Command } from "commander";
import { colorOption } from "../settings/color-option.ts";
import type { DiffFlags } from "./diff.ts";

export function addDiffCommand(program: Command): void {
  const list = (value: string, before: readonly string[]): readonly string[] => [...before, value];
  program
    .command("diff")
    .description("where two runs part, and why")
    .argument("<a>", "a trace file of any known format; FILE#2 is its second run")
    .argument("[b]", "another; without it A is a fork and is compared with its parent")
    .option("-v, --verbose", "whole values")
    .option("-c, --context <lines>", "lines of equal steps beside a difference", "1")
    .option("--ignore <pointer>", "leave this place out; * any key or index, ** any depth (repeatable)", list, [])
    .option(
      "--scrub <kind>",
      "leave out what differs only in a time, uuid, epoch, path or order of lines (repeatable)",
      list,
      [],
    )
    .option("--json", "one JSON object")
    .option("--stat", "only the counts, the first divergence and its cause")
    .addOption(colorOption())
    .addHelpText(
      "after",
      `
Exit codes: 0 the same · 1 they differ · 2 trouble.

Examples:
  vcr diff yesterday.vcr today.vcr
  vcr diff cassette.yaml run.vcr --scrub time,uuid
  vcr diff a.vcr b.vcr --ignore '/messages/*/name' --ignore '/**/created_at' -v
  vcr diff .vcr/20261129-101500-9f8e7d6c.vcr      a fork against its parent`,
    )
    .action(async (a: string, b: string | undefined, flags: DiffFlags) => {
      const { diff } = await import("./diff.ts");
      await diff(a, b, flags);
    });
}
