import { describe, expect, test } from "vitest";
import { columnsFor } from "../../components/event-columns.ts";
import { type EventCells, type EventRowProps, eventHeader, eventRow } from "../../components/event-row.ts";
import { lineText, lineWidth } from "../../components/fit-line.ts";
import { LOOK, PLAIN_LOOK, show, widths } from "./show.ts";

const events: readonly EventCells[] = [
  {
    step: "35",
    kind: "llm",
    status: "ok",
    name: "gpt-4o-mini",
    time: "1.8s",
    tokens: { in: 2100, out: 312 },
    what: "calls search",
  },
  { step: "35a", kind: "tool", status: "ok", name: "search", time: "≈0.2s", what: 'q="SFO flights"' },
  {
    step: "36",
    kind: "llm",
    status: "ok",
    name: "gpt-4o-mini",
    agent: "planner",
    time: "2.4s",
    tokens: { in: 2500, out: 88 },
    cost: 0.031,
    what: "calls book",
  },
  { step: "36a", kind: "tool", status: "error", name: "book", time: "≈0.1s", what: "no fare" },
  { step: "37", kind: "llm", status: "pending", name: "漢字モデル", tokens: { in: 2600 }, what: "" },
  { step: "38", kind: "checkpoint", status: "truncated", what: "a\x1b[2J\nb" },
];

function list(width: number, props: Partial<EventRowProps> = {}, options: Parameters<typeof columnsFor>[1] = {}) {
  const columns = columnsFor(width, options);
  const look = props.look ?? LOOK;
  const rows = events.map((event, at) =>
    eventRow(
      {
        look,
        columns,
        event,
        ...(at === 2 ? { selected: true, active: true } : {}),
        ...(at === 3 ? { breakpoint: "on" as const } : {}),
        ...props,
      },
      width,
    ),
  );
  return [eventHeader(look, columns, width), ...rows];
}

test("beside the detail of a wide screen", () => {
  const lines = list(64);
  expect(widths(lines)).toEqual([64]);
  expect(show(lines)).toMatchInlineSnapshot(`
    "    #  kind   name          time tokens     what                |
       35  ◆ llm  gpt-4o-mini   1.8s 2.1k→312   calls search        |
       35a ⚙ tool search       ≈0.2s            q="SFO flights"     |
    ▶  36  ◆ llm  gpt-4o-mini   2.4s 2.5k→88    calls book          |
    ●  36a ⚙ tool book         ≈0.1s            ✗ error: no fare    |
       37  ◆ llm  漢字モデル         2.6k→?     ◔ pending           |
       38  ◈ chkp                               ✂ truncated: a␛[2J␊b|"
  `);
});

test("with everything there is room for", () => {
  const lines = list(120, {}, { agents: true, costs: true });
  expect(widths(lines)).toEqual([120]);
  expect(show(lines)).toMatchInlineSnapshot(`
    "    #  kind   name                  agent            time tokens        cost what                            status     |
       35  ◆ llm  gpt-4o-mini                            1.8s 2.1k→312           calls search                    ✓ ok       |
       35a ⚙ tool search                                ≈0.2s                    q="SFO flights"                 ✓ ok       |
    ▶  36  ◆ llm  gpt-4o-mini           planner          2.4s 2.5k→88     $0.031 calls book                      ✓ ok       |
    ●  36a ⚙ tool book                                  ≈0.1s                    no fare                         ✗ error    |
       37  ◆ llm  漢字モデル                                  2.6k→?                                             ◔ pending  |
       38  ◈ chkp                                                                a␛[2J␊b                         ✂ truncated|"
  `);
});

test("narrow: columns go from the right, what it is about stays", () => {
  const lines = list(36);
  expect(widths(lines)).toEqual([36]);
  expect(show(lines)).toMatchInlineSnapshot(`
    "    #  kind   name     what         |
       35  ◆ llm  gpt-4o-… calls search |
       35a ⚙ tool search   q="SFO fligh…|
    ▶  36  ◆ llm  gpt-4o-… calls book   |
    ●  36a ⚙ tool book     ✗ error: no …|
       37  ◆ llm  漢字モ…  ◔ pending    |
       38  ◈ chkp          ✂ truncated:…|"
  `);
});

test("in ASCII", () => {
  expect(show(list(56, { look: PLAIN_LOOK }))).toMatchInlineSnapshot(`
    "    #  kind   name         time what                    |
       35  * llm  gpt-4o-mi~   1.8s calls search            |
       35a $ tool search      ≈0.2s q="SFO flights"         |
    >  36  * llm  gpt-4o-mi~   2.4s calls book              |
    B  36a $ tool book        ≈0.1s x error: no fare        |
       37  * llm  漢字モデル        ? pending               |
       38  # chkp                   / truncated: a␛[2J␊b    |"
  `);
});

test.each([{}, { agents: true, costs: true }, { time: 10 }, { time: 0, agents: true }, { tokens: false, digits: 6 }])(
  "with %o columns fill any width exactly, and none goes as the width grows",
  (options) => {
    let before: readonly string[] = [];
    for (let width = 30; width <= 250; width++) {
      const { list: columns } = columnsFor(width, options);
      const cells = columns.reduce((sum, column) => sum + column.width, 2 + columns.length - 1);
      expect(cells, `width ${width}`).toBe(width);
      const ids = columns.map((column) => column.id);
      expect(ids, `width ${width}`).toEqual(expect.arrayContaining([...before]));
      before = ids;
    }
  },
);

test("rows are exact at any width", () => {
  for (let width = 0; width <= 90; width++) expect(widths(list(width)), `width ${width}`).toEqual([width]);
});

describe("the left edge", () => {
  const columns = columnsFor(40);
  const edge = (props: Partial<EventRowProps>) => {
    const event: EventCells = { step: "1", kind: "llm", status: "ok", what: "" };
    return lineText(eventRow({ look: LOOK, columns, event, ...props }, 40)).slice(0, 2);
  };
  test.each([
    [{}, "  "],
    [{ selected: true }, "▶ "],
    [{ breakpoint: "on" }, "● "],
    [{ breakpoint: "off" }, "◌ "],
    [{ marked: true }, " ★"],
    [{ selected: true, breakpoint: "on" }, "▶●"],
    [{ selected: true, marked: true }, "▶★"],
    [{ breakpoint: "on", marked: true }, "●★"],
  ] as const)("%o", (props, shown) => {
    expect(edge(props)).toBe(shown);
  });
});

test("the selected row is inverse where the keys go, marked elsewhere", () => {
  const columns = columnsFor(50);
  const event: EventCells = { step: "1", kind: "llm", status: "error", what: "x" };
  const row = (active: boolean) => eventRow({ look: LOOK, columns, event, selected: true, active }, 50);
  expect(row(true).every((span) => span.style.inverse)).toBe(true);
  expect(row(false).some((span) => span.style.inverse)).toBe(false);
  expect(lineText(row(false))).toMatch(/^▶/);
});

test("a megabyte of text costs its beginning", () => {
  const event: EventCells = { step: "1", kind: "llm", status: "ok", what: "漢".repeat(1_000_000) };
  expect(lineWidth(eventRow({ look: LOOK, columns: columnsFor(60), event }, 60))).toBe(60);
});

test("what a replay served loosely, and what it could not serve, says so", () => {
  const columns = columnsFor(120, {});
  const text = (match: "loose" | "missed") =>
    lineText(
      eventRow(
        { look: LOOK, columns, event: { step: "3", kind: "llm", status: "ok", what: "calls book", match } },
        120,
      ),
    );
  expect(text("loose")).toContain("loose match: calls book");
  expect(text("missed")).toContain("no recording: calls book");
});

describe("attempts at a call", () => {
  const lineOf = (event: Partial<EventCells>, look = LOOK) =>
    lineText(
      eventRow(
        { look, columns: columnsFor(100), event: { step: "2", kind: "llm", status: "ok", what: "done", ...event } },
        100,
      ),
    );

  test.each<[NonNullable<EventCells["attempts"]>, number, string]>([
    ["folded", 3, "▸ 3 attempts: done"],
    ["shown", 3, "▾ 3 attempts: done"],
    ["failed", 1, "attempt 1: done"],
  ])("%s", (attempts, attempt, words) => {
    expect(lineOf({ attempts, attempt })).toContain(words);
  });

  test("a call that was made once says nothing", () => {
    expect(lineOf({})).not.toContain("attempt");
  });
});
