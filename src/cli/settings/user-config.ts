import { readFileSync, renameSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { COMMANDS } from "../../app/commands.ts";
import { type Config, NO_CONFIG, readConfig } from "../../app/config.ts";
import { isObject, type Json, parse } from "../../json/json.ts";
import { makeFolder } from "../../trace/make-folder.ts";
import { Trouble } from "../trouble.ts";
import { configFile } from "./user-folders.ts";

export interface UserConfig {
  readonly config: Config;
  /** What in the file cannot be used, with the file's name; its defaults hold. */
  readonly problems: readonly string[];
}

/** `$XDG_CONFIG_HOME/vcr/config.json`. A file that is not there is no problem; nothing in it is one that stops. */
export function userConfig(): UserConfig {
  const file = configFile();
  const text = read(file);
  if (text === undefined) return { config: NO_CONFIG, problems: [] };
  const json = typeof text === "string" ? parse(text) : undefined;
  const { config, problems } =
    json === undefined
      ? {
          config: NO_CONFIG,
          problems: [typeof text === "string" ? "it is not JSON" : `it cannot be read (${text.code})`],
        }
      : readConfig(json, COMMANDS);
  return { config, problems: problems.map((problem) => `${file}: ${problem}`) };
}

function read(file: string): string | undefined | { readonly code: string } {
  try {
    return readFileSync(file, "utf8");
  } catch (error) {
    const code = error instanceof Error && "code" in error ? String(error.code) : "";
    return code === "ENOENT" || code === "ENOTDIR" ? undefined : { code };
  }
}

/**
 * Sets one entry of the file and leaves the others as they are; answers the file's name.
 * @throws Trouble when the file holds something that is no JSON object: what somebody wrote is not written over
 */
export function keepOption(name: string, value: Json): string {
  const file = configFile();
  const text = read(file);
  const json = text === undefined ? {} : typeof text === "string" ? parse(text) : undefined;
  if (!isObject(json)) throw new Trouble(`${file} is not a JSON object: mend it first, ${name} is not kept`);
  const next = { ...json, [name]: value };
  makeFolder(dirname(file));
  const partial = `${file}.${process.pid}`;
  writeFileSync(partial, `${JSON.stringify(next, null, 2)}\n`, { mode: 0o600 });
  renameSync(partial, file);
  return file;
}
