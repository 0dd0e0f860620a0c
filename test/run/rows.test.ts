import { describe, expect, test } from "vitest";
import { openFile } from "../../src/run/open-file.ts";
import { memorySource } from "../../src/trace/source/memory-source.ts";
import { calling, Recording, result, rowsOf, runLineByLine, runOfText, says, stepsOf, user } from "./recording.ts";

describe("steps", () => {
  test("are numbered in call-start order; derived tools stand behind their call with letters", async () => {
    const recording = new Recording();
    recording.event("checkpoint");
    recording.call([user("go")], calling(["c1", "c2"]));
    recording.call([user("go"), calling(["c1", "c2"]), result("c1", "1"), result("c2", "2")], says("done"));
    const run = await runOfText(recording.text);
    expect(stepsOf(run)).toEqual(["0", "1", "1a", "1b", "2"]);
    expect(run.steps).toBe(3);
    expect(run.indexOf("1b")).toBe(3);
    expect(run.indexOf("1c")).toBe(-1);
    expect(rowsOf(run).map((row) => run.indexOfRow(row.row))).toEqual([0, 1, 2, 3, 4]);
  });

  test("a turn is a model call and what follows from it", async () => {
    const recording = new Recording();
    recording.event("checkpoint");
    const a = recording.begin([user("a")]);
    const b = recording.begin([user("b")]);
    recording.end(b, calling(["b1"]));
    recording.end(a, calling(["a1"]));
    recording.event("memory");
    const run = await runOfText(recording.text);
    expect(rowsOf(run).map((row) => [row.step, row.turn])).toEqual([
      ["0", 0],
      ["1", 1],
      ["1a", 1],
      ["2", 2],
      ["2a", 2],
      ["3", 2],
    ]);
  });

  test("damage takes no number: it stands behind the step before it, counted there", async () => {
    const recording = new Recording();
    recording.call([user("a")], says("1"));
    recording.lines.push("no json");
    recording.lines.push("again none");
    recording.call([user("b")], says("2"));
    recording.lines.push("{");
    recording.call([user("c")], says("3"));
    const run = await runOfText(recording.text);
    expect(stepsOf(run)).toEqual(["0", "0!", "0!2", "1", "1!", "2"]);
    expect(run.steps).toBe(3);
    expect(run.what(run.indexOf("1!"))).toContain("line 8,");
    expect(run.damageAt(run.indexOf("0!"))).toMatchObject({ line: 4 });
    expect(run.damageAt(run.indexOf("1"))).toBeUndefined();
  });

  test("every one of two thousand damaged lines can be selected by its name", async () => {
    const recording = new Recording();
    recording.call([user("a")], says("1"));
    for (let n = 0; n < 2000; n++) recording.lines.push(`broken ${n}`);
    const run = await runOfText(recording.text);
    const lost = rowsOf(run).filter((row, i) => run.indexOf(row.step) !== i);
    expect(lost).toEqual([]);
  });
});

describe("derived tools", () => {
  test("get status, result and the gap between question and answer", async () => {
    const recording = new Recording();
    // Begins at 1000000 and takes 400 ms; the next call begins at 1001000: a gap of 600 ms.
    recording.call([user("go")], calling(["c1", "c2"], "fares"));
    const run = await runOfText(recording.text);
    expect(run.row(1)).toMatchObject({ kind: "tool", status: "pending", origin: "derived", derived: true });
    expect(run.row(1).durationMs).toBeUndefined();
    expect(run.tool(1)).toEqual({ name: "search", callId: "c1", args: { q: "fares" }, isError: false });

    recording.begin([user("go"), calling(["c1", "c2"], "fares"), result("c1", "none found")]);
    const more = await runOfText(recording.text);
    expect(more.row(1)).toMatchObject({ status: "ok", at: 1_000_400, durationMs: 600, approximate: true });
    expect(more.tool(1)).toMatchObject({
      resultStep: "1",
      result: { role: "tool", parts: [{ type: "text", text: "none found" }] },
    });
    expect(more.row(2)).toMatchObject({ step: "0b", status: "pending" });
    expect(more.row(1).parent).toBe(more.row(0).row);
  });

  test("a result that is an error makes the tool one", async () => {
    const recording = new Recording();
    recording.call([user("go")], calling(["c1"]));
    recording.begin([user("go"), calling(["c1"]), result("c1", "boom")], { results: [{ id: "c1", isError: true }] });
    const run = await runOfText(recording.text);
    expect(run.row(1).status).toBe("error");
    expect(run.what(1)).toBe("boom");
  });

  test("a tool event that was recorded takes the place of the derived row", async () => {
    const recording = new Recording();
    recording.call([user("go")], calling(["c1", "c2"]));
    recording.event("tool", {
      name: "search",
      callId: "c1",
      status: "ok",
      request: { body: { q: "x" } },
      response: { body: { hits: 3 } },
    });
    recording.call([user("go"), calling(["c1", "c2"]), result("c1", "3"), result("c2", "4")], says("done"));
    const run = await runOfText(recording.text);
    expect(stepsOf(run)).toEqual(["0", "0b", "1", "2"]);
    const recorded = run.row(run.indexOf("1"));
    expect(recorded).toMatchObject({ origin: "recorded", derived: false, parent: run.row(0).row, turn: 1 });
    expect(run.tool(run.indexOf("1"))).toMatchObject({ callId: "c1", args: { q: "x" } });
    expect(run.tool(run.indexOf("0b"))).toMatchObject({ callId: "c2", resultStep: "2" });
  });
});

describe("a run that grows", () => {
  test("is after every line what it is when read whole", async () => {
    const recording = new Recording();
    recording.call([user("go")], calling(["c1"]));
    recording.event("tool", { name: "search", callId: "c1", status: "ok", response: { body: 1 } });
    recording.call([user("go"), calling(["c1"]), result("c1", "1")], says("done"));
    recording.lines.push("damaged");
    recording.begin([user("more")]);
    const [whole, live] = [await runOfText(recording.text), await runLineByLine(recording.lines)];
    expect(stepsOf(live)).toEqual(stepsOf(whole));
    expect(rowsOf(live).map(({ row: _, parent: __, ...row }) => row)).toEqual(
      rowsOf(whole).map(({ row: _, parent: __, ...row }) => row),
    );
  });

  test("what was read of an open call is read again when it is answered", async () => {
    const recording = new Recording();
    const seq = recording.begin([user("go")]);
    const source = memorySource("/nowhere/run.vcr", recording.text);
    const file = await openFile(source.path, source);
    const run = file.runs[0]!;
    while (!file.advance(Number.POSITIVE_INFINITY));
    expect([run.what(0), run.exchange(0).answer, run.body(0).response]).toEqual([
      "no answer yet",
      undefined,
      undefined,
    ]);
    recording.end(seq, says("here it is"));
    source.push(Buffer.from(`${recording.lines.at(-1)}\n`));
    while (!file.advance(Number.POSITIVE_INFINITY));
    expect(run.row(0).status).toBe("ok");
    expect(run.what(0)).toBe('"here it is"');
    expect(run.exchange(0).answer?.message?.parts).toEqual([{ type: "text", text: "here it is" }]);
    expect(run.body(0).response?.status).toBe(200);
  });
});

describe("conversations", () => {
  test("equal elements have equal keys, a moved cache marker changes none", async () => {
    const recording = new Recording();
    const marked = { ...user("go"), cache_control: { type: "ephemeral" } };
    recording.call([marked], says("1"));
    recording.call([user("go"), says("1"), user("on")], says("2"));
    const run = await runOfText(recording.text);
    expect(run.sharedMessages(1)).toBe(1);
    expect(run.messages(1).map((ref) => ref.key === run.messages(0)[0]?.key)).toEqual([true, false, false]);
  });

  test("calls of an API without ids get ids, the same in the answer and in later requests", async () => {
    const ask = { role: "user", parts: [{ text: "weather?" }] };
    const call = { role: "model", parts: [{ functionCall: { name: "weather", args: { city: "Oslo" } } }] };
    const reply = { role: "user", parts: [{ functionResponse: { name: "weather", response: { c: -3 } } }] };
    const request = (contents: readonly unknown[]) => ({
      method: "POST",
      path: "/v1beta/models/gemini-2.0-flash:generateContent",
      body: { contents },
    });
    const event = { kind: "llm", provider: "gemini", op: "generate", status: "ok" };
    const recording = new Recording();
    const first = { candidates: [{ content: call, finishReason: "STOP" }] };
    recording.add({ seq: 0, ...event, request: request([ask]), response: { status: 200, body: first } });
    recording.add({ seq: 1, ...event, request: request([ask, call, reply]), response: { status: 200, body: {} } });
    const run = await runOfText(recording.text);
    const last = run.indexOf("1");
    const [answerId] = run.exchange(0).answer?.calls.map(({ id }) => id) ?? [];
    const parts = run.messages(last).flatMap((ref) => ref.read().parts);
    const ids = parts.flatMap((part) => (part.type === "call" || part.type === "result" ? [part.id] : []));
    expect(answerId).not.toBe("");
    expect(ids).toEqual([answerId, answerId]);
  });
});
