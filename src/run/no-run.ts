import type { EventBody } from "../trace/event.ts";
import type { Run } from "./run.ts";

function none(): never {
  throw new RangeError("no run is open");
}

/** What stands in a run's place while no file is open: it has no rows and never will. */
export const NO_RUN: Run = {
  get asked() {
    return NO_RUN;
  },
  path: "",
  format: "",
  formatTitle: "",
  header: {},
  length: 0,
  steps: 0,
  progress: { bytes: 0, size: 0, complete: true },
  damages: [],
  warnings: [],
  version: 0,
  repeated: [],
  lanes: [],
  row: none,
  indexOf: () => -1,
  indexOfRow: () => -1,
  segments: () => [],
  body: (): EventBody => none(),
  exchange: none,
  messages: () => [],
  tool: none,
  message: () => undefined,
  damageAt: () => undefined,
  tail: () => undefined,
  what: () => "",
  previousCall: () => -1,
  sharedMessages: () => 0,
  onChange: () => () => {},
  advance: () => true,
  close: () => {},
};
