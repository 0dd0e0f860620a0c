import { PURPOSES, ROOMS } from "../test/support/rooms.ts";

/** What a generated part of a document may be named, and its text. */
export const TABLES: Readonly<Record<string, () => string>> = {
  rooms: () =>
    table(
      ["room", "what it holds", "imports"],
      Object.entries(ROOMS)
        .filter(([room]) => PURPOSES[room] !== undefined)
        .map(([room, imports]) => [`\`${room}\``, PURPOSES[room] ?? "", imports.join(", ") || "-"]),
    ),
};

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]): string =>
    `| ${cells.map((cell) => cell.replaceAll("|", "\\|")).join(" | ")} |`;
  return [line(head), `|${head.map(() => "---|").join("")}`, ...rows.map(line)].join("\n");
}
