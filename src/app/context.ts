import { layoutOf } from "./layout.ts";
import type { Context, State } from "./state.ts";

/** Who has the keys now. */
export function contextOf(state: State): Context {
  if (layoutOf(state).small) return "small";
  if (state.prompt) return "prompt";
  const top = state.overlays.at(-1);
  return top ? top.type : state.focus;
}
