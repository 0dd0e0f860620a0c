import fc from "fast-check";
import { expect, test } from "vitest";
import { canonical } from "../../src/identity/canonical.ts";
import { normalise, normalisedText, ordinals, topSpot } from "../../src/identity/normalise.ts";
import { rulesOf } from "../../src/identity/rules.ts";
import type { Json } from "../../src/json/json.ts";

/** Bodies with the names that the rules know, everywhere. */
const names = fc.constantFrom(
  ...["id", "type", "call_id", "tool_calls", "arguments", "input", "content", "role", "metadata", "cache_control"],
  ...["user", "messages", "output", "functionResponse", "response", "__proto__", "a", "é"],
);
const leaf = fc.oneof(
  fc.constantFrom(
    "tool",
    "call_1",
    "call_2",
    "tool_result",
    "2026-01-05T09:00:00Z",
    "ü\n",
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
    scrub: fc.subarray(["time", "epoch"] as const),
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
