import fc from "fast-check";
import { afterEach, describe, expect, test } from "vitest";
import { rulesOf } from "../../src/identity/rules.ts";
import type { Json } from "../../src/json/json.ts";
import { setSimilarity } from "../../src/replay/matching/call-similarity.ts";
import { fuzzyMatcher } from "../../src/replay/matching/fuzzy-matcher.ts";
import type { AskedCall, Matcher, RecordedCall } from "../../src/replay/matching/matcher.ts";
import { matcherOf } from "../../src/replay/matching/matcher-by-name.ts";
import { isMatcherName } from "../../src/replay/matching/matcher-name.ts";
import { chatCall, recordedCall, user } from "./calls.ts";

afterEach(() => setSimilarity());

/** Gives `call` to the matcher and marks what it finds, as a replay does. */
function serve(matcher: Matcher, call: AskedCall, recorded: readonly RecordedCall[], limit = Infinity) {
  const match = matcher.take(call, recorded, limit);
  if (match) match.event.served = true;
  return match && { step: match.event.step, exact: match.exact, note: match.note };
}

const asks = (text: string): AskedCall => chatCall({ model: "m", messages: [user(text)] });
const run = (...texts: readonly string[]): RecordedCall[] =>
  texts.map((text, step) => recordedCall(asks(text), step, { at: step * 10, end: step * 10 + 5 }));
const steps = (matcher: Matcher, recorded: readonly RecordedCall[], texts: readonly string[]) =>
  texts.map((text) => serve(matcher, asks(text), recorded)?.step ?? null);

describe("identity", () => {
  test("any order, equal ones first in first out, none twice", () => {
    const matcher = matcherOf("identity");
    expect(steps(matcher, run("a", "b", "a"), ["b", "a", "a", "a", "c"])).toEqual([1, 0, 2, null, null]);
  });

  test("parallel is another name for it", () => {
    expect([isMatcherName("parallel"), matcherOf("parallel").name]).toEqual([true, "identity"]);
  });

  test("gives nothing at or beyond the limit", () => {
    const recorded = run("a", "a");
    const matcher = matcherOf("identity");
    expect(serve(matcher, asks("a"), recorded, 1)?.step).toBe(0);
    expect(serve(matcher, asks("a"), recorded, 1)).toBeNull();
  });

  test("serves by widened rules only where no equal call is left, and says so", () => {
    const wide = rulesOf({ scrub: ["time"] });
    const at = (hour: string) => chatCall({ model: "m", messages: [user(`it is ${hour}:00`)] }, wide);
    const recorded = [recordedCall(at("10"), 0), recordedCall(at("11"), 1)];
    const matcher = matcherOf("identity");
    expect(serve(matcher, at("11"), recorded)).toEqual({ step: 1, exact: true, note: undefined });
    expect(serve(matcher, at("12"), recorded)).toMatchObject({ step: 0, exact: false });
    expect(serve(matcher, at("12"), recorded)).toBeNull();
  });

  test("any interleaving of conversations is served whole and exactly", () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 0, max: 3 }), { maxLength: 25 }),
        fc.infiniteStream(fc.nat()),
        (order, random) => {
          const recorded = run(...order.map((agent, i) => `agent ${agent} says ${i % 3}`));
          const matcher = matcherOf("identity");
          const left = order.map((agent, i) => `agent ${agent} says ${i % 3}`);
          while (left.length > 0) {
            const [text = ""] = left.splice((random.next().value ?? 0) % left.length, 1);
            expect(serve(matcher, asks(text), recorded)?.exact).toBe(true);
          }
          expect(recorded.every((call) => call.served)).toBe(true);
        },
      ),
    );
  });
});

describe("strict", () => {
  test("recorded order only", () => {
    expect(steps(matcherOf("strict"), run("a", "b"), ["b", "a", "b"])).toEqual([null, 0, 1]);
  });

  test("calls that overlapped come in either order", () => {
    const recorded = [
      recordedCall(asks("a"), 0, { at: 0, end: 10 }),
      recordedCall(asks("b"), 1, { at: 5, end: 20 }),
      recordedCall(asks("c"), 2, { at: 15, end: 30 }),
    ];
    // c overlaps b, but a had ended before c began.
    expect(steps(matcherOf("strict"), recorded, ["c", "b", "c", "a", "c"])).toEqual([null, 1, null, 0, 2]);
  });

  test("without times nothing overlaps", () => {
    const recorded = [recordedCall(asks("a"), 0), recordedCall(asks("b"), 1)];
    expect(steps(matcherOf("strict"), recorded, ["b", "a"])).toEqual([null, 0]);
  });
});

describe("ordered", () => {
  test("the next of the same place, whatever it asks; a difference is loose", () => {
    const matcher = matcherOf("ordered");
    const recorded = run("a", "b");
    expect(serve(matcher, asks("a"), recorded)).toMatchObject({ step: 0, exact: true });
    expect(serve(matcher, asks("x"), recorded)).toMatchObject({ step: 1, exact: false });
    expect(serve(matcher, asks("b"), recorded)).toBeNull();
  });

  test("never a call of another place", () => {
    const other: AskedCall = { ...asks("a"), place: "tool search" };
    expect(serve(matcherOf("ordered"), other, run("a"))).toBeNull();
  });
});

describe("fuzzy", () => {
  test("an equal call goes before a similar one", () => {
    const recorded = run("book the cheap flight to Oslo today", "book the cheap flight to Rome today");
    const matcher = matcherOf("fuzzy");
    expect(serve(matcher, asks("book the cheap flight to Rome today"), recorded)).toMatchObject({
      step: 1,
      exact: true,
    });
  });

  test("never a served one, never beyond the window, never below the threshold", () => {
    const texts = ["alpha beta gamma delta", "one two three four", "red green blue white"];
    const near = "red green blue black";
    expect(serve(fuzzyMatcher({ window: 2 }), asks(near), run(...texts))?.step).not.toBe(2);
    const recorded = run(...texts);
    recorded[0]!.served = true;
    expect(serve(fuzzyMatcher({ window: 2 }), asks(near), recorded)).toMatchObject({ step: 2, exact: false });
    expect(serve(fuzzyMatcher({ threshold: 1 }), asks(near), run(...texts))).toBeNull();
  });

  test("a measure of the user's own decides", () => {
    setSimilarity((_, b) => (b.request === undefined ? 0 : JSON.stringify(b.request).includes("Rome") ? 0.9 : 0.7));
    expect(serve(matcherOf("fuzzy"), asks("x"), run("Oslo", "Rome"))).toMatchObject({
      step: 1,
      note: "similar (0.90), 1 earlier one(s) skipped",
    });
  });
});

/** A conversation of `turns` calls about `topic`: each request repeats all before it. */
function conversation(topic: readonly string[], turns: number): Json[] {
  const messages: Json[] = [{ role: "system", content: `You are an assistant for ${topic[0]} and ${topic[1]}.` }];
  return Array.from({ length: turns }, (_, turn) => {
    const word = topic[turn % topic.length] ?? "";
    messages.push(
      user(`Question ${turn}: what about ${word} when ${topic[(turn * 3 + 1) % topic.length]} changes?`),
      {
        role: "assistant",
        content: null,
        tool_calls: [
          { id: `c${turn}`, type: "function", function: { name: "look", arguments: `{"q":"${word} ${turn}"}` } },
        ],
      },
      {
        role: "tool",
        tool_call_id: `c${turn}`,
        content: `${word} at 2026-03-0${(turn % 9) + 1}T10:00:00Z is ${turn * 7} of ${topic.length}`,
      },
    );
    return { model: "m", temperature: 0, messages: [...messages] };
  });
}

const FLIGHTS = ["flights", "Oslo", "fares", "seats", "luggage", "delays", "gates"];
/** Another task for another program of the same model: other prompt, other tool, other words. */
function garden(turns: number): Json[] {
  const beds = ["tomatoes", "compost", "slugs", "frost", "seedlings"];
  const messages: Json[] = [{ role: "system", content: "Plan a kitchen garden. Keep a diary of every bed." }];
  return Array.from({ length: turns }, (_, turn) => {
    const bed = beds[turn % beds.length] ?? "";
    messages.push(
      user(`Week ${turn}, ${bed}: please write down whether they need water or shade`),
      {
        role: "assistant",
        content: null,
        tool_calls: [
          {
            id: `g${turn}`,
            type: "function",
            function: { name: "diary", arguments: `{"bed":"${bed}","week":${turn}}` },
          },
        ],
      },
      { role: "tool", tool_call_id: `g${turn}`, content: `noted, soil humidity ${turn % 40} percent, no pests seen` },
    );
    return { model: "m", temperature: 0, messages: [...messages] };
  });
}

/** Changes of a program between recording and replay: what each makes of a request. */
const DRIFTS: Readonly<Record<string, (text: string) => string>> = {
  none: (text) => text,
  time: (text) => text.replaceAll("T10:00:00Z", "T11:30:00Z"),
  "tool results": (text) => text.replace(/is (\d+) of/g, "was $1 out of"),
  model: (text) => text.replace('"model":"m"', '"model":"m2"'),
  prompt: (text) => text.replace("You are an assistant for", "You help people with"),
};

describe("drift", () => {
  const recordedRun = (): RecordedCall[] => conversation(FLIGHTS, 20).map((body, i) => recordedCall(chatCall(body), i));
  const served = (matcher: Matcher, change: (text: string) => string) => {
    const recorded = recordedRun();
    return conversation(FLIGHTS, 20).map((body) => {
      const match = serve(matcher, chatCall(JSON.parse(change(JSON.stringify(body))) as Json), recorded);
      return match === null ? "missed" : match.exact ? "exact" : "loose";
    });
  };

  // Of 20 calls: how many are served exactly, loosely, and missed.
  test.each([
    ["none", "identity", 20, 0, 0],
    ["none", "strict", 20, 0, 0],
    ["none", "fuzzy", 20, 0, 0],
    ["time", "identity", 0, 0, 20],
    ["time", "ordered", 0, 20, 0],
    ["time", "fuzzy", 0, 20, 0],
    ["tool results", "strict", 0, 0, 20],
    ["tool results", "fuzzy", 0, 20, 0],
    ["model", "identity", 0, 0, 20],
    ["model", "fuzzy", 0, 20, 0],
    ["prompt", "identity", 0, 0, 20],
    ["prompt", "fuzzy", 0, 20, 0],
  ] as const)("%s by %s: %i exact, %i loose, %i missed", (drift, matcher, exact, loose, missed) => {
    const results = served(matcherOf(matcher), DRIFTS[drift] ?? String);
    const count = (what: string): number => results.filter((each) => each === what).length;
    expect([count("exact"), count("loose"), count("missed")]).toEqual([exact, loose, missed]);
  });

  test("fuzzy finds the right one among its neighbours", () => {
    for (const change of Object.values(DRIFTS)) {
      const recorded = recordedRun();
      const matcher = fuzzyMatcher();
      const found = conversation(FLIGHTS, 20).map(
        (body) => serve(matcher, chatCall(JSON.parse(change(JSON.stringify(body))) as Json), recorded)?.step,
      );
      expect(found).toEqual(Array.from({ length: 20 }, (_, i) => i));
    }
  });

  test("fuzzy accepts none of 60 calls of another task", () => {
    const recorded = conversation(FLIGHTS, 60).map((body, i) => recordedCall(chatCall(body), i));
    const accepted = garden(60).filter(
      (body) => fuzzyMatcher({ window: 60 }).take(chatCall(body), recorded, Infinity) !== null,
    );
    expect(accepted).toEqual([]);
  });
});
