import fc from "fast-check";
import { expect, test } from "vitest";
import { canonical } from "../../src/identity/canonical.ts";
import { normalise, ordinals, topSpot } from "../../src/identity/normalise.ts";
import { normalisedSource, normalisedText } from "../../src/identity/normalised-text.ts";
import { rulesOf } from "../../src/identity/rules.ts";
import type { Json } from "../../src/json/json.ts";

/** Bodies with the names that the rules know, everywhere. */
const names = fc.constantFrom(
  ...["id", "type", "call_id", "tool_calls", "arguments", "input", "content", "role", "metadata", "cache_control"],
  ...["user", "messages", "output", "functionResponse", "response", "__proto__", "tools", "a", "é"],
);
const leaf = fc.oneof(
  fc.constantFrom(
    "tool",
    "call_1",
    "call_2",
    "tool_result",
    "2026-01-05T09:00:00Z",
    "ü\n",
    "b\na",
    1_767_603_600,
    1.5,
    null,
    true,
  ),
  fc.string(),
);
const bodies: fc.Arbitrary<Json> = fc.letrec<{ value: Json }>((tie) => ({
  value: fc.oneof(
    { depthSize: "medium" },
    leaf,
    fc.array(tie("value"), { maxLength: 4 }),
    fc.dictionary(names, tie("value"), { maxKeys: 5, noNullPrototype: false }),
  ),
})).value;
const rules = fc
  .record({
    purpose: fc.constantFrom("replay" as const, "diff" as const),
    ignore: fc.subarray(["/messages/*/content", "/**/a", "/user"]),
    scrub: fc.subarray(["time", "epoch", "order"] as const),
    pinTools: fc.boolean(),
  })
  .map(rulesOf);

test("the text that is made at once is the canonical one of the normalised value, with the same ordinals", () => {
  fc.assert(
    fc.property(bodies, rules, fc.boolean(), (value, by, opaque) => {
      const [once, twice] = [ordinals(), ordinals()];
      const spot = { ...topSpot(by), opaque };
      expect(normalisedText(value, by, once.idFor, spot)).toBe(canonical(normalise(value, by, twice.idFor, spot)));
      expect(once.ids).toEqual(twice.ids);
    }),
    { numRuns: 2000 },
  );
});

/** White space, escapes and order of keys as other programs write them. */
function inOtherWords(value: Json, dice: () => number): string {
  const space = () => ["", " ", "\n\t", "\r\n  "][dice() % 4] ?? "";
  const word = (text: string): string =>
    dice() % 2 === 0
      ? JSON.stringify(text)
      : `"${[...Array(text.length).keys()].map((i) => `\\u${text.charCodeAt(i).toString(16).padStart(4, "0")}`).join("")}"`;
  if (typeof value === "string") return word(value);
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const items = Array.isArray(value)
    ? value.map((item) => inOtherWords(item, dice))
    : Object.entries(value)
        .sort(() => (dice() % 2) - 0.5)
        .map(([key, item]) => `${word(key)}${space()}:${space()}${inOtherWords(item, dice)}`);
  const [open, close] = Array.isArray(value) ? "[]" : "{}";
  return `${open}${space()}${items.join(`${space()},${space()}`)}${space()}${close}`;
}

test("a JSON text gives what its value gives, however it is written", () => {
  fc.assert(
    fc.property(bodies, rules, fc.infiniteStream(fc.nat(100)), (value, by, rolls) => {
      const source = inOtherWords(value, () => rolls.next().value ?? 0);
      const [once, twice] = [ordinals(), ordinals()];
      const json = JSON.parse(source) as Json;
      expect(normalisedSource(source, by, once.idFor)).toBe(canonical(normalise(json, by, twice.idFor)));
      expect(once.ids).toEqual(twice.ids);
    }),
    { numRuns: 2000 },
  );
});

test("what JSON.parse does not read has no text", () => {
  const bits = fc.constantFrom(
    ...'{}[]:,"\\ \n0123456789-+.eEtrufalsn\u0000\u00a0x/',
    '"a"',
    '{"a":1}',
    "\\u00e9",
    "\\x",
  );
  fc.assert(
    fc.property(fc.array(bits, { maxLength: 12 }), (pieces) => {
      const source = pieces.join("");
      let read: Json | undefined;
      try {
        read = JSON.parse(source) as Json;
      } catch {
        read = undefined;
      }
      const expected = read === undefined ? undefined : canonical(read);
      expect(normalisedSource(source, rulesOf(), (id) => id)).toBe(expected);
    }),
    { numRuns: 5000 },
  );
});

const exact = (source: string): string | undefined => normalisedSource(source, rulesOf(), ordinals().idFor);

test.each([
  ["of equal keys the last counts", '{"a":1,"b":2,"a":3}', '{"a":3,"b":2}'],
  ["numbers are written the ECMAScript way", "[1.0,1e2,-0,1E400,0.10]", "[1,100,0,null,0.1]"],
  ["escapes that JSON needs stay, others are resolved", '"\\/\\u00e9\\n\\u000a\\ud83d\\ude00"', '"/é\\n\\n😀"'],
  ["half a pair becomes an escape", '"\ud83d"', '"\\ud83d"'],
  ["half a pair stays an escape", '"\\ud83d"', '"\\ud83d"'],
  ["keys are sorted as they read, not as they are written", '{"b":1,"\\u0061":2}', '{"a":2,"b":1}'],
  ["what makes a string an id may stand behind it", '{"id":"x1","type":"message"}', '{"id":"#0","type":"message"}'],
  ["an id of a kind that is no text is content", '{"id":"x1","type":7}', '{"id":"x1","type":7}'],
  [
    "ids count in the order of keys",
    '{"b":{"call_id":"y"},"a":{"call_id":"x"}}',
    '{"a":{"call_id":"#0"},"b":{"call_id":"#1"}}',
  ],
  [
    "ids in what is left out do not count",
    '{"metadata":{"call_id":"x"},"a":{"call_id":"y"}}',
    '{"a":{"call_id":"#0"}}',
  ],
])("%s", (_, source, text) => {
  expect(exact(source)).toBe(text);
});

test("a text nested twenty thousand deep ends, ids in its upper part are numbered", () => {
  const deep = "[".repeat(20_000) + "]".repeat(20_000);
  expect(exact(`{"call_id":"x","a":${deep}}`)).toBe(`{"a":${deep},"call_id":"#0"}`);
  expect(exact(`{"a":${deep}`)).toBeUndefined();
  expect(normalisedText(JSON.parse(deep), rulesOf(), (id) => id)).toBe(deep);
});
