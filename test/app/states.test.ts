import { describe, expect, test } from "vitest";
import { docFor } from "../../src/app/detail/doc-for.ts";
import { tabsOf } from "../../src/app/selectors/tabs.ts";
import { app, type Driver } from "./driver.ts";

const RUN = [
  { kind: "node", name: "plan", body: { before: { goal: "fly" }, after: { goal: "fly", day: "May" } } },
  { kind: "llm", name: "m", what: "calls book" },
  { kind: "node", name: "book", body: { before: { goal: "fly", day: "May" }, after: { day: "May", seat: "4A" } } },
  { kind: "checkpoint", name: "saved", body: { after: { day: "May", seat: "4B" } } },
] as const;

function shown({ state }: Driver): readonly string[] {
  const doc = docFor(state);
  return Array.from({ length: doc.count }, (_, n) =>
    doc
      .row(n)
      .spans.map(({ text }) => text)
      .join(""),
  );
}

describe("a step that holds a state", () => {
  test("has tabs before, after, what changed and raw, on the keys they have elsewhere", () => {
    const keys = ({ state }: Driver) => tabsOf(state).list.map(({ key, title }) => `${key} ${title}`);
    expect(keys(app(RUN))).toEqual(["1 Before", "2 After", "5 Δ", "6 Raw"]);
    expect(keys(app(RUN).press("j"))).toEqual(["1 Request", "2 Response", "3 Messages", "4 Tool I/O", "5 Δ", "6 Raw"]);
  });

  test("goes through its own tabs by > and <", () => {
    const driver = app(RUN).press("> > >");
    expect(driver.state.detail.tab).toBe(5);
    expect(driver.press("> >").state.detail.tab).toBe(6);
    expect(driver.press("< < < < <").state.detail.tab).toBe(0);
  });

  test("shows at a glance what it changed, then the state it left", () => {
    expect(shown(app(RUN))).toEqual([
      "changed",
      '/day absent → "May"',
      "state after",
      "{",
      'goal: "fly"',
      'day: "May"',
      "}",
    ]);
  });

  test("before and after are whole states", () => {
    expect(shown(app(RUN).press("1"))).toEqual(["{", 'goal: "fly"', "}"]);
    expect(shown(app(RUN).press("2"))).toEqual(["{", 'goal: "fly"', 'day: "May"', "}"]);
  });

  test("Δ names each place that changed, against what", () => {
    expect(shown(app(RUN).press("j j 5"))).toEqual([
      "against the state before step 2: 2 changes",
      '/goal "fly" → absent',
      '/seat absent → "4A"',
    ]);
    expect(shown(app(RUN).press("G 5"))).toEqual(["against the state after step 2: 1 change", "/seat ", "4A4B"]);
  });

  test("is shown as it was after the step when it is gone to by number", () => {
    expect(app(RUN).press("j 1").press(":").type("2").press("enter").state.detail.tab).toBe(2);
    expect(app(RUN).press(":").type("2").press("enter").state.detail.tab).toBe(0);
    expect(app(RUN).press("6").press(":").type("1").press("enter").state.detail.tab).toBe(6);
  });
});
