import type { Look } from "../components/look.ts";
import type { Options, State } from "../src/app/state.ts";
import { glyphsFor } from "../src/theme/glyphs.ts";
import { themeFor } from "../src/theme/theme.ts";

let last: { readonly options: Options; readonly look: Look } | undefined;

const LOOKS = ["theme", "light", "colorless", "unicode"] as const;

/** Colours and glyphs as the options say; the same object while they say the same. */
export function lookOf({ options }: Pick<State, "options">): Look {
  if (!last || LOOKS.some((name) => last?.options[name] !== options[name])) {
    const { theme, light = false, colorless = false } = options;
    last = { options, look: { theme: themeFor(theme, { light, colorless }), glyphs: glyphsFor(options.unicode) } };
  }
  return last.look;
}
