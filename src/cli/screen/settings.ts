import { OPTIONS, type Option } from "../../app/options.ts";
import type { Options, State } from "../../app/state.ts";
import type { Capabilities } from "../../terminal/capabilities.ts";
import { lightByEnvironment } from "../../terminal/probe.ts";
import { configPrices } from "../settings/config-prices.ts";
import { userConfig } from "../settings/user-config.ts";

/** How the program starts: what the command line says, else the config file, else as usual. */
export interface Settings {
  readonly options: Options;
  readonly values: ReadonlyMap<Option["name"], string>;
  /** What is wrong with the config file. */
  readonly problems: readonly string[];
}

/** What the command line asks for; both have been checked. */
export interface Asked {
  readonly theme?: string;
  readonly screenReader?: boolean;
}

export function settingsFor({ colors, unicode }: Capabilities, { theme, screenReader }: Asked): Settings {
  const { config, problems } = userConfig();
  const values = new Map(config.values);
  if (theme !== undefined) values.set("theme", theme);
  if (screenReader !== undefined) values.set("screenReader", screenReader ? "on" : "off");
  const light = lightByEnvironment(process.env);
  const options: Options = {
    unicode,
    theme: "auto",
    ...(light !== undefined && { light }),
    colorless: colors === "none",
    time: "duration",
    mouse: false,
    keys: config.keys,
  };
  return { options, values, problems: [...problems, ...configPrices().problems] };
}

/** `state` with what is set; what an option does besides (the mouse) is up to the caller. */
export function withSettings(state: State, { values }: Settings): State {
  return OPTIONS.reduce((next, option) => {
    const value = values.get(option.name);
    if (value === undefined) return next;
    const result = option.set(next, value);
    return "effects" in result ? result.state : result;
  }, state);
}
