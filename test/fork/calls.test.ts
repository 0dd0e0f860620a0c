import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import {
  checkpoint,
  DivergenceError,
  type ForkOptions,
  fork,
  identityMatcher,
  llm,
  type Matcher,
  memory,
  node,
  openTrace,
  ReplayedError,
  record,
  recordStep,
  replay,
  tool,
  writeTrace,
} from "../../src/index.ts";
import { tempFolder } from "../support/temp-folder.ts";

/** A trip in four calls: 0 asks the model, 1 searches, 2 asks again, 3 books. `made` says which were run for real. */
function trip(words: { readonly booked?: string } = {}) {
  const made: string[] = [];
  const noted = (name: string): void => void made.push(name);
  const ask = llm(
    async ({ messages }: { messages: readonly unknown[] }) => {
      noted(`ask ${messages.length}`);
      return messages.length === 1 ? "SFO" : `book ${JSON.stringify(messages.at(-1))}`;
    },
    { name: "model" },
  );
  const search = tool(
    async (city: string) => {
      noted(`search ${city}`);
      return [310, 280];
    },
    { name: "search" },
  );
  const book = tool(
    (what: string, how: { seat: string }) => {
      noted(`book ${what} ${how.seat}`);
      return { ticket: words.booked ?? "T1", what };
    },
    { name: "book" },
  );
  const agent = async (start: unknown = "where to?") => {
    const city = await ask({ messages: [start] });
    const fares = await search(city);
    const choice = await ask({ messages: [start, city, fares] });
    return book(choice, { seat: "A" });
  };
  return { made, agent };
}

interface Forking {
  readonly path: string;
  readonly saveAs: string;
}

async function recorded(agent: () => unknown): Promise<Forking> {
  const folder = tempFolder();
  const path = join(folder, "run.vcr");
  await record(path, {}, () => agent()).catch(() => undefined);
  return { path, saveAs: join(folder, "fork.vcr") };
}

/** Step, kind, name and origin of the events of a file. */
async function events(path: string): Promise<string[]> {
  const trace = await openTrace(path);
  const found: string[] = [];
  for await (const { step, kind, name, origin } of trace.events()) found.push(`${step} ${kind} ${name} ${origin}`);
  trace.close();
  return found;
}

async function headerOf(path: string) {
  const trace = await openTrace(path);
  trace.close();
  return trace.header;
}

const failure = (running: Promise<unknown>): Promise<unknown> =>
  running.then(
    () => undefined,
    (error: unknown) => error,
  );

describe("fork", () => {
  test("answers calls before the fork from the recording and makes the others", async () => {
    const { path, saveAs } = await recorded(trip().agent);
    const now = trip({ booked: "T2" });
    const { result, session } = await fork(path, { at: 2, saveAs }, () => now.agent());
    expect(result).toEqual({ ticket: "T2", what: "book [310,280]" });
    expect(now.made).toEqual(["ask 3", "book book [310,280] A"]);
    expect([session.mode, session.path, session.savedAs, session.cursor]).toEqual(["fork", path, saveAs, 4]);
    expect(session.newEvents.map(({ step, name, status }) => `${step} ${name} ${status}`)).toEqual([
      "0 model ok",
      "1 search ok",
      "2 model ok",
      "3 book ok",
    ]);
  });

  test("saves what it served with the clock of now", async () => {
    const { path, saveAs } = await recorded(trip().agent);
    const from = Date.now();
    await fork(path, { at: 2, saveAs }, () => trip().agent());
    const trace = await openTrace(saveAs);
    const begins = [0, 1, 2, 3].map((i) => trace.row(i).at ?? 0);
    trace.close();
    expect(begins[0]).toBeGreaterThanOrEqual(from);
    expect(begins).toEqual(begins.toSorted((a, b) => a - b));
  });

  test("saves a run of its own that says what it came from and what was live", async () => {
    const { path, saveAs } = await recorded(trip().agent);
    await fork(path, { at: 2, saveAs }, () => trip().agent());
    expect(await events(saveAs)).toEqual([
      "0 llm model replayed",
      "1 tool search replayed",
      "2 llm model live",
      "3 tool book live",
    ]);
    const { id } = await headerOf(path);
    const header = await headerOf(saveAs);
    expect(header.parent).toMatchObject({ kind: "fork", id, file: "run.vcr", at: 2 });
    expect(header.parent?.sha256).toMatch(/^[0-9a-f]{64}$/);
    expect([header.id === id, header.exit?.code]).toEqual([false, 0]);
  });

  test("replays whole and alone, and can be forked again", async () => {
    const { path, saveAs } = await recorded(trip().agent);
    await fork(path, { at: 2, saveAs }, () => trip({ booked: "T2" }).agent());
    const dead = trip();
    expect((await replay(saveAs, { match: "strict" }, () => dead.agent())).result).toEqual({
      ticket: "T2",
      what: "book [310,280]",
    });
    expect(dead.made).toEqual([]);
    const again = trip({ booked: "T3" });
    const second = `${saveAs}.2.vcr`;
    const { result } = await fork(saveAs, { at: 3, saveAs: second }, () => again.agent());
    expect([result, again.made]).toEqual([{ ticket: "T3", what: "book [310,280]" }, ["book book [310,280] A"]]);
    expect((await replay(second, {}, () => dead.agent())).result).toEqual(result);
  });

  test("at 0 makes every call, at the end none", async () => {
    const { path, saveAs } = await recorded(trip().agent);
    const all = trip();
    await fork(path, { at: 0, saveAs }, () => all.agent());
    const none = trip();
    const { result } = await fork(path, { at: "end", saveAs: `${saveAs}.end.vcr` }, () => none.agent());
    expect([all.made.length, none.made, result]).toEqual([4, [], { ticket: "T1", what: "book [310,280]" }]);
  });

  test.each([
    [{ at: 5 }, "at: 5 lies beyond the end: the run has 4 steps"],
    [{ at: "soon" }, 'at: soon is no step: expected a number, or "end"'],
    [{ at: -1 }, 'at: -1 is no step: expected a number, or "end"'],
    [{ at: "0a" }, "at: there is no step 0a"],
    [{}, "where does the fork begin?"],
    [{ at: 2, edits: [{ step: 2, pointer: "/response", value: 1 }] }, "at: 3 or more"],
    [{ at: 3, edits: [{ step: 2, pointer: "/request/messages", value: [] }] }, "use at: 2"],
    [
      { edits: [{ step: 9, pointer: "/response", value: 1 }] },
      "edits[0]: step 9 cannot be served or changed: there is no such step",
    ],
    [{ edits: [{ step: 1, pointer: "/answer", value: 1 }] }, "/request, /response or /result"],
    [{ edits: [{ step: 1, pointer: "/result/7", value: 1 }] }, "edits[0]: there is nothing at such a place"],
    [{ edits: [{ step: 0, pointer: "/result", value: 1 }] }, "its answer is at /response"],
    [{ edits: [{ step: 3, pointer: "/request", value: {} }] }, "expected the list of all arguments"],
    [{ at: 1, match: "nearly" as "identity" }, "match must be identity"],
  ] satisfies [ForkOptions, string][])("refuses %j before anything starts", async (options, words) => {
    const { path, saveAs } = await recorded(trip().agent);
    let began = false;
    const error = await failure(fork(path, { saveAs, ...options }, () => (began = true)));
    expect(error).toMatchObject({ name: "VcrError", message: expect.stringContaining(words) });
    expect([began, await failure(openTrace(saveAs))]).toEqual([false, expect.anything()]);
  });

  test("a run without wrapped calls, and a file that is there, are refused", async () => {
    const told = await recorded(() => checkpoint("start", {}));
    expect(await failure(fork(told.path, { at: 0, saveAs: told.saveAs }, () => 1))).toMatchObject({
      code: "nothing-to-replay",
    });
    const { path } = await recorded(trip().agent);
    const before = readFileSync(path);
    expect(await failure(fork(path, { at: 0, saveAs: path }, () => 1))).toMatchObject({ code: "exists" });
    expect(readFileSync(path).equals(before)).toBe(true);
  });

  test("without a name the new run goes to the run folder", async () => {
    const { path } = await recorded(trip().agent);
    const before = process.cwd();
    process.chdir(tempFolder());
    onTestFinished(() => process.chdir(before));
    const { session } = await fork(path, { at: 4 }, () => trip().agent());
    expect(session.savedAs).toMatch(/\.vcr[\\/]\d{8}-\d{6}-[0-9a-f]{8}\.vcr$/);
    expect((await events(session.savedAs ?? "")).length).toBe(4);
  });

  test("the trace of its session is the recording", async () => {
    const { path, saveAs } = await recorded(trip().agent);
    await fork(path, { at: 2, saveAs }, async (session) => {
      const trace = await session.trace;
      expect([trace.path, trace.length]).toEqual([path, 4]);
      trace.close();
      return trip().agent();
    });
  });

  test("events that the program tells are recorded, and states in front of the fork too", async () => {
    const add = tool((a: number, b: number) => a + b, { name: "add" });
    const agent = node(
      (state: { sum: number }) => {
        recordStep("first", state, { sum: 1 });
        const sum = add(state.sum, 1) + add(2, 3);
        checkpoint("end", { sum });
        return { sum };
      },
      { name: "plan" },
    );
    const { path, saveAs } = await recorded(() => agent({ sum: 0 }));
    await fork(path, { at: 3, saveAs }, () => agent({ sum: 0 }));
    expect(await events(saveAs)).toEqual([
      "0 node plan recorded",
      "1 node first recorded",
      "2 tool add replayed",
      "3 tool add live",
      "4 checkpoint end recorded",
    ]);
    const trace = await openTrace(saveAs);
    expect([(await trace.event(0)).body.after, (await trace.event(4)).body.after]).toEqual([{ sum: 6 }, { sum: 6 }]);
    trace.close();
  });

  test("what the program throws is thrown, and the run ends with it", async () => {
    const { path, saveAs } = await recorded(trip().agent);
    const error = new RangeError("no");
    expect(await failure(fork(path, { at: 1, saveAs }, () => Promise.reject(error)))).toBe(error);
    expect((await headerOf(saveAs)).exit?.code).toBe(1);
  });
});

describe("the boundary of a fork", () => {
  test("a call that differs before it is not made, and says where it differs", async () => {
    const { path, saveAs } = await recorded(trip().agent);
    const now = trip();
    const error = await failure(fork(path, { at: 2, saveAs }, () => now.agent("whereto?")));
    expect(error).toBeInstanceOf(DivergenceError);
    expect(error).toMatchObject({
      reason: "differs",
      step: 0,
      pointer: "/messages/0",
      expected: "where to?",
      got: "whereto?",
      message: expect.stringContaining("diverged before the fork at step 2"),
      hint: 'normalize: ["/messages/0"] if that place does not count; at: 0 lets it run for real',
    });
    expect([now.made, (await events(saveAs))[0]]).toEqual([[], "0 llm model injected"]);
  });

  test("a place that does not count may differ", async () => {
    const { path, saveAs } = await recorded(trip().agent);
    const now = trip();
    await fork(path, { at: 2, saveAs, normalize: ["/messages/0"] }, () => now.agent("whereto?"));
    expect(now.made).toEqual(["ask 3", "book book [310,280] A"]);
  });

  test("what was let pass is kept as it was asked, so that the new run answers the program of now", async () => {
    const { path, saveAs } = await recorded(trip().agent);
    const how = { at: "end", match: "ordered" } as const;
    const { result } = await fork(path, { ...how, saveAs }, () => trip().agent("whereto?"));
    const dead = trip();
    expect((await replay(saveAs, {}, () => dead.agent("whereto?"))).result).toEqual(result);
    expect(dead.made).toEqual([]);
    const trace = await openTrace(saveAs);
    expect((await trace.event(0)).match).toBe("loose");
    trace.close();
  });

  test("an unknown call goes live when all before it were served", async () => {
    const { path, saveAs } = await recorded(trip().agent);
    const other = tool(() => "new", { name: "other" });
    const { result } = await fork(path, { at: "end", saveAs }, async () => [await trip().agent(), other()]);
    expect(result).toEqual([{ ticket: "T1", what: "book [310,280]" }, "new"]);
  });

  test("a recorded call from the fork on goes live while others are still to be served", async () => {
    const calls: string[] = [];
    const get = tool(async (name: string) => void calls.push(name), { name: "get" });
    const { path, saveAs } = await recorded(async () => [await get("a"), await get("b"), await get("c")]);
    calls.length = 0;
    await fork(path, { at: 2, saveAs }, async () => [await get("c"), await get("a"), await get("b")]);
    expect(calls).toEqual(["c"]);
  });

  test("a live call that has not answered lets no other through", async () => {
    const calls: string[] = [];
    const get = tool(async (name: string) => void calls.push(name), { name: "get" });
    const { path, saveAs } = await recorded(async () => [await get("a"), await get("b")]);
    calls.length = 0;
    const { result } = await fork(path, { at: 1, saveAs }, async () => {
      const live = get("b");
      const drifted = await failure(get("x"));
      await live;
      await get("y");
      return drifted;
    });
    expect(result).toBeInstanceOf(DivergenceError);
    expect(calls).toEqual(["b", "y"]);
  });

  test("calls inside of a live call are live, those of a served one are not made", async () => {
    const ran: string[] = [];
    const model = llm(
      async (q: string) => {
        ran.push(`model ${q}`);
        return q.toUpperCase();
      },
      { name: "m" },
    );
    const deep = tool(
      async (q: string) => {
        ran.push(`deep ${q}`);
        return `${await model(q)}!`;
      },
      { name: "deep" },
    );
    const agent = async () => [await deep("a"), await deep("b")];
    const { path, saveAs } = await recorded(agent);
    ran.length = 0;
    const { result } = await fork(path, { at: 2, saveAs }, agent);
    expect([result, ran]).toEqual([
      ["A!", "B!"],
      ["deep b", "model b"],
    ]);
    expect(await events(saveAs)).toEqual([
      "0 tool deep replayed",
      "1 llm m replayed",
      "2 tool deep live",
      "3 llm m live",
    ]);
    ran.length = 0;
    await replay(saveAs, {}, agent);
    expect(ran).toEqual([]);
    const edits = [{ step: 0, pointer: "/result", value: "edited" }];
    ran.length = 0;
    expect((await fork(path, { saveAs: `${saveAs}.2.vcr`, edits }, agent)).result).toEqual(["edited", "B!"]);
    expect(ran).toEqual(["deep b", "model b"]);
    const inside = [{ step: 1, pointer: "/response", value: "x" }];
    expect(await failure(fork(path, { edits: inside }, agent))).toMatchObject({
      message:
        "edits[0]: step 1 cannot be served or changed: it was made inside step 0, which is one call to the recording",
    });
    expect(await failure(fork(path, { at: 1 }, agent))).toMatchObject({
      message: expect.stringContaining("step 1 was made inside step 0"),
    });
  });

  test("what a live call makes inside of itself takes no recorded answer from the program", async () => {
    const ran: string[] = [];
    const model = llm(
      async (q: string) => {
        ran.push(`model ${q}`);
        return q.toUpperCase();
      },
      { name: "m" },
    );
    const inner = node(async (q: string) => model(q), { name: "inner" });
    const deep = tool(
      async (q: string) => {
        ran.push(`deep ${q}`);
        return inner(q);
      },
      { name: "deep" },
    );
    const { path, saveAs } = await recorded(async () => [await model("a"), await deep("a")]);
    ran.length = 0;
    const { result } = await fork(path, { at: 1, saveAs }, async () => [await deep("a"), await model("a")]);
    expect([result, ran]).toEqual([
      ["A", "A"],
      ["deep a", "model a"],
    ]);
    expect(await events(saveAs)).toEqual([
      "0 tool deep live",
      "1 node inner recorded",
      "2 llm m live",
      "3 llm m replayed",
    ]);
  });

  test("a matcher of one's own is told where it ends, and may not go beyond", async () => {
    const { path, saveAs } = await recorded(trip().agent);
    const limits = new Set<number>();
    const inner = identityMatcher();
    const own = (most: (limit: number) => number): Matcher => ({
      name: "own",
      positional: false,
      take: (call, recorded, limit) => {
        limits.add(limit);
        return inner.take(call, recorded, most(limit));
      },
    });
    await fork(path, { at: 2, saveAs, match: own((limit) => limit) }, () => trip().agent());
    expect([...limits]).toEqual([2]);
    const greedy = own(() => Number.POSITIVE_INFINITY);
    expect(
      await failure(fork(path, { at: 2, saveAs: `${saveAs}.2.vcr`, match: greedy }, () => trip().agent())),
    ).toMatchObject({ code: "matcher", message: "the matcher own gave step 2 for a fork at step 2" });
  });

  test("a loose answer is none to what holds a fresh one", async () => {
    const { path, saveAs } = await recorded(trip().agent);
    const now = trip();
    const edits = [{ step: 1, pointer: "/result/0", value: 99 }];
    await fork(path, { at: "end", saveAs, match: "ordered", edits }, () => now.agent("whereto?"));
    expect(now.made).toEqual(["ask 3", "book book [99,280] A"]);
  });
});

describe("answers of a fork", () => {
  test("streams are served piece by piece, and made from the fork on", async () => {
    let ran = 0;
    const say = llm(
      async function* (what: string) {
        ran++;
        yield what;
        yield { n: ran };
        if (what === "bad") throw new RangeError("lost");
      },
      { name: "say" },
    );
    const heard = async (what: string): Promise<unknown[]> => {
      const pieces: unknown[] = [];
      try {
        for await (const piece of say(what)) pieces.push(piece);
      } catch (error) {
        pieces.push(error instanceof ReplayedError ? error.originalMessage : error);
      }
      return pieces;
    };
    const agent = async () => [await heard("one"), await heard("bad"), await heard("two")];
    const { path, saveAs } = await recorded(agent);
    const { result } = await fork(path, { at: 2, saveAs }, agent);
    expect(result).toEqual([
      ["one", { n: 1 }],
      ["bad", { n: 2 }, "lost"],
      ["two", { n: 4 }],
    ]);
    expect((await replay(saveAs, {}, agent)).result).toEqual(result);
  });

  test("what was thrown before the fork is thrown again, with revive of its class", async () => {
    const fail = tool(
      async (n: number) => {
        throw new TypeError(`no ${n}`);
      },
      { name: "fail" },
    );
    const agent = async () => [await failure(fail(1)), await failure(fail(2))];
    const { path, saveAs } = await recorded(agent);
    const { result } = await fork(path, { at: 1, saveAs }, agent);
    expect(result).toEqual([expect.any(ReplayedError), new TypeError("no 2")]);
    const revived = await fork(path, { at: 1, saveAs: `${saveAs}.2.vcr`, revive: true }, agent);
    expect(revived.result[0]).toBeInstanceOf(TypeError);
  });

  test("an edited answer is given, and what comes of it is live", async () => {
    const { path, saveAs } = await recorded(trip().agent);
    const now = trip();
    const edits = [{ step: 1, pointer: "/result/0", value: 99 }];
    const { result } = await fork(path, { saveAs, edits }, () => now.agent());
    expect(result).toEqual({ ticket: "T1", what: "book [99,280]" });
    expect(now.made).toEqual(["ask 3", "book book [99,280] A"]);
    const trace = await openTrace(saveAs);
    expect(trace.header.edits).toEqual([
      {
        step: "1",
        target: { kind: "answer" },
        pointer: "/result/0",
        before_sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
        after: 99,
      },
    ]);
    const { row, body } = await trace.event(1).then((event) => ({ row: event, body: event.body }));
    expect([body.response?.json, row.edits, row.origin]).toEqual([[99, 280], ["answer"], "replayed"]);
    trace.close();
    expect((await replay(saveAs, {}, () => trip().agent())).result).toEqual(result);
  });

  test("a call that threw, and one that streamed, are edited as a whole or by the piece", async () => {
    const fail = tool(() => Promise.reject(new Error("timeout")), { name: "fail" });
    const say = llm(
      async function* () {
        yield "a";
        yield "b";
      },
      { name: "say" },
    );
    const agent = async () => {
      const pieces: unknown[] = [await fail().catch(() => "failed")];
      for await (const piece of say()) pieces.push(piece);
      return pieces;
    };
    const { path, saveAs } = await recorded(agent);
    const edits = [
      { step: 0, pointer: "/result", value: new Map([["rooms", 3]]) },
      { step: 1, pointer: "/response/1", value: "c" },
    ];
    const { result } = await fork(path, { saveAs, edits }, agent);
    expect(result).toEqual([new Map([["rooms", 3]]), "a", "c"]);
    expect((await replay(saveAs, {}, agent)).result).toEqual(result);
    const inside = [{ step: 0, pointer: "/result/x", value: 1 }];
    expect(await failure(fork(path, { edits: inside }, agent))).toMatchObject({
      message: "edits[0]: step 0 threw; only its whole answer can be edited, at /response",
    });
  });

  test("an edited request is what the call is made with, and the program's own is kept", async () => {
    const { path, saveAs } = await recorded(trip().agent);
    const now = trip();
    const edits = [{ step: 3, pointer: "/request/1/seat", value: "B" }];
    await fork(path, { saveAs, edits }, () => now.agent());
    expect(now.made).toEqual(["book book [310,280] B"]);
    const trace = await openTrace(saveAs);
    const { body, edits: marks } = await trace.event(3);
    expect([body.sent, marks]).toEqual([{ set: { "/1/seat": "B" } }, ["request"]]);
    trace.close();
    expect((await replay(saveAs, {}, () => trip().agent())).result).toMatchObject({ ticket: "T1" });
    const again = trip();
    await fork(saveAs, { at: 3, saveAs: `${saveAs}.2.vcr` }, () => again.agent());
    expect(again.made).toEqual(["book book [310,280] B"]);
  });

  test("arguments that are not edited stay the values they are", async () => {
    const signal = new AbortController().signal;
    const seen: unknown[] = [];
    const go = memory((what: { q: string; signal: AbortSignal }) => void seen.push(what.q, what.signal), {
      name: "go",
    });
    const { path, saveAs } = await recorded(() => go({ q: "a", signal }));
    seen.length = 0;
    await fork(path, { saveAs, edits: [{ step: 0, pointer: "/request/q", value: "b" }] }, () => go({ q: "a", signal }));
    expect(seen[0]).toBe("b");
    expect(seen[1]).toBe(signal);
  });

  test("an edit that is never used, and a call that is never made, are warned of", async () => {
    const warned: string[] = [];
    const listen = (warning: Error): number => warned.push(`${warning.name}: ${warning.message}`);
    process.on("warning", listen);
    onTestFinished(() => void process.off("warning", listen));
    const { path, saveAs } = await recorded(trip().agent);
    await fork(path, { at: 2, saveAs }, () => 1);
    const edits = [{ step: 3, pointer: "/request/1/seat", value: "B" }];
    await fork(path, { at: 2, saveAs: `${saveAs}.2.vcr`, edits }, () => trip().agent());
    await fork(path, { at: 2, saveAs: `${saveAs}.3.vcr`, edits }, () => 1);
    await new Promise((resolve) => setImmediate(resolve));
    expect(warned).toEqual([
      "UnconsumedEventsWarning: 2 recorded call(s) before the fork were never made: step 0, 1",
      "ReplayDriftWarning: the edit of step 3 was never used: the program made no such call",
    ]);
  });

  test("calls on the wire are warned of, and one of a wrapped model is stopped with a word of them", async () => {
    const warned: string[] = [];
    const listen = (warning: Error): number => warned.push(`${warning.name}: ${warning.message}`);
    process.on("warning", listen);
    onTestFinished(() => void process.off("warning", listen));
    const folder = tempFolder();
    const path = join(folder, "run.vcr");
    writeTrace(path, { id: "1", argv: ["node", "agent.js"] }, [
      {
        ...{ kind: "llm", name: "m", op: "openai/chat", at: 1, status: "ok" },
        request: { method: "POST", path: "/v1/chat/completions", body: "{}" },
        response: { status: 200, body: "{}" },
      },
      {
        ...{ kind: "tool", name: "one", at: 2, status: "ok", extra: { returns: "value" } },
        request: { body: "[]" },
        response: { body: "1" },
      },
    ]);
    const { result } = await fork(path, { at: "end", saveAs: join(folder, "fork.vcr") }, async () => [
      await failure((async () => llm(() => 3, { name: "m" })())()),
      tool(() => 2, { name: "one" })(),
    ]);
    await new Promise((resolve) => setImmediate(resolve));
    expect([result, warned]).toEqual([
      [
        expect.objectContaining({
          code: "diverged",
          hint: "vcr record keeps calls of models as they were on the wire: vcr fork serves those",
        }),
        1,
      ],
      [
        "CaptureGapWarning: 1 call(s) before the fork were made on the wire: step 0; a fork inside the program does not answer these, vcr fork does",
      ],
    ]);
  });

  test("secrets stay masked in the new run, and come back to the program", async () => {
    const secret = "sk-forked-0123456789abcdef";
    process.env.FORK_API_KEY = secret;
    onTestFinished(() => void delete process.env.FORK_API_KEY);
    const login = tool(() => ({ token: secret, n: 1 }), { name: "login" });
    const { path, saveAs } = await recorded(() => login());
    const { result } = await fork(path, { at: "end", saveAs }, () => login());
    expect(result).toEqual({ token: secret, n: 1 });
    const edits = [{ step: 0, pointer: "/result/n", value: 2 }];
    const edited = await fork(path, { at: "end", saveAs: `${saveAs}.2.vcr`, edits }, () => login());
    expect(edited.result).toEqual({ token: secret, n: 2 });
    for (const file of [saveAs, `${saveAs}.2.vcr`]) {
      expect(readFileSync(file, "utf8")).not.toContain(secret);
      expect((await replay(file, {}, () => login())).result.token).toBe(secret);
    }
  });
});
