import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  callFingerprint,
  givenFingerprint,
  messageFingerprint,
  valueFingerprint,
} from "../../src/identity/event-fingerprint.ts";
import { rulesOf } from "../../src/identity/rules.ts";
import { ordered, tagged } from "../../src/json/tagged-value.ts";
import type { Message } from "../../src/providers/message.ts";

const rules = rulesOf({ purpose: "diff" });

describe("events other than requests", () => {
  test("a tool's call: name and arguments, keys in any order", () => {
    const call = callFingerprint("tool", "search", { q: "x", n: 1 }, rules);
    expect(callFingerprint("tool", "search", { n: 1, q: "x" }, rules)).toBe(call);
    expect(callFingerprint("tool", "search", { n: 2, q: "x" }, rules)).not.toBe(call);
    expect(callFingerprint("tool", "book", { q: "x", n: 1 }, rules)).not.toBe(call);
    expect(callFingerprint("memory", "search", { q: "x", n: 1 }, rules)).not.toBe(call);
  });

  test("a tool's call has the identity that older runs hold", () => {
    // sha256("4:tool6:search21:{...}"), worked out by Python.
    const old = "88799efaea46f84f7424a81a648ecc439fc75399b59c88239f67c7dd1e104454";
    expect(callFingerprint("tool", "search", { q: "naïve\n", n: 1 }, rules)).toBe(old);
    expect(givenFingerprint("tool", "search", '{"q":"na\\u00efve\\n", "n":1.0}', rules)).toBe(old);
  });

  test("what was given counts by its value, sets and maps in any order, however the text writes them", () => {
    const leaf = fc.oneof(fc.string(), fc.integer(), fc.constantFrom(null, -0, 1.5));
    const values = fc.oneof(leaf, fc.array(leaf), fc.dictionary(fc.constantFrom("id", "$vcr", "value", "é"), leaf));
    fc.assert(
      fc.property(fc.array(values), fc.func(fc.boolean()), (list, escaped) => {
        const { json } = tagged([...list, new Set(list), new Map(list.map((each, i) => [i, each]))]);
        const source = JSON.stringify(json).replaceAll("$", (at) => (escaped(at) ? "\\u0024" : "$"));
        expect(givenFingerprint("tool", "t", source, rules)).toBe(callFingerprint("tool", "t", ordered(json), rules));
      }),
    );
    expect(givenFingerprint("tool", "t", "{", rules)).toBe(callFingerprint("tool", "t", undefined, rules));
  });

  test("an id in a value is content", () => {
    expect(valueFingerprint({ type: "order", id: "1" }, rules)).not.toBe(
      valueFingerprint({ type: "order", id: "2" }, rules),
    );
  });

  test("a message: ids of its calls do not count, their order neither, text does", () => {
    const says = (ids: readonly string[], text = "let me look"): Message => ({
      role: "assistant",
      parts: [{ type: "text", text }, ...ids.map((id) => ({ type: "call", id, name: id[0]!, args: {} }) as const)],
    });
    expect(messageFingerprint(says(["a1", "b1"]), rules)).toBe(messageFingerprint(says(["b2", "a2"]), rules));
    expect(messageFingerprint(says(["a1"]), rules)).not.toBe(messageFingerprint(says(["a1", "a1"]), rules));
    expect(messageFingerprint(says([], "yes"), rules)).not.toBe(messageFingerprint(says([], "no"), rules));
  });
});
