import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { bodyChanges } from "../../src/app/live/body-changes.ts";
import { editedJson, editorText, withoutRemarks } from "../../src/app/live/edit-text.ts";
import type { Json } from "../../src/json/json.ts";
import { setValue } from "../../src/json/set-value.ts";
import type { GivenRow } from "../support/run-of.ts";
import type { Driver } from "./driver.ts";
import { held, tell, watching } from "./live-run.ts";

const REQUEST = { model: "gpt-4o", messages: [{ role: "user", content: "Hi <KEY>" }], temperature: 1 };
const CALLS: readonly GivenRow[] = [{ kind: "llm", body: { request: { json: REQUEST } }, status: "pending" }];

function opened(driver: Driver) {
  const effect = driver.effects.filter((each) => each.type === "live-edit").at(-1);
  if (effect?.type !== "live-edit") throw new Error("no editor was opened");
  return effect;
}

/** The editor that was opened last ends with this text. */
function saves(driver: Driver, text: string | null): Driver {
  return driver.act({ type: "live-edited", edit: opened(driver).edit, text });
}

const asked = (driver: Driver) => driver.effects.flatMap((effect) => (effect.type === "live" ? [effect.call] : []));

describe("e on a call that is held before it goes out", () => {
  const editing = () => watching(CALLS, { held: [held(0)] }).press("e");

  test("opens its request", () => {
    const live = editing();
    expect(JSON.parse(withoutRemarks(opened(live).text))).toEqual(REQUEST);
  });

  test("sends what was changed, and nothing else", () => {
    const live = editing();
    saves(live, opened(live).text.replace('"temperature": 1', '"temperature": 0.2'));
    const changes = [{ pointer: "/temperature", value: 0.2 }];
    expect(asked(live)).toEqual([{ method: "act", params: { id: 0, action: { do: "edit-request", changes } } }]);
  });

  test("left as it was keeps it held", () => {
    const live = editing();
    saves(live, opened(live).text);
    expect([asked(live), live.toast]).toEqual([[], "nothing was changed: step 0 is still held"]);
  });

  test("an editor that failed keeps it held", () => {
    expect(saves(editing(), null).toast).toBe("the editor failed: step 0 is still held");
  });

  test("what is no JSON is opened again, with the place of the fault", () => {
    const live = editing();
    saves(live, '// a remark\n{\n  "model": "gpt-4o",\n  "messages": oops\n}\n');
    expect(opened(live).text).toMatch(/^\/\/ NOT SENT, this is no JSON: line 3, column 15: expected a value\n/);
    expect(opened(live).text).toContain('"messages": oops');
    saves(live, JSON.stringify({ ...REQUEST, temperature: 0 }));
    expect(asked(live)).toHaveLength(1);
  });

  test("what was refused is there when the editor opens again", () => {
    const live = editing();
    saves(live, JSON.stringify({ ...REQUEST, model: "gpt-5" }));
    live.press("e");
    expect(opened(live).text).toContain("gpt-5");
  });

  test("comes too late when its client has given up meanwhile", () => {
    const live = editing();
    tell(live, { type: "released", id: 0, by: "client-gone" });
    saves(live, "{}");
    expect([asked(live), live.toast]).toEqual([[], "this call is held no more: the edit came too late"]);
  });
});

test("e on a call whose answer is held opens the answer", () => {
  const response = { json: { choices: [{ message: { content: "no fare" } }] } };
  const call = held(0, { phase: "response", actions: ["continue", "edit-response"] });
  const live = watching([{ kind: "llm", body: { response } }], { held: [call] }).press("e");
  saves(live, opened(live).text.replace("no fare", "UA 12, $310"));
  const changes = [{ pointer: "/choices/0/message/content", value: "UA 12, $310" }];
  expect(asked(live)).toEqual([{ method: "act", params: { id: 0, action: { do: "edit-response", changes } } }]);
});

test("an answer instead of the call begins with what the API would say", () => {
  const template = { choices: [{ message: { content: "" } }] };
  const live = watching(CALLS, { held: [held(0, { template })] });
  live.act({ type: "command", id: "live.answer" });
  saves(live, '{"choices": []}');
  expect(asked(live)).toEqual([{ method: "act", params: { id: 0, action: { do: "answer", body: { choices: [] } } } }]);
});

test("a tool's result is edited as plain text", () => {
  const call = held(0, { row: "0a", phase: "result", template: "sunny", actions: ["answer"] });
  const live = watching(CALLS, { held: [call] }).press("e");
  expect([opened(live).text, opened(live).extension]).toEqual(["sunny", "txt"]);
  saves(live, "rain\n");
  expect(asked(live)).toEqual([{ method: "act", params: { id: 0, action: { do: "answer", body: "rain" } } }]);
});

describe("changes of a body", () => {
  test.each<[string, Json, Json, unknown]>([
    ["a member", { a: 1, b: 2 }, { a: 1, b: 3 }, [{ pointer: "/b", value: 3 }]],
    ["a new member", { a: 1 }, { a: 1, "b/c": 2 }, [{ pointer: "/b~1c", value: 2 }]],
    ["an item", { a: [1, 2] }, { a: [1, 3] }, [{ pointer: "/a/1", value: 3 }]],
    ["one item more", { a: [1] }, { a: [1, 2] }, [{ pointer: "/a", value: [1, 2] }]],
    ["a member taken out", { a: { b: 1, c: 2 } }, { a: { b: 1 } }, [{ pointer: "/a/c", drop: true }]],
    ["all members taken out", { a: { b: 1 } }, { a: {} }, [{ pointer: "/a", value: {} }]],
    ["nothing", { a: [{ b: null }] }, { a: [{ b: null }] }, []],
    ["the order of members", { a: 1, b: 2 }, { b: 2, a: 1 }, []],
  ])("%s", (_, before, after, changes) => {
    expect(bodyChanges(before, after)).toEqual(changes);
  });

  test("set one after the other they make the one the other", () => {
    const json = fc.jsonValue({ maxDepth: 4 }).map((value): Json => JSON.parse(JSON.stringify(value)));
    fc.assert(
      fc.property(json, json, (before, after) => {
        const made = bodyChanges(before, after).reduce<Json | undefined>(
          (body, { pointer, value }) => (body === undefined ? undefined : setValue(body, pointer, value)),
          before,
        );
        expect(made).toEqual(after);
      }),
      { numRuns: 500 },
    );
  });
});

describe("a text from an editor", () => {
  test("is without the remarks it was given with", () => {
    expect(withoutRemarks(editorText('{"a": "// b"}', ["one", "two"]))).toBe('{"a": "// b"}\n');
  });

  test.each([
    ['{\n  "a": 1,\n}', "line 3, column 1: expected a name in quotes"],
    ['{"a":', "line 1, column 6: expected a value"],
    ["", "line 1, column 1: expected a value"],
  ])("%j is no JSON: %s", (text, fault) => {
    expect(editedJson(text)).toEqual({ ok: false, fault });
  });
});
