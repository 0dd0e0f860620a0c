import { type ColorChoice, capabilitiesOf } from "../../terminal/capabilities.ts";
import type { FrontMaker } from "./front.ts";
import { type Settings, settingsFor } from "./settings.ts";

export interface Appearance {
  readonly color: ColorChoice;
  readonly ascii?: boolean | undefined;
  readonly theme?: string | undefined;
  readonly screenReader?: boolean | undefined;
}

/** How and where the program shows itself, as the command line, the config file and the terminal say. */
export async function frontFor(
  asked: Appearance,
): Promise<{ readonly settings: Settings; readonly front: FrontMaker }> {
  const { theme, screenReader } = asked;
  const known = capabilitiesOf(process.env, asked.color);
  const capabilities = asked.ascii ? { ...known, unicode: false } : known;
  const settings = settingsFor(capabilities, {
    ...(theme !== undefined && { theme }),
    ...(screenReader !== undefined && { screenReader }),
  });
  if (settings.values.get("screenReader") === "on") {
    const { lineFront, SENTENCES } = await import("./line-front.ts");
    return { settings, front: lineFront({ speaker: SENTENCES, greet: true }) };
  }
  const { screenFront } = await import("./screen-front.ts");
  return { settings, front: await screenFront({ capabilities, mouse: settings.values.get("mouse") === "on" }) };
}
