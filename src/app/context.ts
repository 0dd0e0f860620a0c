import type { Command } from "./command.ts";
import { layoutOf } from "./layout/layout.ts";
import { onOutput } from "./live/live-state.ts";
import type { Context, State } from "./state.ts";

/** Who has the keys now. */
export function contextOf(state: State): Context {
  if (layoutOf(state).small) return "small";
  if (state.prompt) return "prompt";
  const top = state.overlays.at(-1);
  return top ? top.type : screenContext(state);
}

/** Who has the keys of the screen itself, when nothing lies above it. */
function screenContext(state: Pick<State, "screens" | "focus" | "live" | "run">): Context {
  const screen = state.screens.at(-1);
  if (screen === "runs") return "runs-list";
  if (screen === "diff" || screen === "draft") return screen;
  return onOutput(state) ? "output" : state.focus;
}

/** Whether a command has to do with the screen in view, whichever of its panes has the keys. */
export function onScreen(
  { screens, live }: Pick<State, "screens" | "live">,
  { contexts }: Pick<Command, "contexts">,
): boolean {
  const screen = screens.at(-1);
  if (screen === "diff" || screen === "draft") return contexts.includes(screen);
  if (screen === "runs") return contexts.includes("runs-list");
  return contexts.includes("list") || contexts.includes("detail") || (live !== null && contexts.includes("output"));
}
