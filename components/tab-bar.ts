import type { Line, Span } from "../src/cells/line.ts";
import { fitLine, lineWidth } from "./fit-line.ts";
import { type Look, styled } from "./look.ts";

/** Tabs of a pane in one line: ` 1 Request  2 Response `. Without room the titles of the others go. */

export interface Tab {
  /** The key that selects it. */
  readonly key: string;
  readonly title: string;
}

export interface TabBarProps {
  readonly look: Look;
  readonly tabs: readonly Tab[];
  /** Index of the tab that is shown; -1 for none. */
  readonly selected: number;
}

export function tabBar(props: TabBarProps, width: number): Line {
  const whole = tabSpans(props, true);
  const line = lineWidth(whole) <= width ? whole : tabSpans(props, false);
  return fitLine(line, width, { ellipsis: props.look.glyphs.ellipsis });
}

function tabSpans({ look, tabs, selected }: TabBarProps, titles: boolean): Span[] {
  return tabs.flatMap(({ key, title }, index) => {
    const active = index === selected;
    const text = titles || active ? `${key} ${title}` : key;
    return [styled(look, " ", "tab"), styled(look, text, active ? "tab.active" : "tab")];
  });
}
