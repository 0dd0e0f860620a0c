import { describe, expect, test } from "vitest";
import { forkReport } from "../../src/fork/fork-report.ts";
import type { Json } from "../../src/json/json.ts";
import { chat, nextHeld, rawCall } from "../gateway/held-calls.ts";
import { watchedAgain } from "../support/watched-gateway.ts";
import { type GivenCall, openCalls, planOf } from "./forked.ts";

const PATH = "/v1/chat/completions";
const OP = "openai/chat";

function said(content: string): Json {
  return { choices: [{ index: 0, message: { role: "assistant", content }, finish_reason: "stop" }] };
}

const talk = (...texts: readonly string[]): Json => ({
  model: "stub",
  messages: texts.map((content, i) => ({ role: i % 2 === 0 ? "user" : "assistant", content })),
});

/** Two turns of one conversation. */
const CALLS: readonly GivenCall[] = [
  { path: PATH, op: OP, request: talk("one"), response: said("first") },
  { path: PATH, op: OP, request: talk("one", "first", "two"), response: said("second") },
];

async function recorded() {
  return openCalls(CALLS, ["/messages"]);
}

function text(body: string): unknown {
  return JSON.parse(body).choices?.[0]?.message?.content;
}

describe("a call of a fork that has parted from the recording", () => {
  async function drifted() {
    const run = await recorded();
    const here = await watchedAgain(run, planOf(run, { at: "1" }));
    const held = nextHeld(here.holds);
    const call = rawCall(here.url(PATH), talk("One!"));
    return { here, held: await held, call };
  }

  test("stands still, and says what it is nearest to", async () => {
    const { here, held } = await drifted();
    expect(held).toMatchObject({ phase: "request", reason: { type: "drift" }, drift: { step: 0 } });
    expect(held.drift?.lines).toContain("-one");
    expect(held.drift?.lines).toContain("+One!");
    expect(held.actions).toEqual(["continue", "step", "answer", "error", "recorded", "live", "abort"]);
    expect(here.stub.exchanges).toEqual([]);
  });

  test("is left where all calls go on: going on would fail it", async () => {
    const { here, held, call } = await drifted();
    expect(here.holds.actAll({ do: "continue" })).toBe(0);
    here.holds.act(held.id, { do: "recorded" });
    expect(text((await call.answer).body)).toBe("first");
  });

  test("treated as equal it gets what was recorded, which is loose", async () => {
    const { here, held, call } = await drifted();
    here.holds.act(held.id, { do: "recorded" });
    expect(text((await call.answer).body)).toBe("first");
    expect(here.session.loose.map(({ step }) => step)).toEqual([0]);
    const run = await here.finished();
    expect(run.row(0)).toMatchObject({ origin: "replayed", match: "loose" });
  });

  test("goes live when told, and so does what follows its answer", async () => {
    const { here, held, call } = await drifted();
    here.holds.act(held.id, { do: "live" });
    const answer = text((await call.answer).body);
    expect((await rawCall(here.url(PATH), talk("One!", String(answer), "two")).answer).status).toBe(200);
    expect(here.stub.exchanges).toHaveLength(2);
    expect((await here.finished()).row(0)).toMatchObject({ origin: "live" });
  });

  test.each(["abort", "continue"] as const)(
    "gets the error of a fork on %s, and counts as divergence",
    async (name) => {
      const { here, held, call } = await drifted();
      here.holds.act(held.id, { do: name });
      const { status, body } = await call.answer;
      expect([status, JSON.parse(body).error.code]).toEqual([400, "vcr_no_recording"]);
      expect(here.session.misses).toHaveLength(1);
      expect((await here.finished()).row(0)).toMatchObject({ origin: "injected", match: "missed" });
    },
  );

  test("gets the error at once where nobody watches", async () => {
    const run = await recorded();
    const here = await watchedAgain(run, planOf(run, { at: "1" }));
    here.holds.setWatched(false);
    expect((await rawCall(here.url(PATH), talk("One!")).answer).status).toBe(400);
  });
});

test("a served answer that is edited by hand makes what follows it live, with the edit in it", async () => {
  const run = await recorded();
  const here = await watchedAgain(run, planOf(run, { at: "end" }));
  here.holds.setBreakpoints([{ expression: "step:0 phase:response", on: true }]);
  const held = nextHeld(here.holds);
  const first = rawCall(here.url(PATH), talk("one"));
  const changes = [{ pointer: "/choices/0/message/content", value: "other" }];
  here.holds.act((await held).id, { do: "edit-response", changes });
  expect(text((await first.answer).body)).toBe("other");
  expect((await rawCall(here.url(PATH), talk("one", "other", "two")).answer).status).toBe(200);
  expect(JSON.parse(here.stub.exchanges[0]?.body.toString() ?? "")).toEqual(talk("one", "other", "two"));
  const saved = await here.finished();
  expect([saved.row(0).origin, saved.row(0).edits, saved.row(1).origin]).toEqual(["replayed", ["answer"], "live"]);
});

test("a served call may be answered by hand, and a live one with what was recorded is not offered", async () => {
  const run = await recorded();
  const here = await watchedAgain(run, planOf(run, { at: "1" }));
  here.holds.setBreakpoints([{ expression: "phase:request", on: true }]);
  const held = nextHeld(here.holds);
  const first = rawCall(here.url(PATH), talk("one"));
  here.holds.act((await held).id, { do: "answer", body: "made" });
  expect(text((await first.answer).body)).toBe("made");
  const next = nextHeld(here.holds);
  const second = rawCall(here.url(PATH), talk("one", "made", "two"));
  const { id, actions } = await next;
  expect(actions).toEqual(["continue", "step", "edit-request", "answer", "error", "abort"]);
  here.holds.act(id, { do: "edit-request", changes: [{ pointer: "/messages/2/content", value: "three" }] });
  expect((await second.answer).status).toBe(200);
  expect(here.stub.exchanges[0]?.body.toString()).toContain('"three"');
  expect(here.holds.rewrites()).toEqual([{ words: '1:/request/messages/2/content = "three"', on: true }]);
});

test("a member that is left out of a held request is left out of later ones, and of the run as it went out", async () => {
  const run = await recorded();
  const here = await watchedAgain(run, planOf(run, { at: "0" }));
  here.holds.setBreakpoints([{ expression: "step:0 phase:request", on: true }]);
  const held = nextHeld(here.holds);
  const asked = (...said: readonly string[]) => Object.assign({}, talk(...said), { temperature: 1 });
  const first = rawCall(here.url(PATH), asked("one"));
  here.holds.act((await held).id, { do: "edit-request", changes: [{ pointer: "/temperature", drop: true }] });
  await first.answer;
  await rawCall(here.url(PATH), asked("one", "x", "two")).answer;
  expect(here.stub.exchanges.map(({ body }) => JSON.parse(body.toString()))).toEqual([
    talk("one"),
    talk("one", "x", "two"),
  ]);
  expect(here.holds.rewrites()).toEqual([{ words: "0:/request/temperature left out", on: true }]);
  const saved = await here.finished();
  expect(saved.body(0).sent).toEqual({ set: {}, drop: ["/temperature"] });
  expect(saved.body(0).request?.json).toEqual(talk("one"));
  expect(saved.asked.body(0).request?.json).toEqual(asked("one"));
});

test("a member is left out of a held answer", async () => {
  const run = await recorded();
  const here = await watchedAgain(run, planOf(run, { at: "1" }));
  here.holds.setBreakpoints([{ expression: "step:0 phase:response", on: true }]);
  const held = nextHeld(here.holds);
  const first = rawCall(here.url(PATH), talk("one"));
  const { id } = await held;
  const change = (pointer: string) => here.holds.act(id, { do: "edit-response", changes: [{ pointer, drop: true }] });
  expect(() => change("/nowhere")).toThrow("there is nothing at /nowhere of the answer");
  change("/choices/0/finish_reason");
  const { choices } = JSON.parse((await first.answer).body.toString());
  expect(Object.keys(choices[0])).not.toContain("finish_reason");
});

test("a rewrite that is switched off is made no more", async () => {
  const run = await recorded();
  const here = await watchedAgain(run, planOf(run, { at: "0", edits: ["0:/request/messages/0/content=changed"] }));
  await rawCall(here.url(PATH), talk("one")).answer;
  here.holds.setRewrite(0, false);
  await rawCall(here.url(PATH), talk("one", "x", "two")).answer;
  expect(here.stub.exchanges.map(({ body }) => body.includes("changed"))).toEqual([true, false]);
});

describe("edits that hold for forks of the run", () => {
  const PROMPT = "0:/request/messages/0/content=changed";

  test("one that was switched off does not, an edited answer does", async () => {
    const run = await recorded();
    const answer = "0:/response/choices/0/message/content=served changed";
    const here = await watchedAgain(run, planOf(run, { at: "0", edits: [PROMPT] }));
    await rawCall(here.url(PATH), talk("one")).answer;
    here.holds.setRewrite(0, false);
    expect(planOf(await here.finished(), { at: "0" }).rewrites).toEqual([]);
    const other = await watchedAgain(run, planOf(run, { edits: [answer, "1:/request/messages/2/content=three"] }));
    await rawCall(other.url(PATH), talk("one")).answer;
    other.holds.setRewrite(0, false);
    expect((await other.finished()).header.edits).toMatchObject([
      { target: { kind: "answer" }, after: "served changed" },
    ]);
  });

  test("one that was switched off and on again does", async () => {
    const run = await recorded();
    const here = await watchedAgain(run, planOf(run, { at: "0", edits: [PROMPT] }));
    await rawCall(here.url(PATH), talk("one")).answer;
    here.holds.setRewrite(0, false);
    here.holds.setRewrite(0, true);
    expect(planOf(await here.finished(), { at: "0" }).rewrites.map(({ after }) => after)).toEqual(["changed"]);
  });

  test("one that was made by hand does", async () => {
    const run = await recorded();
    const here = await watchedAgain(run, planOf(run, { at: "0" }));
    here.holds.setBreakpoints([{ expression: "phase:request", on: true }]);
    const held = nextHeld(here.holds);
    const call = rawCall(here.url(PATH), talk("one"));
    const changes = [{ pointer: "/messages/0/content", value: "by hand" }];
    here.holds.act((await held).id, { do: "edit-request", changes });
    expect((await call.answer).status).toBe(200);
    const fork = planOf(await here.finished(), { at: "0" });
    expect(fork.rewrites.map(({ after }) => after)).toEqual(["by hand"]);
    expect(fork.edits).toHaveLength(1);
  });
});

describe("a call of a replay that has no recording", () => {
  async function missed() {
    const here = await watchedAgain(await recorded());
    const held = nextHeld(here.holds);
    const call = rawCall(here.url(PATH), chat("nothing of the kind"));
    return { here, held: await held, call };
  }

  test("stands still, and goes to its provider only by somebody's word", async () => {
    const { here, held, call } = await missed();
    expect(here.stub.exchanges).toEqual([]);
    here.holds.act(held.id, { do: "live" });
    expect((await call.answer).status).toBe(200);
    expect((await here.finished()).row(0)).toMatchObject({ origin: "live" });
  });

  test("may get the answer of any step", async () => {
    const { here, held, call } = await missed();
    expect(() => here.holds.act(held.id, { do: "recorded", step: 9 })).toThrow("step 9 holds no answer");
    here.holds.act(held.id, { do: "recorded", step: 1 });
    expect(text((await call.answer).body)).toBe("second");
  });

  test("gets the error of a replay", async () => {
    const { here, held, call } = await missed();
    here.holds.act(held.id, { do: "abort" });
    expect((await call.answer).body).toContain("this is a replay of r_1");
    expect((await here.finished()).row(0)).toMatchObject({ match: "missed" });
  });
});

test("a stream that is served may be held and edited too", async () => {
  const request = { model: "stub", stream: true, messages: [{ role: "user", content: "one" }] };
  const run = await openCalls([{ path: PATH, op: OP, request, response: said("first") }], ["/messages"]);
  const here = await watchedAgain(run);
  here.holds.setBreakpoints([{ expression: "phase:response", on: true }]);
  const held = nextHeld(here.holds);
  const call = rawCall(here.url(PATH), request);
  here.holds.act((await held).id, {
    ...{ do: "edit-response", changes: [{ pointer: "/choices/0/message/content", value: "edited" }] },
  });
  const { body } = await call.answer;
  expect(body).toMatch(/^data: .*"edited"/);
  expect(body).toMatch(/data: \[DONE\]\n\n$/);
});

test("the report of a fork names what was taken as equal by hand", async () => {
  const run = await recorded();
  const plan = planOf(run, { at: "1" });
  const here = await watchedAgain(run, plan);
  const held = nextHeld(here.holds);
  const call = rawCall(here.url(PATH), talk("One!"));
  here.holds.act((await held).id, { do: "recorded" });
  await call.answer;
  const { fork } = here;
  if (fork === undefined) throw new Error("no fork");
  const { lines } = forkReport({
    cost: undefined,
    agent: { code: 0 },
    plan,
    tally: here.session,
    handler: fork,
    run: "r_1",
    savedAs: undefined,
    notes: [],
  });
  expect(lines).toContain("loose: step 0 llm openai/chat model, taken as equal by hand");
  expect(lines.join("\n")).not.toContain("a tool had answered otherwise");
});
