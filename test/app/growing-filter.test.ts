import { expect, test } from "vitest";
import { FilterJob } from "../../src/app/narrowing/filter-job.ts";
import { listWindow } from "../../src/app/selectors/list.ts";
import { openFile } from "../../src/run/open-file.ts";
import { memorySource } from "../../src/trace/source/memory-source.ts";
import { calling, Recording, result, says, user } from "../run/recording.ts";
import { app } from "./driver.ts";

/** A run that is still written; `take` reads what the recording has got since. */
async function growing(recording: Recording) {
  const source = memorySource("/nowhere/run.vcr", recording.text);
  const file = await openFile(source.path, source);
  let read = recording.lines.length;
  const take = (): void => {
    for (; read < recording.lines.length; read++) source.push(Buffer.from(`${recording.lines[read]}\n`));
    while (!file.advance(Number.POSITIVE_INFINITY));
  };
  take();
  return { run: file.runs[0]!, take };
}

test("a filter goes on with the run: new rows, answers of open calls, derived rows that gave way", async () => {
  const recording = new Recording();
  recording.call([user("go")], calling(["c1", "c2"]));
  const { run, take } = await growing(recording);
  const job = FilterJob.start(run, "kind:tool", {});
  if (!(job instanceof FilterJob)) throw new Error("no filter");
  const steps = (): readonly string[] => {
    job.advance(Number.POSITIVE_INFINITY);
    return job.rows.map((row) => run.row(run.indexOfRow(row)).step);
  };
  expect(steps()).toEqual(["0a", "0b"]);
  recording.event("tool", { name: "search", callId: "c1", status: "ok", response: { body: 1 } });
  take();
  expect(steps()).toEqual(["0b", "1"]);
  recording.call([user("go"), calling(["c1", "c2"]), result("c1", "1"), result("c2", "2")], calling(["c3"]));
  take();
  expect(steps()).toEqual(["0b", "1", "2a"]);
  expect(steps()).toEqual(["0b", "1", "2a"]);
});

test("a status that changes later is noticed", async () => {
  const recording = new Recording();
  const open = recording.begin([user("go")]);
  const { run, take } = await growing(recording);
  const job = FilterJob.start(run, "status:pending", {});
  if (!(job instanceof FilterJob)) throw new Error("no filter");
  job.advance(Number.POSITIVE_INFINITY);
  expect(job.rows).toHaveLength(1);
  recording.end(open, says("done"));
  take();
  job.advance(Number.POSITIVE_INFINITY);
  expect(job.rows).toEqual([]);
});

test("between two looks of the filter the list can be drawn, though a row of it is gone", async () => {
  const recording = new Recording();
  recording.call([user("go")], calling(["c1"]));
  const { run, take } = await growing(recording);
  const trace = app(run).press("f").type("kind:tool").press("enter");
  expect(trace.step).toBe("0a");
  recording.event("tool", { name: "search", callId: "c1", status: "ok", response: { body: 1 } });
  take();
  trace.act({ type: "rows" });
  expect(listWindow(trace.state).rows).toHaveLength(1);
  trace.press("j k G");
});
