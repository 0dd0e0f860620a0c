import type { Json } from "../json/json.ts";
import { THEME_CHOICES } from "../theme/theme.ts";
import type { CommandResult } from "./command.ts";
import { settle } from "./select.ts";
import type { Layout, Options, State, TimeColumn } from "./state.ts";

export const LAYOUTS: readonly Layout[] = ["auto", "side", "stacked", "single"];
export const TIMES: readonly TimeColumn[] = ["duration", "clock", "offset", "delta", "off"];
const SWITCH = ["on", "off"] as const;

/** What can be set in the options screen, by `:set`, and in the config file under the same name. */
export interface Option {
  readonly name: "theme" | "layout" | "mouse" | "time" | "screenReader";
  readonly title: string;
  readonly values: readonly string[];
  value(state: State): string;
  /** `value` is one of `values`. */
  set(state: State, value: string): CommandResult;
}

function changed(state: State, options: Partial<Options>): State {
  return { ...state, options: { ...state.options, ...options } };
}

export const OPTIONS: readonly Option[] = [
  {
    name: "theme",
    title: "Colours: as the terminal's background asks, or always the same",
    values: THEME_CHOICES,
    value: ({ options }) => options.theme,
    set: (state, theme) => changed(state, { theme }),
  },
  {
    name: "layout",
    title: "Where the two panes stand",
    values: LAYOUTS,
    value: ({ window }) => window.layout,
    set: (state, value) => {
      const layout = LAYOUTS.find((each) => each === value) ?? "auto";
      return settle({ ...state, window: { ...state.window, layout } });
    },
  },
  {
    name: "time",
    title: "Time column of the list",
    values: TIMES,
    value: ({ options }) => options.time,
    set: (state, value) => changed(state, { time: TIMES.find((each) => each === value) ?? "duration" }),
  },
  {
    name: "mouse",
    title: "Clicks select; off: the terminal selects text",
    values: SWITCH,
    value: ({ options }) => (options.mouse ? "on" : "off"),
    set: (state, value) => ({
      state: changed(state, { mouse: value === "on" }),
      effects: [{ type: "mouse", on: value === "on" }],
    }),
  },
  {
    name: "screenReader",
    title: "Lines instead of a screen, from the next start",
    values: SWITCH,
    value: ({ options }) => (options.screenReader ? "on" : "off"),
    set: (state, value) => changed(state, { screenReader: value === "on" }),
  },
];

export function optionNamed(name: string): Option | undefined {
  const plain = name.toLowerCase().replaceAll("-", "");
  return OPTIONS.find((option) => option.name.toLowerCase() === plain);
}

/** As the config file has it: switches are booleans. */
function optionJson({ values }: Option, value: string): Json {
  return values === SWITCH ? value === "on" : value;
}

/** The value that stands in a config file; undefined when it is none of the option's. */
export function optionValue({ values }: Option, json: Json): string | undefined {
  const word = typeof json === "boolean" ? (json ? "on" : "off") : json;
  return typeof word === "string" && values.includes(word) ? word : undefined;
}

/** The value behind the one in force, or before it. */
export function nextValue(option: Option, state: State, by: 1 | -1): string {
  const { length } = option.values;
  const at = option.values.indexOf(option.value(state));
  return option.values[(at + by + length) % length] ?? option.value(state);
}

/** Changes an option at once and for later runs: the options screen writes it into the config file. */
export function changeOption(state: State, name: string, by: 1 | -1): CommandResult {
  const option = optionNamed(name);
  if (!option) return state;
  const value = nextValue(option, state, by);
  const result = option.set(state, value);
  const [next, effects] = "effects" in result ? [result.state, result.effects] : [result, []];
  return {
    state: next,
    effects: [...effects, { type: "configure", name: option.name, value: optionJson(option, value) }],
  };
}
