import { describe, expect, test } from "vitest";
import { type GuardLimits, Guards, type Spending } from "../../src/gateway/hold/guards.ts";
import { recordingGateway } from "../support/recording-gateway.ts";
import { chat, nextHeld, rawCall } from "./held-calls.ts";

const PATH = "/v1/chat/completions";

async function guarded(limits: Partial<GuardLimits>, spending?: Spending) {
  const guards = new Guards({ loop: 0, ...limits }, spending);
  const here = await recordingGateway({ guards });
  const url = `${here.route("openai")}${PATH}`;
  return { here, guards, ask: (body: unknown) => rawCall(url, body).answer };
}

function spent(usd: number | undefined, more: { atLeast?: boolean; unpriced?: boolean } = {}): Spending {
  return { spent: usd, atLeast: more.atLeast ?? false, unpriced: () => more.unpriced ?? false };
}

/** A conversation in which a tool was called with the same result so many times. */
function looping(times: number, last = "nothing found") {
  const messages = Array.from({ length: times }, (_, i) => [
    {
      role: "assistant",
      tool_calls: [{ id: `c${i}`, type: "function", function: { name: "search", arguments: '{"q":"SFO"}' } }],
    },
    { role: "tool", tool_call_id: `c${i}`, content: i === times - 1 ? last : "nothing found" },
  ]);
  return { model: "stub", messages: [{ role: "user", content: "go" }, ...messages.flat()] };
}

describe("without anybody to ask, a call is kept back with the provider's own error", () => {
  test("behind the last of the calls that were allowed", async () => {
    const { here, guards, ask } = await guarded({ maxCalls: 2 });
    const answers = [await ask(chat("a")), await ask(chat("b")), await ask(chat("c"))];
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 400]);
    expect(JSON.parse(answers[2]?.body ?? "").error).toMatchObject({
      ...{
        message: "vcr: --max-calls: 2 of 2 live calls made. Nothing was sent to the provider.",
        code: "vcr_max-calls",
      },
    });
    expect(here.stub.exchanges).toHaveLength(2);
    expect(guards.refused).toEqual(["--max-calls: 2 of 2 live calls made"]);
    const run = await here.finished();
    expect(run.row(2)).toMatchObject({ origin: "injected", status: "error" });
  });

  test.each([
    ["the budget is spent", spent(0.5), "--budget: $0.50 of $0.50 spent"],
    [
      "what is known to be spent is the budget",
      spent(0.6, { atLeast: true }),
      "--budget: at least $0.60 of $0.50 spent",
    ],
    [
      "the model has no price",
      spent(0.1, { unpriced: true }),
      "--budget: no price is known for stub (--price gives one)",
    ],
    [
      "a call did not say what it used",
      spent(0.1, { atLeast: true }),
      "--budget: what a call has cost is not known: at least $0.10 of $0.50 spent",
    ],
  ])("when %s", async (_, spending, words) => {
    const { here, guards, ask } = await guarded({ budget: 0.5 }, spending);
    expect((await ask(chat("a"))).status).toBe(400);
    expect([guards.refused, here.stub.exchanges]).toEqual([[words], []]);
  });

  test("when the same request comes for the third time in a row", async () => {
    const { guards, ask } = await guarded({ loop: 3 });
    const statuses: number[] = [];
    for (let i = 0; i < 3; i++) statuses.push((await ask(chat("again"))).status);
    expect(statuses).toEqual([200, 200, 400]);
    expect(guards.refused).toEqual(["--loop: the same request for the 3rd time in a row"]);
  });

  test("but not when another one comes in between", async () => {
    const { ask } = await guarded({ loop: 3 });
    const statuses: number[] = [];
    for (const each of ["a", "b", "a", "b", "a", "a"]) statuses.push((await ask(chat(each))).status);
    expect(statuses).toEqual([200, 200, 200, 200, 200, 200]);
    expect((await ask(chat("a"))).status).toBe(400);
  });

  test("when a tool has said the same three times in a row", async () => {
    const { guards, ask } = await guarded({ loop: 3 });
    expect((await ask(looping(2))).status).toBe(200);
    expect((await ask(looping(3, "2 flights"))).status).toBe(200);
    expect((await ask(looping(3))).status).toBe(400);
    expect(guards.refused).toEqual([
      "--loop: search was called with the same arguments and had the same result 3 times in a row",
    ]);
  });

  test("but not when nobody has asked for loops to be stopped", async () => {
    const { ask } = await guarded({ loop: 2, loopOnlyWatched: true });
    expect([(await ask(chat("again"))).status, (await ask(chat("again"))).status]).toEqual([200, 200]);
  });
});

describe("where somebody watches, a call stands still instead", () => {
  test("and goes on by their word; the count begins anew", async () => {
    const { here, guards, ask } = await guarded({ loop: 2, loopOnlyWatched: true });
    here.holds.setWatched(true);
    await ask(chat("again"));
    const held = nextHeld(here.holds);
    const second = ask(chat("again"));
    const { id, reason } = await held;
    expect(reason).toEqual({ type: "loop", words: "--loop: the same request for the 2nd time in a row" });
    here.holds.act(id, { do: "continue" });
    expect((await second).status).toBe(200);
    expect((await ask(chat("again"))).status).toBe(200);
    expect(guards.refused).toEqual([]);
  });

  test("a model without a price is asked about once", async () => {
    const { here, ask } = await guarded({ budget: 1 }, spent(undefined, { unpriced: true }));
    here.holds.setWatched(true);
    const held = nextHeld(here.holds);
    const first = ask(chat("a"));
    here.holds.act((await held).id, { do: "continue" });
    expect([(await first).status, (await ask(chat("b"))).status]).toEqual([200, 200]);
  });
});

test("a failed call that is asked again is no loop", async () => {
  const { here } = await guarded({ loop: 2 });
  const url = `${here.route("openai")}${PATH}`;
  const first = await rawCall(url, chat("[[fail 500]]")).answer;
  const again = await rawCall(url, chat("[[fail 500]]"), { "x-stainless-retry-count": "1" }).answer;
  expect([first.status, again.status]).toEqual([500, 200]);
  const silent = [await rawCall(url, chat("[[fail 429]]")).answer, await rawCall(url, chat("[[fail 429]]")).answer];
  expect(silent.map(({ status }) => status)).toEqual([429, 200]);
});

test("lists of models and texts to embed do not count as loops", async () => {
  const { here } = await guarded({ loop: 1 });
  const embed = await rawCall(`${here.route("openai")}/v1/embeddings`, { model: "stub-embed", input: "hi" }).answer;
  const models = await fetch(`${here.route("openai")}/v1/models`);
  expect([embed.status, models.status]).toEqual([200, 200]);
});
