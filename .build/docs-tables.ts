import { existsSync } from "node:fs";
import { SAMPLES } from "../sample-traces/agents/samples.ts";
import { COMMANDS } from "../src/app/commands.ts";
import { keyTable } from "../src/app/prompt/help.ts";
import { vcrProgram } from "../src/cli/program.ts";
import { FORMATS } from "../src/formats/registry.ts";
import { filterHelp } from "../src/query/filter-help.ts";
import { PURPOSES, ROOMS } from "../test/support/rooms.ts";
import { diffScreenText, traceScreenText } from "./docs-screens.ts";

/** What a generated part of a document may be named, and its text. */
export const TABLES: Readonly<Record<string, () => string | Promise<string>>> = {
  "screen-trace": traceScreenText,
  "screen-diff": diffScreenText,
  rooms: () => {
    const present = (room: string): boolean => existsSync(`src/${room}`) || existsSync(room);
    const rows = Object.entries(ROOMS).filter(([room]) => present(room));
    return table(
      ["room", "what it holds", "imports"],
      rows.map(([room, imports]) => [`\`${room}\``, PURPOSES[room] ?? "", imports.filter(present).join(", ") || "-"]),
    );
  },
  samples: () =>
    table(
      ["file", "what it shows"],
      [
        ...SAMPLES.map(({ name, shows }) => [`${name}.vcr`, shows]),
        ["tool-error.vcr.gz", "the same run as tool-error.vcr, compressed"],
        ["truncated.vcr", "tool-error.vcr as a recorder leaves it that was killed: the last line is half there"],
      ],
    ),
  keys: () =>
    table(
      ["keys", "what it does"],
      keyRows().flatMap(({ group, keys, title }, index, all) => [
        ...(all[index - 1]?.group === group ? [] : [[`**${group}**`, ""]]),
        [keys.split("  ").map(code).join(" "), title],
      ]),
    ),
  commands: () =>
    table(
      ["command", "what it does", "options"],
      vcrProgram().commands.map((command) => [
        code(`vcr ${command.name()} ${command.usage().replace("[options] ", "")}`.trim()),
        command.description(),
        command.options.map(({ long, short }) => code(long ?? short ?? "")).join(" "),
      ]),
    ),
  formats: () =>
    table(
      ["format", "written by", "how well"],
      FORMATS.map(({ title, writtenBy, support }) => [title, writtenBy, support]),
    ),
  "filter-fields": () =>
    table(
      ["term", "what it matches", "as in"],
      filterHelp().map(({ term, help, example }) => [code(term), help, code(example)]),
    ),
};

/** Two lists have rows that read the same: they stand in the document once. */
function keyRows(): ReturnType<typeof keyTable> {
  const seen = new Set<string>();
  return keyTable(COMMANDS).filter(({ group, keys, title }) => {
    const row = `${group}|${keys}|${title}`;
    return !seen.has(row) && seen.add(row);
  });
}

function code(text: string): string {
  return text.includes("`") ? `\`\` ${text} \`\`` : `\`${text}\``;
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]): string =>
    `| ${cells.map((cell) => cell.replaceAll("|", "\\|")).join(" | ")} |`;
  return [line(head), `|${head.map(() => "---|").join("")}`, ...rows.map(line)].join("\n");
}
