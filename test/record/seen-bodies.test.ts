import fc from "fast-check";
import { expect, test } from "vitest";
import { SeenBodies } from "../../src/record/request/seen-bodies.ts";
import { type SplitRequest, splitRequest } from "../../src/record/request/split-request.ts";

const POINTERS = ["/messages", "/tools"];

function body(conversation: string, messages: number): Buffer {
  const list = Array.from({ length: messages }, (_, i) => ({
    role: "user",
    content: `${conversation} ${i}`.repeat(40),
  }));
  return Buffer.from(JSON.stringify({ model: "m", messages: list, tools: [{ name: conversation }] }));
}

function plain(split: SplitRequest | undefined): unknown {
  return split?.places.map(({ elements, ...place }) => ({ ...place, texts: elements.map(({ text }) => text) }));
}

const sealsOf = (split: SplitRequest | undefined) => split?.places[0]?.elements.map(({ seal }) => seal) ?? [];

test("requests of any conversations in any order are what each is by itself", () => {
  const turns = fc.array(fc.tuple(fc.nat({ max: 11 }), fc.nat({ max: 40 })), { maxLength: 40 });
  fc.assert(
    fc.property(turns, (list) => {
      const seen = new SeenBodies();
      for (const [conversation, messages] of list) {
        const bytes = body(`c${conversation}`, messages);
        const split = seen.split(bytes, POINTERS);
        expect(split?.frameText).toBe(splitRequest(bytes, POINTERS)?.frameText);
        expect(plain(split)).toEqual(plain(splitRequest(bytes, POINTERS)));
      }
    }),
    { numRuns: 30 },
  );
});

test("eight conversations at the same time go on where they were", () => {
  const seen = new SeenBodies();
  const names = Array.from({ length: 8 }, (_, i) => `agent ${i}`);
  for (const messages of [20, 21, 22]) {
    for (const name of names) {
      const before = messages === 20 ? [] : sealsOf(seen.split(body(name, messages - 1), POINTERS));
      const now = sealsOf(seen.split(body(name, messages), POINTERS));
      expect(before.every((seal, i) => seal === now[i])).toBe(true);
    }
  }
  const last = sealsOf(seen.split(body("agent 0", 22), POINTERS));
  const again = sealsOf(seen.split(body("agent 0", 23), POINTERS));
  expect(again.slice(0, 22).every((seal, i) => seal === last[i])).toBe(true);
});

test("a text that is no JSON is not taken apart, and the next one is not mistaken for it", () => {
  const seen = new SeenBodies();
  const whole = body("a", 30);
  expect(seen.split(whole.subarray(0, -1), POINTERS)).toBeUndefined();
  expect(plain(seen.split(whole, POINTERS))).toEqual(plain(splitRequest(whole, POINTERS)));
});
