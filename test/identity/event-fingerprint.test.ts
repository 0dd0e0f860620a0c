import { describe, expect, test } from "vitest";
import { callFingerprint, messageFingerprint, valueFingerprint } from "../../src/identity/event-fingerprint.ts";
import { rulesOf } from "../../src/identity/rules.ts";
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
