import type { Line, Span } from "../src/cells/line.ts";
import { formatCost, formatCount } from "../src/text/format.ts";
import { sanitise } from "../src/text/sanitise.ts";
import { pad, padStart, truncate } from "../src/text/width.ts";
import type { Glyphs } from "../src/theme/glyphs.ts";
import type { KindName } from "../src/theme/token.ts";
import { type Column, type Columns, GUTTER } from "./event-columns.ts";
import { fitLine, restyle } from "./fit-line.ts";
import { type Look, styled } from "./look.ts";

/** One event as a line of the list, and the line of headings above. */

export type StatusName = "ok" | "error" | "truncated" | "pending";

/** What the list shows of an event. Texts come as recorded. A missing field is unknown and stays blank. */
export interface EventCells {
  /** "36" or "36a". */
  readonly step: string;
  readonly kind: KindName;
  readonly status: StatusName;
  /** Where its answer came from, when not from a plain recording. */
  readonly origin?: "served" | "live" | "given" | undefined;
  readonly name?: string | undefined;
  readonly agent?: string | undefined;
  /** Duration, clock, offset: as the time column is set. */
  readonly time?: string | undefined;
  readonly tokens?: { readonly in?: number | undefined; readonly out?: number | undefined } | undefined;
  /** USD. */
  readonly cost?: number | undefined;
  /** A replay answered it by something weaker than an equal request, or not at all. */
  readonly match?: "loose" | "missed" | undefined;
  /** Changed on its way: what was asked, or what was answered. */
  readonly edited?: boolean;
  /** Which attempt at its call this is, from 1; of the last one that is how many there were. */
  readonly attempt?: number;
  /** One that failed, or the last: the others are folded under it, or shown. */
  readonly attempts?: "failed" | "folded" | "shown";
  readonly what: string;
}

export interface EventRowProps {
  readonly look: Look;
  readonly columns: Columns;
  readonly event: EventCells;
  readonly selected?: boolean;
  /** The list has the keys: the selected row is inverse, not only marked. */
  readonly active?: boolean;
  readonly breakpoint?: "on" | "off" | undefined;
  readonly marked?: boolean;
  /** The call stands still: a sign, and the word instead of its status. */
  readonly held?: boolean;
  /** The search found something in this event. */
  readonly hit?: boolean;
}

const SHORT_KIND: Readonly<Record<KindName, string>> = {
  llm: "llm",
  tool: "tool",
  memory: "mem",
  node: "node",
  message: "msg",
  checkpoint: "chkp",
  error: "err",
  http: "http",
  raw: "raw",
};
const LONG_KIND: Readonly<Record<KindName, string>> = {
  ...SHORT_KIND,
  memory: "memory",
  checkpoint: "chkpt",
  error: "error",
};

/** Longest text looked at: a row shows a small part of it. */
const LONGEST = 500;

export function eventRow(props: EventRowProps, width: number): Line {
  const { look, columns, selected = false, active = false } = props;
  const cells = columns.list.flatMap((column, index) => {
    const last = index === columns.list.length - 1;
    return [...cell(props, column), ...(last ? [] : [styled(look, " ", "text")])];
  });
  const line = fitLine([...gutter(props), ...cells], width, { ellipsis: look.glyphs.ellipsis });
  return selected ? restyle(line, look.theme.style(active ? "cursor" : "cursor.inactive")) : line;
}

/** Cursor or breakpoint first; what the cursor hides moves to the second cell, where marks are. */
function gutter({ look, selected, breakpoint, marked, held }: EventRowProps): Span[] {
  const { glyphs } = look;
  const signs: Span[] = [];
  if (selected) signs.push(styled(look, glyphs.cursor, "text.strong"));
  if (held) signs.push(styled(look, glyphs.held, "live"));
  if (breakpoint !== undefined) {
    signs.push(styled(look, breakpoint === "on" ? glyphs.breakpoint : glyphs.breakpointOff, "breakpoint"));
  }
  if (marked) {
    if (signs.length === 0) signs.push(styled(look, " ", "text"));
    signs.push(styled(look, glyphs.mark, "mark"));
  }
  return [...fitLine(signs.slice(0, GUTTER), GUTTER)];
}

function cell(props: EventRowProps, { id, width }: Column): Span[] {
  const { look, event, columns } = props;
  const { ellipsis } = look.glyphs;
  const fixed = (text: string, token: string) => [styled(look, pad(text, width, ellipsis), token)];
  switch (id) {
    case "number":
      return fixed(
        numberText(event.step, columns.digits),
        props.hit ? "match" : /\D/.test(event.step) ? "text.dim" : "text",
      );
    case "kind":
      return fixed(kindText(event.kind, columns.short, look.glyphs), `kind.${event.kind}`);
    case "origin":
      return originSpans(props, width);
    case "name":
      return fixed(safe(event.name ?? ""), "text");
    case "agent":
      return fixed(safe(event.agent ?? ""), "text.dim");
    case "time":
      return [styled(look, padStart(safe(event.time ?? ""), width, ellipsis), "text.dim")];
    case "tokens":
      return fixed(tokensText(event.tokens, look.glyphs), "text.dim");
    case "cost":
      return [styled(look, padStart(formatCost(event.cost), width, ellipsis), "text.dim")];
    case "what":
      return [...fitLine(whatSpans(props), width, { ellipsis })];
    case "status":
      return props.held
        ? fixed(heldText(look), "live")
        : fixed(statusText(event.status, look.glyphs), `status.${event.status}`);
  }
}

function safe(text: string): string {
  return sanitise(text.slice(0, LONGEST));
}

/** Digits stand under digits, letters behind them: "  7 ", " 36a". */
function numberText(step: string, digits: number): string {
  const number = /^\d*/.exec(step)?.[0] ?? "";
  return number.padStart(digits) + step.slice(number.length);
}

function kindText(kind: KindName, short: boolean, glyphs: Glyphs): string {
  return `${glyphs.kind[kind]} ${(short ? SHORT_KIND : LONG_KIND)[kind]}`;
}

/** "2.1k→312"; "?" for the half that is unknown, nothing when both are. */
function tokensText(tokens: EventCells["tokens"], glyphs: Glyphs): string {
  if (tokens?.in === undefined && tokens?.out === undefined) return "";
  return `${formatCount(tokens.in, "?")}${glyphs.arrow}${formatCount(tokens.out, "?")}`;
}

/** Glyph and word. */
export function statusText(status: StatusName, glyphs: Glyphs): string {
  return `${glyphs[status]} ${status}`;
}

function originSpans({ look, event: { origin } }: EventRowProps, width: number): Span[] {
  const sign = origin === undefined ? "" : look.glyphs.origin[origin];
  const text = width === 1 || origin === undefined ? sign : `${sign} ${origin}`;
  return [styled(look, pad(text, width, look.glyphs.ellipsis), origin === "served" ? "text.dim" : "text.strong")];
}

function heldText({ glyphs }: Look): string {
  return `${glyphs.held} held`;
}

function whatSpans({ look, event, columns, held }: EventRowProps): Line {
  const { status, match, edited } = event;
  const text = safe(event.what);
  const fit = [
    ...attemptSpans(look, event),
    ...[...(match ? [MATCH_WORDS[match]] : []), ...(edited ? ["edited: "] : [])].map((word) =>
      styled(look, word, "fork"),
    ),
  ];
  const token = status === "error" ? "status.error" : "text";
  if (columns.statusInWhat && held)
    return [styled(look, heldText(look), "live"), styled(look, text === "" ? "" : `: ${text}`, token)];
  if (!columns.statusInWhat || status === "ok") return [...fit, styled(look, text, token)];
  const label = statusText(status, look.glyphs) + (text === "" ? "" : ": ");
  return [...fit, styled(look, label, `status.${status}`), styled(look, text, token)];
}

/** `▸ 3 attempts: `, `attempt 1: `. */
function attemptSpans(look: Look, { attempt, attempts }: EventCells): Span[] {
  if (attempt === undefined || attempts === undefined) return [];
  const sign = attempts === "folded" ? look.glyphs.folded : look.glyphs.open;
  const words = attempts === "failed" ? `attempt ${attempt}: ` : `${sign} ${attempt} attempts: `;
  return [styled(look, words, "text.dim")];
}

const MATCH_WORDS = { loose: "loose match: ", missed: "no recording: " } as const;

const HEADINGS: Readonly<Record<Column["id"], string>> = {
  number: "#",
  kind: "kind",
  origin: "from",
  name: "name",
  agent: "agent",
  time: "time",
  tokens: "tokens",
  cost: "cost",
  what: "what",
  status: "status",
};

/** Headings of the columns, each on the side its cells are on. */
export function eventHeader(look: Look, columns: Columns, width: number): Line {
  const texts = columns.list.map((column) => {
    const heading = column.width === 1 ? "" : HEADINGS[column.id];
    if (column.id === "number") return pad(heading.padStart(columns.digits), column.width);
    const right = column.id === "time" || column.id === "cost";
    return right ? padStart(heading, column.width) : pad(truncate(heading, column.width, ""), column.width);
  });
  return fitLine([styled(look, `${" ".repeat(GUTTER)}${texts.join(" ")}`, "text.dim")], width, { ellipsis: "" });
}
