import type { Run } from "../run/run.ts";
import type { StepName } from "../trace/event.ts";
import type { CommandResult } from "./command.ts";
import { jump } from "./select.ts";
import type { State } from "./state.ts";

/** A step of a run of the comparison, on the screen of a run. */
export function openIn(state: State, run: Run, step: StepName): CommandResult {
  if (run !== state.run) return { state, effects: [{ type: "show-other", step }] };
  const screens: State["screens"] = state.screens.at(-1) === "trace" ? state.screens : [...state.screens, "trace"];
  return jump({ ...state, screens }, run.indexOf(step));
}
