import { describe, expect, test } from "vitest";
import type { Holds } from "../../src/gateway/hold/holds.ts";
import { chat, nextHeld, nextNotice, rawCall, watchedGateway } from "./held-calls.ts";

const PATH = "/v1/chat/completions";

function waiting(holds: Holds) {
  return nextNotice(holds, (notice) =>
    notice.type === "held-changed" && notice.call.failsAs !== undefined ? notice.call : undefined,
  );
}

describe("a client that gives up", () => {
  test("and sends the same again comes back to its held call: one step, one call upstream", async () => {
    const here = await watchedGateway("phase:request");
    const url = `${here.route("openai")}${PATH}`;
    const held = nextHeld(here.holds);
    const first = rawCall(url, chat("hi"));
    const { id } = await held;
    const changed = nextNotice(here.holds, (notice) => (notice.type === "held-changed" ? notice.call : undefined));
    first.giveUp();
    expect((await changed).id).toBe(id);
    const back = nextNotice(here.holds, (notice) => (notice.type === "held-changed" ? notice.call : undefined));
    const second = rawCall(url, chat("hi"));
    expect(await back).toMatchObject({ id, step: 0 });
    here.holds.act(id, { do: "continue" });
    expect(await second.answer).toMatchObject({ status: 200, broken: false });
    expect(here.stub.exchanges).toHaveLength(1);
    const run = await here.finished();
    expect([run.length, run.row(0).status]).toEqual([1, "ok"]);
  });

  test("and says so takes its call over while the old connection is still open", async () => {
    const here = await watchedGateway("phase:request");
    const url = `${here.route("openai")}${PATH}`;
    const held = nextHeld(here.holds);
    const first = rawCall(url, chat("hi"));
    const { id } = await held;
    const back = nextNotice(here.holds, (notice) => (notice.type === "held-changed" ? notice.call : undefined));
    const second = rawCall(url, chat("hi"), { "x-stainless-retry-count": "1" });
    await back;
    expect(await first.answer).toMatchObject({ broken: true });
    here.holds.act(id, { do: "answer", body: "hello" });
    expect((await second.answer).body).toContain("hello");
    // It was answered by hand: nothing went out.
    expect([here.handler.kept, here.handler.live]).toEqual([1, 0]);
    expect((await here.finished()).length).toBe(1);
  });

  test("gets what was decided while it was away when it comes back", async () => {
    const here = await watchedGateway("phase:response");
    const url = `${here.route("openai")}${PATH}`;
    const held = nextHeld(here.holds);
    const first = rawCall(url, chat("hi"));
    const { id } = await held;
    const changed = nextNotice(here.holds, (notice) => (notice.type === "held-changed" ? notice.call : undefined));
    first.giveUp();
    await changed;
    here.holds.act(id, { do: "edit-response", changes: [{ pointer: "/choices/0/message/content", value: "edited" }] });
    expect((await rawCall(url, chat("hi")).answer).body).toContain("edited");
    expect(here.stub.exchanges).toHaveLength(1);
  });

  test("and does not come back has aborted its call", async () => {
    const here = await watchedGateway("phase:request", { times: { grace: 10 } });
    const held = nextHeld(here.holds);
    const call = rawCall(`${here.route("openai")}${PATH}`, chat("hi"));
    const { id } = await held;
    const released = nextNotice(here.holds, (notice) => (notice.type === "released" ? notice : undefined));
    call.giveUp();
    expect(await released).toEqual({ type: "released", id, by: "client-gone" });
    const run = await here.finished();
    expect([run.row(0).status, run.body(0).error?.type]).toEqual(["truncated", "client-abort"]);
    expect(here.stub.exchanges).toEqual([]);
  });
});

describe("a failure after the client was kept waiting", () => {
  test("of a whole answer closes the connection; who asks again gets it, without another call", async () => {
    const here = await watchedGateway("phase:request", { times: { first: 5, every: 5 } });
    const url = `${here.route("openai")}${PATH}`;
    const opened = waiting(here.holds);
    const first = rawCall(url, chat("[[fail 429]]"));
    here.holds.act((await opened).id, { do: "continue" });
    expect(await first.answer).toMatchObject({ status: 200, broken: true });
    const second = await rawCall(url, chat("[[fail 429]]")).answer;
    expect([second.status, JSON.parse(second.body).error.message]).toEqual([429, "stub says 429"]);
    expect(here.stub.exchanges).toHaveLength(1);
    expect((await here.finished()).length).toBe(1);
  });

  test("that was put in by hand is written down as the agent saw it: a closed connection", async () => {
    const here = await watchedGateway("phase:request", { times: { first: 5, every: 5 } });
    const opened = waiting(here.holds);
    const call = rawCall(`${here.route("openai")}${PATH}`, chat("hi"));
    here.holds.act((await opened).id, { do: "error", error: "429" });
    expect(await call.answer).toMatchObject({ status: 200, broken: true });
    expect([here.handler.kept, here.handler.live]).toEqual([1, 0]);
    const run = await here.finished();
    expect(run.row(0)).toMatchObject({ origin: "injected", status: "truncated", httpStatus: 200 });
    expect(run.body(0).error?.message).toContain("HTTP 429: Rate limit reached (put in by vcr)");
  });

  test("of a stream is an event of the stream", async () => {
    const here = await watchedGateway("phase:request", { times: { first: 5, every: 5 } });
    const opened = waiting(here.holds);
    const call = rawCall(`${here.route("anthropic")}/v1/messages`, {
      ...{ model: "stub", max_tokens: 9, stream: true, messages: [{ role: "user", content: "[[fail 500]]" }] },
    });
    here.holds.act((await opened).id, { do: "continue" });
    const { status, body, broken } = await call.answer;
    expect([status, broken]).toEqual([200, false]);
    const [, data = ""] = /event: error\ndata: (.*)\n\n$/.exec(body) ?? [];
    expect(JSON.parse(data)).toMatchObject({ type: "error", error: { message: "stub says 500" } });
  });

  test("and a packed answer is unpacked for a client that was told another head", async () => {
    const here = await watchedGateway("phase:request", { times: { first: 5, every: 5 }, compress: ["gzip"] });
    const opened = waiting(here.holds);
    const call = rawCall(`${here.route("openai")}${PATH}`, chat("hi"), { "accept-encoding": "gzip" });
    here.holds.act((await opened).id, { do: "continue" });
    expect(JSON.parse((await call.answer).body).choices[0].message.content).toContain("The weather");
  });
});

test("a time-out is silence until the client gives up", async () => {
  const here = await watchedGateway("phase:request");
  const held = nextHeld(here.holds);
  const call = rawCall(`${here.route("openai")}${PATH}`, chat("hi"));
  here.holds.act((await held).id, { do: "error", error: "timeout" });
  call.giveUp();
  expect(await call.answer).toMatchObject({ status: 0, broken: true });
  await expect.poll(() => here.recorder.tally.open).toBe(0);
  const run = await here.finished();
  expect(run.row(0).status).toBe("truncated");
  expect(here.stub.exchanges).toEqual([]);
});

test("an aborted call has no answer, and its connection is closed", async () => {
  const here = await watchedGateway("phase:request");
  const held = nextHeld(here.holds);
  const call = rawCall(`${here.route("openai")}${PATH}`, chat("hi"));
  here.holds.act((await held).id, { do: "abort" });
  expect(await call.answer).toMatchObject({ status: 0, broken: true });
  expect((await here.finished()).row(0).status).toBe("error");
});

test("the time at which a client gives up is told where it is known", async () => {
  const here = await watchedGateway("phase:request");
  const url = `${here.route("openai")}${PATH}`;
  const seen: (number | undefined)[] = [];
  for (const headers of [
    { "x-stainless-timeout": "30" },
    { "user-agent": "OpenAI/JS 7.1.0" },
    { "user-agent": "curl" },
  ]) {
    const held = nextHeld(here.holds);
    const call = rawCall(url, chat(JSON.stringify(headers)), headers);
    const { id, since, until } = await held;
    seen.push(until === undefined ? undefined : Math.round((until - since) / 10_000));
    here.holds.act(id, { do: "answer", body: "ok" });
    await call.answer;
  }
  expect(seen).toEqual([3, 60, undefined]);
});

describe("who watches", () => {
  test("leaves: held calls go on, and no more stand still", async () => {
    const here = await watchedGateway("phase:request");
    const url = `${here.route("openai")}${PATH}`;
    const released = nextNotice(here.holds, (notice) => (notice.type === "released" ? notice.by : undefined));
    const held = nextHeld(here.holds);
    const first = rawCall(url, chat("one"));
    await held;
    here.holds.setWatched(false);
    expect(await released).toBe("watchers-gone");
    expect((await first.answer).status).toBe(200);
    expect((await rawCall(url, chat("two")).answer).status).toBe(200);
  });

  test("leaves calls held when told so", async () => {
    const here = await watchedGateway("phase:request");
    const held = nextHeld(here.holds);
    const call = rawCall(`${here.route("openai")}${PATH}`, chat("one"));
    const { id } = await held;
    here.holds.setHold(true);
    here.holds.setWatched(false);
    expect(here.holds.held().map((each) => each.id)).toEqual([id]);
    here.holds.setHold(false);
    expect((await call.answer).status).toBe(200);
  });

  test.each([[undefined], ["gzip"], ["br"]] as const)(
    "sees a stream that is held back come, packed with %s",
    async (encoding) => {
      const here = await watchedGateway("phase:response", encoding === undefined ? {} : { compress: [encoding] });
      let seen = "";
      here.holds.onNotice((notice) => {
        if (notice.type === "chunk") seen += notice.text;
      });
      const held = nextHeld(here.holds);
      const call = rawCall(`${here.route("openai")}${PATH}`, chat("hi", { stream: true }), {
        "accept-encoding": encoding ?? "identity",
      });
      const { id } = await held;
      await expect.poll(() => seen).toBe("The weather is fine: 23 °C, 雨 no.");
      here.holds.act(id, { do: "continue" });
      expect((await call.answer).status).toBe(200);
    },
  );
});

test("any number of calls stand still at once, in the order they were made, and the others go by", async () => {
  const here = await watchedGateway("phase:request req:/hold/");
  const url = `${here.route("openai")}${PATH}`;
  const held: number[] = [];
  const three = nextNotice(here.holds, (notice) => {
    if (notice.type === "held") held.push(notice.call.step);
    return held.length === 3 ? true : undefined;
  });
  const calls = ["hold 1", "free 1", "hold 2", "free 2", "hold 3"].map((text) => rawCall(url, chat(text)));
  await three;
  expect((await calls[1]?.answer)?.status).toBe(200);
  expect((await calls[3]?.answer)?.status).toBe(200);
  expect(here.holds.actAll({ do: "answer", body: "all the same" })).toBe(3);
  const answers = await Promise.all(calls.map(({ answer }) => answer));
  expect(answers.map(({ body }) => body.includes("all the same"))).toEqual([true, false, true, false, true]);
  const run = await here.finished();
  expect([run.length, new Set(held).size]).toEqual([5, 3]);
});

test("pause stops the next call; step lets it go on and stops the one after it; probes are no calls", async () => {
  const here = await watchedGateway("");
  const url = `${here.route("openai")}${PATH}`;
  here.holds.pause();
  expect((await fetch(`${here.route("openai")}/v1/models`)).status).toBe(200);
  const first = nextHeld(here.holds);
  const one = rawCall(url, chat("one"));
  const { id, reason } = await first;
  expect(reason.type).toBe("pause");
  here.holds.act(id, { do: "step" });
  expect((await one.answer).status).toBe(200);
  const second = nextHeld(here.holds);
  const two = rawCall(url, chat("two"));
  here.holds.act((await second).id, { do: "continue" });
  expect((await two.answer).status).toBe(200);
  expect((await rawCall(url, chat("three")).answer).status).toBe(200);
});

test("what cannot be done with a held call is refused with the reason, and it stays held", async () => {
  const here = await watchedGateway("phase:response");
  const held = nextHeld(here.holds);
  const call = rawCall(`${here.route("openai")}${PATH}`, chat("[[tool]]"));
  const { id } = await held;
  const edit = (pointer: string, value: string) => () =>
    here.holds.act(id, { do: "edit-response", changes: [{ pointer, value }] });
  expect(edit("/choices/0/message/tool_calls/0/id", "other")).toThrow("ids of tool calls have to stay as they are");
  expect(edit("/choices/7/message", "x")).toThrow("there is nothing at /choices/7/message of the answer");
  expect(() => here.holds.act(id, { do: "live" })).toThrow(/it can continue, step, edit-response/);
  expect(() => here.holds.act(id + 1, { do: "continue" })).toThrow("not held any more");
  edit("/choices/0/message/tool_calls/0/function/arguments", '{"city":"Rome"}')();
  expect((await call.answer).body).toContain("Rome");
});

test("no provider can be reached: that is held like an answer", async () => {
  const here = await watchedGateway("phase:response status:error");
  await here.stub.close();
  const held = nextHeld(here.holds);
  const call = rawCall(`${here.route("openai")}${PATH}`, chat("hi"));
  here.holds.act((await held).id, { do: "answer", body: "as if" });
  expect((await call.answer).body).toContain("as if");
  const run = await here.finished();
  expect(run.row(0)).toMatchObject({ status: "ok", edits: ["answer"] });
  expect(run.body(0).error).toBeUndefined();
});
