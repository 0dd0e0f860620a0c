import type { ScreenName, State } from "../src/app/state.ts";
import { diffScreen } from "./diff.ts";
import { draftScreen } from "./draft.ts";
import { runsScreen } from "./runs.ts";
import { traceScreen } from "./trace.ts";
import type { Dispatch, LayersOf, View } from "./view.ts";

type Screen = (state: State, dispatch: Dispatch, layers: LayersOf | null) => View;

const SCREENS: Readonly<Record<ScreenName, Screen>> = {
  trace: traceScreen,
  runs: runsScreen,
  diff: diffScreen,
  draft: draftScreen,
};

/** The screen in view: the last of the stack. */
export const screen: Screen = (state, dispatch, layers) =>
  SCREENS[state.screens.at(-1) ?? "trace"](state, dispatch, layers);
