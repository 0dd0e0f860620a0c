import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { openFile } from "../../src/run/open-file.ts";
import type { Run } from "../../src/run/run.ts";
import { memorySource } from "../../src/trace/source/memory-source.ts";
import {
  type ChatMessage,
  calling,
  Recording,
  result,
  rowsOf,
  runLineByLine,
  runOfText,
  says,
  system,
  user,
} from "./recording.ts";

const PROMPT = system("You are a worker.");

/** Name of the lane of every model call, in order. */
function lanesOf(run: Run): readonly (string | undefined)[] {
  return rowsOf(run)
    .filter((row) => row.kind === "llm")
    .map((row) => run.lanes[row.lane]?.name);
}

/** The same however the file comes: whole, or while it is being written. */
async function bothWays(recording: Recording): Promise<Run> {
  const whole = await runOfText(recording.text);
  const live = await runLineByLine(recording.lines);
  expect(lanesOf(live)).toEqual(lanesOf(whole));
  expect(live.lanes).toEqual(whole.lanes);
  return whole;
}

describe("lanes by hand", () => {
  test("one agent is one lane, called main", async () => {
    const recording = new Recording();
    recording.call([PROMPT, user("go")], calling(["c1"]));
    recording.call([PROMPT, user("go"), calling(["c1"]), result("c1", "1")], says("done"));
    const run = await bothWays(recording);
    expect(lanesOf(run)).toEqual(["main", "main"]);
    expect(run.previousCall(run.indexOf("1"))).toBe(run.indexOf("0"));
    expect(run.previousCall(run.indexOf("0"))).toBe(-1);
    expect(run.sharedMessages(run.indexOf("1"))).toBe(2);
  });

  test("two parallel agents with one system prompt and one task are two lanes", async () => {
    const recording = new Recording();
    const task = [PROMPT, user("count")];
    const a = recording.begin(task);
    const b = recording.begin(task);
    recording.end(b, says("b: first"));
    recording.end(a, says("a: first"));
    recording.call([...task, says("a: first"), user("more")], says("a: second"));
    recording.call([...task, says("b: first"), user("more")], says("b: second"));
    recording.call([...task, says("a: first"), user("more"), says("a: second"), user("more")], says("a: third"));
    const run = await bothWays(recording);
    expect(lanesOf(run)).toEqual(["main", "agent 2", "main", "agent 2", "main"]);
    expect(run.lanes.map((lane) => lane.calls)).toEqual([3, 2]);
  });

  test("after compaction a call stays in its lane, marked", async () => {
    const recording = new Recording();
    const other = [PROMPT, user("other task")];
    recording.call(other, says("other answer"));
    recording.call([PROMPT, user("task")], says("one"));
    recording.call([PROMPT, user("task"), says("one"), user("go on")], calling(["c1"]));
    // The history became a summary; the last answer and what came after it were kept.
    recording.call([PROMPT, user("summary of it"), calling(["c1"]), result("c1", "found")], says("two"));
    recording.call([...other, says("other answer"), user("next")], says("other end"));
    const run = await bothWays(recording);
    expect(lanesOf(run)).toEqual(["main", "agent 2", "agent 2", "agent 2", "main"]);
  });

  test("a summary that ends in another speaker's words finds its lane by the last answer inside it", async () => {
    const recording = new Recording();
    recording.call([PROMPT, user("task")], says("one"));
    recording.call([PROMPT, user("task"), says("one"), user("go on")], says("two"));
    recording.call(
      [PROMPT, user("task"), says("two"), says("(summary written by the agent)"), user("go on")],
      says("3"),
    );
    const run = await bothWays(recording);
    expect(lanesOf(run)).toEqual(["main", "main", "main"]);
    expect(run.lanes[0]?.notes).toEqual(["history rewritten"]);
  });

  test("a sub-agent whose task is an argument of a tool call is the child of that call's lane", async () => {
    const recording = new Recording();
    const plan = [system("You plan."), user("ship it")];
    recording.call(plan, calling(["c1"], "Read the whole changelog."));
    recording.call([system("You read."), user("Read the whole changelog.")], says("read"));
    recording.call([...plan, calling(["c1"], "Read the whole changelog."), result("c1", "read")], says("shipped"));
    const run = await bothWays(recording);
    expect(lanesOf(run)).toEqual(["main", "agent 2", "main"]);
    expect(run.lanes.map((lane) => lane.parent)).toEqual([undefined, 0]);
  });

  test("a retry after a failure stays in the lane", async () => {
    const recording = new Recording();
    recording.call([PROMPT, user("go")], says("one"));
    recording.fail(recording.begin([PROMPT, user("go"), says("one"), user("on")]));
    recording.call([PROMPT, user("go"), says("one"), user("on")], says("two"));
    const run = await bothWays(recording);
    expect(lanesOf(run)).toEqual(["main", "main", "main"]);
    expect(run.lanes[0]?.notes).toEqual([]);
  });

  test("a first call that fails and is repeated is one lane", async () => {
    const recording = new Recording();
    recording.fail(recording.begin([PROMPT, user("go")]));
    recording.fail(recording.begin([PROMPT, user("go")]));
    recording.call([PROMPT, user("go")], says("one"));
    recording.call([PROMPT, user("go"), says("one"), user("on")], says("two"));
    expect(lanesOf(await bothWays(recording))).toEqual(["main", "main", "main", "main"]);
  });

  test("a second call that follows the same answer is a branch, a lane of its own", async () => {
    const recording = new Recording();
    recording.call([PROMPT, user("go")], says("one"));
    recording.call([PROMPT, user("go"), says("one"), user("this way")], says("two"));
    recording.call([PROMPT, user("go"), says("one"), user("that way")], says("three"));
    recording.call([PROMPT, user("go"), says("one"), user("that way"), says("three"), user("on")], says("four"));
    const run = await bothWays(recording);
    expect(lanesOf(run)).toEqual(["main", "main", "agent 2", "agent 2"]);
    expect(run.lanes[1]?.notes).toEqual(["branch"]);
    expect(run.previousCall(run.indexOf("2"))).toBe(run.indexOf("0"));
  });

  test("single calls with one prompt that nothing continues are one lane: a pipeline", async () => {
    const recording = new Recording();
    for (const text of ["a", "b", "c"]) recording.call([PROMPT, user(text)], says(`${text} done`));
    recording.call([system("You judge."), user("all of it")], says("good"));
    const run = await bothWays(recording);
    expect(lanesOf(run)).toEqual(["main", "main", "main", "agent 2"]);
    expect(run.lanes.map((lane) => lane.calls)).toEqual([3, 1]);
  });

  test("a call of a pipeline that failed and was made again is still one call of it", async () => {
    const recording = new Recording();
    recording.call([PROMPT, user("a")], says("a done"));
    recording.fail(recording.begin([PROMPT, user("b")]));
    recording.fail(recording.begin([PROMPT, user("b")], { retryOf: 1 }));
    recording.call([PROMPT, user("b")], says("b done"), { retryOf: 2 });
    recording.call([PROMPT, user("c")], says("c done"));
    const run = await bothWays(recording);
    expect(lanesOf(run)).toEqual(["main", "main", "main", "main", "main"]);
    expect(run.lanes.map((lane) => lane.calls)).toEqual([3]);
  });

  test("a repetition that only its text shows does not leave the pipeline either", async () => {
    const recording = new Recording();
    recording.call([PROMPT, user("a")], says("a done"));
    recording.fail(recording.begin([PROMPT, user("b")]));
    recording.call([PROMPT, user("b")], says("b done"));
    expect(lanesOf(await bothWays(recording))).toEqual(["main", "main", "main"]);
  });

  test("what a repeated call adds is told against the call before its first attempt", async () => {
    const recording = new Recording();
    const begun = [PROMPT, user("go")];
    recording.call(begun, says("one"));
    recording.fail(recording.begin([...begun, says("one"), user("on")]));
    recording.call([...begun, says("one"), user("on")], says("two"), { retryOf: 1 });
    recording.call([...begun, says("one"), user("on"), says("two"), user("end")], says("three"));
    const run = await bothWays(recording);
    expect([1, 2, 3].map((i) => run.previousCall(i))).toEqual([0, 0, 2]);
    expect(run.sharedMessages(2)).toBe(2);
  });

  test("an answer that an agent goes on from after a repeated call is that call's", async () => {
    const recording = new Recording();
    recording.call([PROMPT, user("go")], says("one"));
    recording.fail(recording.begin([PROMPT, user("go"), says("one"), user("on")]));
    recording.call([PROMPT, user("go"), says("one"), user("on")], says("two"), { retryOf: 1 });
    recording.call([PROMPT, user("go"), says("one"), user("another way")], says("three"));
    const run = await bothWays(recording);
    expect(lanesOf(run)).toEqual(["main", "main", "main", "agent 2"]);
    expect(run.lanes[1]?.notes).toEqual(["branch"]);
  });

  test("calls that no API's reader understands, as of wrapped functions, are one lane", async () => {
    const recording = new Recording();
    for (const seq of [0, 1, 2])
      recording.add({ seq, kind: "llm", name: "ask", at: 1000 + seq, status: "ok", request: { body: { q: seq } } });
    expect(lanesOf(await bothWays(recording))).toEqual(["main", "main", "main"]);
  });

  test("a name that the recording gives is the lane's", async () => {
    const recording = new Recording();
    recording.call([PROMPT, user("a")], says("a1"), { agent: "scout" });
    recording.call([PROMPT, user("b")], says("b1"), { agent: "judge" });
    recording.call([PROMPT, user("a"), says("a1"), user("on")], says("a2"), { agent: "scout" });
    expect(lanesOf(await bothWays(recording))).toEqual(["scout", "judge", "scout"]);
  });

  test("tools stand in the lane of the call that asked for them", async () => {
    const recording = new Recording();
    const task = [PROMPT, user("t")];
    recording.call([PROMPT, user("s")], says("s1"));
    recording.call(task, calling(["c1"]));
    recording.call([...task, calling(["c1"]), result("c1", "1")], says("t2"));
    recording.call([PROMPT, user("s"), says("s1"), user("on")], says("s2"));
    const run = await bothWays(recording);
    expect(run.row(run.indexOf("1a")).lane).toBe(run.row(run.indexOf("1")).lane);
    expect(run.lanes[run.row(run.indexOf("1a")).lane]?.name).toBe("agent 2");
  });
});

interface Turn {
  readonly tool: boolean;
}

const schedules = fc.record({
  agents: fc.array(fc.array(fc.record({ tool: fc.boolean() }), { minLength: 2, maxLength: 6 }), {
    minLength: 1,
    maxLength: 4,
  }),
  sameTask: fc.boolean(),
  picks: fc.array(fc.nat(1000), { minLength: 60, maxLength: 60 }),
});

/** Agents with one system prompt, their calls begun and ended in the order of `picks`. Answers, by step, whose call it is. */
function simulate(
  agents: readonly (readonly Turn[])[],
  sameTask: boolean,
  picks: readonly number[],
): { readonly recording: Recording; readonly owners: readonly number[] } {
  const recording = new Recording();
  const owners: number[] = [];
  const minds = agents.map((turns, n) => ({
    turns: [...turns],
    history: [PROMPT, user(sameTask ? "task" : `task ${n}`)] as ChatMessage[],
    open: -1,
    said: 0,
  }));
  for (let at = 0; minds.some((mind) => mind.open >= 0 || mind.turns.length > 0); at++) {
    const busy = minds.flatMap((mind, n) => (mind.open >= 0 || mind.turns.length > 0 ? [n] : []));
    const n = busy[(picks[at % picks.length] ?? 0) % busy.length]!;
    const mind = minds[n]!;
    if (mind.open < 0) {
      mind.open = recording.begin(mind.history);
      owners[mind.open] = n;
      continue;
    }
    const turn = mind.turns.shift();
    const id = `agent ${n} turn ${mind.said++}`;
    const answer = turn?.tool ? calling([id]) : says(id);
    recording.end(mind.open, answer);
    mind.open = -1;
    mind.history = [...mind.history, answer, turn?.tool ? result(id, "same result") : user("go on")];
  }
  return { recording, owners };
}

describe("lanes of agents that run at once with one system prompt", () => {
  test.each(["whole", "line by line"])("every call is in its own agent's lane, read %s", async (how) => {
    await fc.assert(
      fc.asyncProperty(schedules, async ({ agents, sameTask, picks }) => {
        const { recording, owners } = simulate(agents, sameTask, picks);
        const run = how === "whole" ? await runOfText(recording.text) : await runLineByLine(recording.lines);
        const laneOf = new Map<number, number>();
        for (const row of rowsOf(run)) {
          if (row.kind !== "llm") continue;
          const owner = owners[row.seq]!;
          if (!laneOf.has(owner)) laneOf.set(owner, row.lane);
          expect(row.lane).toBe(laneOf.get(owner));
        }
        expect(new Set(laneOf.values()).size).toBe(agents.length);
      }),
      { numRuns: 60 },
    );
  });
});

test("the version goes up when lanes are found after their rows", async () => {
  const recording = new Recording();
  for (let n = 0; n < 4; n++) recording.call([system("Help."), user(`Task ${n}`)], says("ok"));
  const file = await openFile("run.vcr", memorySource("run.vcr", recording.text));
  while (!file.advance(Number.POSITIVE_INFINITY));
  const [run] = file.runs;
  const before = run!.version;
  run!.advance(Number.POSITIVE_INFINITY);
  expect(run!.version).toBeGreaterThan(before);
  const settled = run!.version;
  run!.advance(Number.POSITIVE_INFINITY);
  expect(run!.version).toBe(settled);
});
