/** A run that is being written, as whoever serves it would tell of it. */
import type { HeldCall, Hello, Notice } from "../../src/control/protocol.ts";
import type { Run } from "../../src/run/run.ts";
import { type GivenRow, RunOf } from "../support/run-of.ts";
import { app, type Driver } from "./driver.ts";

export function hello(more: Partial<Hello> = {}): Hello {
  return {
    protocol: 1,
    pid: 100,
    mode: "record",
    since: 0,
    run: { id: "1a2b3c4d5e6f", path: "/runs/test.vcr" },
    argv: ["node", "agent.js"],
    cwd: "/runs",
    status: { agent: { pid: 4711 }, live: 0, served: 0, rewrites: [], hold: false },
    held: [],
    breakpoints: [],
    output: [],
    ...more,
  };
}

export function held(id: number, more: Partial<HeldCall> = {}): HeldCall {
  return {
    id,
    step: id,
    row: String(id),
    label: "llm openai/chat gpt-4o",
    phase: "request",
    reason: { type: "breakpoint", words: "breakpoint kind:llm", expression: "kind:llm" },
    since: 0,
    actions: ["continue", "step", "edit-request", "answer", "error", "abort"],
    ...more,
  };
}

/** The screen of a run that is being written, with what has been said of it since. */
export function watching(
  run: Run | readonly GivenRow[],
  more: Partial<Hello> = {},
  size?: Driver["state"]["size"],
): Driver {
  const driver = app("length" in run && Array.isArray(run) ? new RunOf(run as readonly GivenRow[]) : run, size);
  return driver.act({ type: "live-hello", hello: hello(more), path: driver.state.run.path });
}

export function tell(driver: Driver, ...notices: readonly Notice[]): Driver {
  return driver.act({ type: "live-notices", notices });
}
