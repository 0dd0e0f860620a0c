import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { tabBar } from "../../components/tab-bar.ts";
import { docFor } from "../../src/app/detail/doc-for.ts";
import { cursorLine } from "../../src/app/detail/move.ts";
import { initialState } from "../../src/app/initial-state.ts";
import type { Mouse } from "../../src/app/keys/key.ts";
import { tabAt } from "../../src/app/keys/pointer.ts";
import { layoutOf } from "../../src/app/layout/layout.ts";
import { tabsOf } from "../../src/app/selectors/tabs.ts";
import type { State } from "../../src/app/state.ts";
import { update } from "../../src/app/update.ts";
import { glyphsFor } from "../../src/theme/glyphs.ts";
import { themes } from "../../src/theme/theme.ts";
import { RunOf } from "../support/run-of.ts";

const RUN = new RunOf(Array.from({ length: 60 }, (_, i) => ({ kind: "llm" as const, what: `answer ${i}` })));

function opened(columns = 100, rows = 30): State {
  return initialState([RUN], { columns, rows }, { unicode: true, theme: "dark", time: "duration", mouse: true });
}

function mouse(state: State, action: Mouse["action"], x: number, y: number): State {
  return update(state, { type: "mouse", mouse: { action, button: 0, x, y } }).state;
}

const click = (state: State, x: number, y: number) => mouse(state, "press", x, y);

describe("clicks", () => {
  test("on a row of the list select it: header at line 0, heading at 1, step 0 at 2", () => {
    expect(click(opened(), 5, 4).list.step).toBe("2");
  });

  test("on the heading or below the last row select nothing", () => {
    const state = initialState([new RunOf([{ kind: "llm" }])], { columns: 100, rows: 30 }, opened().options);
    expect(click(state, 5, 1).list.step).toBe("0");
    expect(click(state, 5, 9).list.step).toBe("0");
  });

  test("on a row give the list the keys", () => {
    expect(click({ ...opened(), focus: "detail" }, 5, 3).focus).toBe("list");
  });

  test("on a line of the detail go to it", () => {
    const state = opened();
    const { detail } = layoutOf(state);
    const there = click(state, (detail?.x ?? 0) + 2, (detail?.y ?? 0) + 1);
    expect(there.focus).toBe("detail");
    expect(cursorLine(there, docFor(there))).toBe(Math.min(1, docFor(there).count - 1));
  });

  test("under a list that lies above everything do nothing", () => {
    const state: State = { ...opened(), overlays: [{ type: "choices", kind: "marks", selected: 0 }] };
    expect(click(state, 5, 4)).toEqual(state);
  });

  test("of other buttons, and releases, do nothing", () => {
    const state = opened();
    expect(mouse(state, "release", 5, 4)).toEqual(state);
    expect(update(state, { type: "mouse", mouse: { action: "press", button: 2, x: 5, y: 4 } }).state).toEqual(state);
  });

  test("on a tab show what is written there, at every width", () => {
    const look = { theme: themes.mono, glyphs: glyphsFor(true) };
    fc.assert(
      fc.property(fc.integer({ min: 20, max: 90 }), fc.integer({ min: 0, max: 6 }), (width, shown) => {
        const state = { ...opened(), detail: { ...opened().detail, tab: shown as State["detail"]["tab"] } };
        const { list, selected } = tabsOf(state);
        const text = tabBar({ look, tabs: list, selected }, width)
          .map((span) => span.text)
          .join("");
        for (const match of text.matchAll(/ (\d)(?= |$)/g)) {
          expect(tabAt(state, match.index + 1, width)).toBe(Number(match[1]));
        }
        expect(tabAt(state, width + 100, width)).toBeUndefined();
      }),
    );
  });
});

describe("the wheel", () => {
  test("over the list moves the selection, over the detail its text", () => {
    expect(mouse(opened(), "wheel-down", 5, 5).list.step).toBe("3");
    expect(mouse(opened(), "wheel-down", 80, 5).list.step).toBe("0");
  });

  test("scrolls the help that lies above the panes", () => {
    const state: State = { ...opened(), overlays: [{ type: "help", context: "list", top: 0 }] };
    expect(mouse(state, "wheel-down", 5, 5).overlays).toEqual([{ type: "help", context: "list", top: 3 }]);
  });
});

test("no click throws, wherever it is and however small the screen", () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 140 }),
      fc.integer({ min: 1, max: 50 }),
      fc.nat(150),
      fc.nat(60),
      (columns, rows, x, y) => {
        void click(opened(columns, rows), x, y);
      },
    ),
  );
});
