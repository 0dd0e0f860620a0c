import type { Span } from "../src/cells/line.ts";
import type { Glyphs } from "../src/theme/glyphs.ts";
import type { Theme } from "../src/theme/theme.ts";
import { isToken } from "../src/theme/token.ts";

/** How everything looks: what every line component is given besides its content. */
export interface Look {
  readonly theme: Theme;
  readonly glyphs: Glyphs;
}

/** A span by the name of its meaning; an unknown name is plain text. */
export function styled(look: Look, text: string, token: string): Span {
  return { text, style: look.theme.style(isToken(token) ? token : "text") };
}
