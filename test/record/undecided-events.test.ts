import { expect, test } from "vitest";
import { type Telling, UndecidedEvents } from "../../src/record/told/undecided-events.ts";
import type { Kind } from "../../src/trace/event.ts";

function told(): { readonly events: UndecidedEvents; readonly lines: string[] } {
  const lines: string[] = [];
  const lineOf = (telling: Telling): string =>
    telling.do === "end"
      ? `end ${telling.seq}`
      : `${telling.do} ${telling.record.name} in ${telling.record.extra?.parent ?? "nothing"}`;
  return { events: new UndecidedEvents((telling) => lines.push(lineOf(telling))), lines };
}

function record(kind: Kind, name: string, parent?: number) {
  return { kind, name, ...(parent === undefined ? {} : { extra: { parent } }) };
}

/** A tool 0, in it a model 1, in that a tool 2 and another model 3 with a tool 4. */
function nested() {
  const made = told();
  const { events } = made;
  events.add({ do: "start", seq: 0, record: record("tool", "outer") });
  events.defer(1, record("llm", "model", 0));
  events.add({ do: "start", seq: 2, record: record("tool", "look", 1) });
  events.add({ do: "end", seq: 2, fields: {} });
  events.defer(3, record("llm", "inner", 1));
  events.add({ do: "start", seq: 4, record: record("tool", "deep", 3) });
  return made;
}

test("what happens inside of an undecided call waits, and comes after it when it is told", () => {
  const { events, lines } = nested();
  expect(lines).toEqual(["start outer in nothing"]);
  events.decide(3, true);
  events.add({ do: "end", seq: 4, fields: {} });
  events.add({ do: "end", seq: 3, fields: {} });
  expect(lines).toEqual(["start outer in nothing"]);
  events.decide(1, true);
  events.add({ do: "end", seq: 1, fields: {} });
  expect(lines.slice(1)).toEqual([
    "start model in 0",
    "start look in 1",
    "end 2",
    "start inner in 1",
    "start deep in 3",
    "end 4",
    "end 3",
    "end 1",
  ]);
});

test("what happened inside of a call that is not told happened where that one was called", () => {
  const { events, lines } = nested();
  for (const seq of [3, 1]) events.decide(seq, false);
  expect(lines.slice(1)).toEqual(["start look in 0", "end 2", "start deep in 0"]);
  events.add({ do: "end", seq: 4, fields: {} });
  expect(lines.at(-1)).toBe("end 4");
});

test("a call beside an undecided one does not wait", () => {
  const { events, lines } = nested();
  events.add({ do: "event", seq: 5, record: record("checkpoint", "here", 0) });
  expect(lines.slice(1)).toEqual(["event here in 0"]);
});

test("all that is undecided is told at the end, what is inside behind what it is inside of", () => {
  const { events, lines } = nested();
  events.tellAll();
  expect(lines.slice(1)).toEqual([
    "start model in 0",
    "start look in 1",
    "end 2",
    "start inner in 1",
    "start deep in 3",
  ]);
});
