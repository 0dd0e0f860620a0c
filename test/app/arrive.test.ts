import { describe, expect, test } from "vitest";
import { NO_ANNOTATIONS } from "../../src/app/annotations.ts";
import { RunOf } from "../support/run-of.ts";
import { app, type Driver } from "./driver.ts";

const rows = (count: number) => Array.from({ length: count }, () => ({ kind: "llm" as const, name: "m" }));

class Growing extends RunOf {
  complete = false;
  override get progress() {
    return { bytes: 0, size: 0, complete: this.complete };
  }
}

/** A run of which five rows are read, opened where the user was: on step 8. */
function reopened(): { readonly run: Growing; readonly driver: Driver; readonly read: (count: number) => void } {
  const run = new Growing(rows(5));
  const driver = app(run);
  driver.state = { ...driver.state, awaited: "8" };
  return {
    run,
    driver,
    read: (count) => {
      run.add(...rows(count));
      driver.act({ type: "rows" });
    },
  };
}

describe("the place of the last time", () => {
  test("is gone to as soon as it has been read", () => {
    const { driver, read } = reopened();
    read(2);
    expect(driver.step).toBe("0");
    read(3);
    expect(driver.step).toBe("8");
    expect(driver.state.jumps.back).toEqual([]);
  });

  test("is let go when a key says otherwise", () => {
    const { driver, read } = reopened();
    driver.press("j");
    read(10);
    expect(driver.step).toBe("1");
  });

  test("that the run does not have any more is let go when all has been read", () => {
    const { run, driver, read } = reopened();
    driver.state = { ...driver.state, awaited: "80" };
    read(3);
    expect(driver.state.awaited).toBe("80");
    run.complete = true;
    read(1);
    expect(driver.step).toBe("0");
    expect(driver.state.awaited).toBeNull();
  });
});

describe("another run of the file", () => {
  test("is shown with what was written onto it, and nothing of the run before", () => {
    const [one, two] = [new RunOf(rows(3)), new RunOf(rows(4))];
    const driver = app(one).press("j m b");
    driver.state = { ...driver.state, runs: [one, two] };
    const annotations = { ...NO_ANNOTATIONS, marks: new Set(["3"]) };
    driver.act({ type: "run-shown", run: two, kept: { annotations, step: "2", tab: 6 } });
    expect(driver.state.run).toBe(two);
    expect(driver.state.runs).toEqual([one, two]);
    expect(driver.step).toBe("2");
    expect(driver.state.detail.tab).toBe(6);
    expect(driver.state.annotations).toEqual(annotations);
  });

  test("is looked up first: the command only asks for it", () => {
    const [one, two] = [new RunOf(rows(3)), new RunOf(rows(4))];
    const driver = app(one);
    driver.state = { ...driver.state, runs: [one, two] };
    driver.press(":").type("run 2").press("enter");
    expect(driver.effects).toContainEqual({ type: "show-run", number: 1 });
  });
});
