import type { Line, Span } from "../src/cells/line.ts";
import { sanitise } from "../src/text/sanitise.ts";
import { fitLine, lineWidth } from "./fit-line.ts";
import { type Look, styled } from "./look.ts";

/** A line of segments, on the left and on the right; the least important go while there is no room. For header, status and hints. */

export interface Segment {
  readonly pieces: readonly { readonly text: string; readonly token: string }[];
  /** Higher stays longer; of equals the last goes first. */
  readonly priority: number;
  readonly side?: "left" | "right";
}

export interface StatusBarProps {
  readonly look: Look;
  readonly segments: readonly Segment[];
  /** Between two segments on the left. @default " · " */
  readonly separator?: string;
  /** Between two segments on the right. @default as on the left */
  readonly rightSeparator?: string;
}

/** A segment of one piece. */
export function segment(text: string, token: string, priority: number, side: "left" | "right" = "left"): Segment {
  return { pieces: [{ text, token }], priority, side };
}

export function statusBar(props: StatusBarProps, width: number): Line {
  let shown = props.segments;
  for (;;) {
    const left = sideOf(props, shown, "left");
    const right = sideOf(props, shown, "right");
    const gap = width - 2 - lineWidth(left) - lineWidth(right);
    const least = left.length > 0 && right.length > 0 ? 1 : 0;
    if (gap < least && shown.length > 1) {
      shown = withoutLeast(shown);
      continue;
    }
    const space = styled(props.look, " ".repeat(Math.max(0, gap)), "text");
    const edge = styled(props.look, " ", "text");
    return fitLine([edge, ...left, space, ...right, edge], width, { ellipsis: props.look.glyphs.ellipsis });
  }
}

function withoutLeast(segments: readonly Segment[]): readonly Segment[] {
  const least = Math.min(...segments.map((each) => each.priority));
  const at = segments.findLastIndex((each) => each.priority === least);
  return segments.filter((_, index) => index !== at);
}

function sideOf(props: StatusBarProps, segments: readonly Segment[], side: "left" | "right"): Span[] {
  const { look, separator = ` ${look.glyphs.dot} `, rightSeparator = separator } = props;
  const between = side === "left" ? separator : rightSeparator;
  const own = segments.filter((each) => (each.side ?? "left") === side);
  return own.flatMap(({ pieces }, index) => [
    ...(index === 0 ? [] : [styled(look, between, "text.dim")]),
    ...pieces.map(({ text, token }) => styled(look, sanitise(text), token)),
  ]);
}
