import { type Command, type CommandResult, SCREENS } from "../command.ts";
import { nextValue, OPTIONS, type Option, optionNamed } from "../options.ts";
import type { State } from "../state.ts";
import { toast } from "../toast.ts";
import { openChoices } from "./choices.ts";

/** `:set mouse on`, `:set mouse` (the next value), `:set` (what is in force): for this run of the program only. */
function set(state: State, argument: string): CommandResult {
  const [name = "", word] = argument.trim().split(/[\s=]+/);
  if (name === "") return toast(state, OPTIONS.map((each) => `${each.name} ${each.value(state)}`).join(" · "));
  const option = optionNamed(name);
  if (!option) return toast(state, `no option "${name}": ${OPTIONS.map((each) => each.name).join(", ")}`, "warning");
  return setOption(state, option, word ?? nextValue(option, state, 1));
}

function setOption(state: State, option: Option, value: string): CommandResult {
  if (!option.values.includes(value))
    return toast(state, `${option.name} is one of ${option.values.join(", ")}, not "${value}"`, "warning");
  const result = option.set(state, value);
  const [next, effects] = "effects" in result ? [result.state, result.effects] : [result, []];
  const told = toast(next, `${option.name}: ${value}`);
  return { state: told.state, effects: [...told.effects, ...effects] };
}

export const OPTION_COMMANDS: readonly Command[] = [
  {
    id: "options",
    keys: ["O"],
    contexts: SCREENS,
    title: "Options: theme, layout, time column, mouse; kept in the config file",
    group: "Program",
    line: ["options"],
    run: (s) => openChoices(s, "options"),
  },
  {
    id: "theme",
    keys: [],
    contexts: SCREENS,
    title: "Theme: auto, dark, light, high-contrast, mono",
    group: "Program",
    line: ["theme"],
    argument: "NAME",
    run: (s, a) => set(s, `theme ${a.argument ?? ""}`.trim()),
  },
  {
    id: "set",
    keys: [],
    contexts: SCREENS,
    title: "Set an option until the program ends (:set mouse on)",
    group: "Program",
    line: ["set"],
    argument: "NAME VALUE",
    run: (s, a) => set(s, a.argument ?? ""),
  },
];
