import { isArray, isObject, type Json } from "../json/json.ts";
import type { Command } from "./command.ts";
import { spelledKeys } from "./keys/key-spelling.ts";
import { checkKeys, type GivenKeys } from "./keys/remap.ts";
import { OPTIONS, type Option, optionNamed, optionValue } from "./options.ts";

/** What the user has set for all runs. */
export interface Config {
  /** Values by the option's name; what is missing stands as it usually does. */
  readonly values: ReadonlyMap<Option["name"], string>;
  readonly keys: GivenKeys;
}

export const NO_CONFIG: Config = { values: new Map(), keys: new Map() };

/** Entries that other parts of the program read. */
const ELSEWHERE: readonly string[] = ["prices", "$schema"];

/** Every entry that can be used; the others are named, and their defaults hold. Never throws. */
export function readConfig(
  json: Json,
  commands: readonly Command[],
): { readonly config: Config; readonly problems: readonly string[] } {
  if (!isObject(json)) return { config: NO_CONFIG, problems: ["it holds no JSON object"] };
  const problems: string[] = [];
  const values = new Map<Option["name"], string>();
  let keys: GivenKeys = new Map();
  for (const [name, entry] of Object.entries(json)) {
    if (ELSEWHERE.includes(name)) continue;
    const option = OPTIONS.find((each) => each.name === name);
    if (name === "keys") {
      const read = readKeys(entry, commands);
      keys = read.keys;
      problems.push(...read.problems);
    } else if (!option) {
      problems.push(`there is no option "${name}"${nearName(name)}`);
    } else {
      const value = optionValue(option, entry);
      if (value === undefined)
        problems.push(`${name}: ${JSON.stringify(entry).slice(0, 60)} is not one of ${valuesOf(option)}`);
      else values.set(option.name, value);
    }
  }
  return { config: { values, keys }, problems };
}

function nearName(name: string): string {
  const option = optionNamed(name);
  return option ? `; did you mean "${option.name}"?` : `: ${[...OPTIONS.map((each) => each.name), "keys"].join(", ")}`;
}

function valuesOf({ values }: Option): string {
  return values.includes("on") ? "true, false" : values.join(", ");
}

function readKeys(entry: Json, commands: readonly Command[]) {
  if (!isObject(entry)) return { keys: new Map(), problems: ['keys: is not an object like {"help": ["?", "f1"]}'] };
  const problems: string[] = [];
  const wanted = new Map<string, readonly string[]>();
  for (const [id, given] of Object.entries(entry)) {
    const list = isArray(given) ? given : [given];
    const spelled = list.map((key) => (typeof key === "string" ? spelledKeys(key) : undefined));
    const wrong = spelled.indexOf(undefined);
    if (wrong >= 0)
      problems.push(
        `keys: ${id}: ${JSON.stringify(list[wrong]).slice(0, 40)} is no key (like "j", "ctrl-d", "f5", "] e")`,
      );
    else
      wanted.set(
        id,
        spelled.filter((key) => key !== undefined),
      );
  }
  const checked = checkKeys(commands, wanted);
  return { keys: checked.keys, problems: [...problems, ...checked.problems] };
}
