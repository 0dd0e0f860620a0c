import type { Look } from "../components/look.ts";
import type { State } from "../src/app/state.ts";
import { glyphsFor } from "../src/theme/glyphs.ts";
import { themeNamed, themes } from "../src/theme/theme.ts";

let last: { readonly theme: string; readonly unicode: boolean; readonly look: Look } | undefined;

/** Colours and glyphs as the options say; the same object while they say the same. */
export function lookOf({ options }: Pick<State, "options">): Look {
  if (last?.theme !== options.theme || last.unicode !== options.unicode) {
    const look = { theme: themeNamed(options.theme) ?? themes.dark, glyphs: glyphsFor(options.unicode) };
    last = { theme: options.theme, unicode: options.unicode, look };
  }
  return last.look;
}
