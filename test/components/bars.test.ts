import { describe, expect, test } from "vitest";
import { lineText } from "../../components/fit-line.ts";
import { type ScrollBarProps, scrollBar } from "../../components/scroll-bar.ts";
import { type Segment, segment, statusBar } from "../../components/status-bar.ts";
import { tabBar } from "../../components/tab-bar.ts";
import { LOOK, PLAIN_LOOK, show, widths } from "./show.ts";

describe("tabs", () => {
  const tabs = ["Request", "Response", "Messages", "Tool I/O", "Δ", "Raw"].map((title, at) => ({
    key: String(at + 1),
    title,
  }));
  test("show keys and titles", () => {
    expect(lineText(tabBar({ look: LOOK, tabs, selected: 1 }, 58))).toBe(
      " 1 Request 2 Response 3 Messages 4 Tool I/O 5 Δ 6 Raw     ",
    );
  });
  test("without room keep the title of the selected one only", () => {
    expect(lineText(tabBar({ look: LOOK, tabs, selected: 1 }, 30))).toBe(" 1 2 Response 3 4 5 6         ");
  });
  test("stand out when selected", () => {
    const line = tabBar({ look: LOOK, tabs, selected: 1 }, 58);
    expect(line.filter((span) => span.style.underline).map((span) => span.text)).toEqual(["2 Response"]);
  });
});

describe("the status line", () => {
  const hint = (key: string, title: string, priority: number): Segment => ({
    pieces: [
      { text: key, token: "hint.key" },
      { text: ` ${title}`, token: "hint" },
    ],
    priority,
    side: "right",
  });
  const segments = [
    segment("step 36", "text.strong", 9),
    segment("40 steps", "text", 5),
    segment("turn 12", "text", 4),
    segment("+2m13s", "text", 3),
    hint("?", "help", 8),
    hint("f", "filter", 2),
  ];
  test.each([
    [70, " step 36 · 40 steps · turn 12 · +2m13s               ? help  f filter |"],
    [56, " step 36 · 40 steps · turn 12 · +2m13s ? help  f filter |"],
    [55, " step 36 · 40 steps · turn 12 · +2m13s          ? help |"],
    [46, " step 36 · 40 steps · turn 12 · +2m13s ? help |"],
    [45, " step 36 · 40 steps · turn 12         ? help |"],
    [20, " step 36     ? help |"],
    [12, " step 36    |"],
    [6, " step…|"],
  ])("in %i cells", (width, shown) => {
    expect(show([statusBar({ look: LOOK, segments, rightSeparator: "  " }, width)])).toBe(shown);
  });
  test("is exact at any width", () => {
    for (let width = 0; width < 80; width++)
      expect(widths([statusBar({ look: LOOK, segments }, width)])).toEqual([width]);
  });
  test("of equally important segments loses the last first", () => {
    const equal = ["one", "two", "three"].map((text) => segment(text, "text", 1));
    expect(lineText(statusBar({ look: LOOK, segments: equal }, 13))).toBe(" one · two   ");
  });
  test("shows hostile text as text", () => {
    const line = statusBar({ look: LOOK, segments: [segment("a\x07", "text", 1)] }, 5);
    expect(lineText(line)).toBe(" a␇  ");
  });
});

describe("the scroll bar", () => {
  const column = (props: Omit<ScrollBarProps, "look">, height: number, look = LOOK) =>
    scrollBar({ look, ...props }, height)
      .map((line) => lineText(line))
      .join("");
  test("is blank while everything is in view", () => {
    expect(column({ count: 5, top: 0, visible: 6 }, 6)).toBe("      ");
  });
  test("shows what part is in view", () => {
    expect(column({ count: 100, top: 0, visible: 20 }, 10)).toBe("██││││││││");
    expect(column({ count: 100, top: 80, visible: 20 }, 10)).toBe("││││││││██");
    expect(column({ count: 100, top: 40, visible: 20 }, 10)).toBe("││││██││││");
  });
  test("touches an end only when the list is there", () => {
    expect(column({ count: 1000, top: 1, visible: 10 }, 10)).toBe("│█││││││││");
    expect(column({ count: 1000, top: 989, visible: 10 }, 10)).toBe("││││││││█│");
  });
  test("has ticks where things are, later kinds over earlier ones", () => {
    const ticks = [
      { kind: "error", rows: [0, 55] },
      { kind: "match", rows: [99] },
      { kind: "breakpoint", rows: [50] },
    ] as const;
    expect(column({ count: 100, top: 20, visible: 20, ticks }, 10)).toBe("✗│██│●│││━");
    expect(column({ count: 100, top: 20, visible: 20, ticks }, 10, PLAIN_LOOK)).toBe("x|##|B|||=");
  });
  test("of a short list has its ticks beside the rows", () => {
    expect(column({ count: 3, top: 0, visible: 6, ticks: [{ kind: "mark", rows: [1, 7] }] }, 6)).toBe(" ★    ");
  });
});
