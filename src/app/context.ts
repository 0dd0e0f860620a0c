import type { Command } from "./command.ts";
import { layoutOf } from "./layout.ts";
import type { Context, State } from "./state.ts";

/** Who has the keys now. */
export function contextOf(state: State): Context {
  if (layoutOf(state).small) return "small";
  if (state.prompt) return "prompt";
  const top = state.overlays.at(-1);
  return top ? top.type : screenContext(state);
}

/** Who has the keys of the screen itself, when nothing lies above it. */
export function screenContext(state: Pick<State, "screens" | "focus">): Context {
  const screen = state.screens.at(-1);
  if (screen === "runs") return "runs-list";
  return screen === "diff" ? "diff" : state.focus;
}

/** Whether a command has to do with the screen in view, whichever of its panes has the keys. */
export function onScreen({ screens }: Pick<State, "screens">, { contexts }: Pick<Command, "contexts">): boolean {
  const screen = screens.at(-1);
  if (screen === "diff") return contexts.includes("diff");
  return screen === "runs" ? contexts.includes("runs-list") : contexts.includes("list") || contexts.includes("detail");
}
