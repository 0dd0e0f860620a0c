import { tableOf } from "../keys/remap.ts";
import { firstGroup, helpLines, keysOf } from "../prompt/help.ts";
import { paletteEntries } from "../prompt/palette.ts";
import { withKeys } from "../selectors/choice-keys.ts";
import { choicesOf } from "../selectors/choices.ts";
import { type OverviewLine, overviewLines } from "../selectors/overview.ts";
import type { Overlay, State } from "../state.ts";

/** Commands of the palette that are said for one query. */
const OFFERED = 15;

/** What lies above everything, as lines. */
export function overlayText(state: State, overlay: Overlay): readonly string[] {
  switch (overlay.type) {
    case "help":
      return helpLines(overlay.context, tableOf(state).commands, firstGroup(state)).map(({ type, keys, title, id }) =>
        type === "group" ? `${title}:` : `  ${keys}: ${title} (${id})`,
      );
    case "log":
      return state.log.length === 0 ? ["no messages"] : state.log.map(({ tone, text }) => `${tone}: ${text}`);
    case "choices": {
      const { title, list, empty } = choicesOf(state, overlay.kind);
      if (list.length === 0) return [`${title}: ${empty}`];
      const deletes = overlay.kind === "breakpoints" || overlay.kind === "marks" ? ", d and a number deletes" : "";
      return [
        `${title}: a number takes one${deletes}, an empty line goes back`,
        ...list
          .map((each) => withKeys(each, tableOf(state).commands))
          .map(({ label, help }, n) => `${n + 1}: ${label.trim()}${help === "" ? "" : `, ${help}`}`),
      ];
    }
    case "palette": {
      const found = paletteEntries(state, overlay.query, tableOf(state).commands);
      const rest = found.length > OFFERED ? [`and ${found.length - OFFERED} more`] : [];
      return [
        "Commands: words find some, a number runs one, an empty line goes back",
        ...found.slice(0, OFFERED).map((command, n) => `${n + 1}: ${command.title}, ${keysOf(command)}`),
        ...rest,
      ];
    }
    case "overview":
      return (overviewLines(state) ?? ["still being summed"]).map(sentenceOf);
  }
}

function sentenceOf(line: string | OverviewLine): string {
  if (typeof line === "string") return line;
  return [line.label, line.text].filter(Boolean).join(": ");
}

/** Whether it is read and done with: nothing in it is chosen. */
export function isForReading({ type }: Overlay): boolean {
  return type !== "choices" && type !== "palette";
}
