import { Box } from "ink";
import { render } from "ink-testing-library";
import { expect, test } from "vitest";
import { Cells } from "../../components/cells.tsx";
import { span } from "../../src/cells/line.ts";

test("lines are drawn as they are, cut and filled to the box", () => {
  const lines = [[span("one"), span(" two", { bold: true })], [], [span("漢字 and far too long")]];
  const { lastFrame } = render(
    <Box borderStyle="single" width={14}>
      <Cells lines={lines} width={12} height={4} color={false} />
    </Box>,
  );
  const frame = (lastFrame() ?? "").replace(/\x1b\[[\d;]*m/g, "");
  expect(frame.split("\n")).toEqual([
    "┌────────────┐",
    "│one two     │",
    "│            │",
    "│漢字 and fa…│",
    "│            │",
    "└────────────┘",
  ]);
});

test("styles become attributes and colours", () => {
  const lines = [
    [span("a", { bold: true, fg: 2 }), span("b", { fg: "#ff8000" }), span("c", { bg: 9 }), span("d", { fg: 200 })],
  ];
  const { lastFrame } = render(<Cells lines={lines} width={4} height={1} />);
  expect(lastFrame()).toMatch(/\x1b\[1m.*\x1b\[32m.*a.*\x1b\[38;2;255;128;0mb.*\x1b\[101mc.*\x1b\[38;5;200md/);
});

test("a new frame replaces the old one", () => {
  const { lastFrame, rerender } = render(<Cells lines={[[span("old")]]} width={5} height={1} />);
  rerender(<Cells lines={[[span("new")]]} width={5} height={1} />);
  expect(lastFrame()?.trim()).toBe("new");
});
