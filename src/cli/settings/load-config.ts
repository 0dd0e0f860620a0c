import { existsSync } from "node:fs";
import { homedir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { configOf, type VcrConfig } from "../../record/config.ts";
import { isMatcher } from "../../replay/matching/matcher-by-name.ts";
import { isMatcherName, MATCHERS } from "../../replay/matching/matcher-name.ts";
import { Trouble } from "../trouble.ts";
import { configModule } from "./config-module.ts";

const NAMES = ["vcr.config.js", "vcr.config.mjs", "vcr.config.cjs"];

/**
 * Runs the configuration file of this folder, or of the nearest folder above it in the same repository or home: only
 * commands that start an agent do. @throws Trouble, VcrError "config"
 */
export async function loadConfig(cwd: string): Promise<VcrConfig> {
  const path = configFolders(resolve(cwd), homedir())
    .flatMap((folder) => NAMES.map((name) => join(folder, name)))
    .find((each) => existsSync(each));
  if (path === undefined) return {};
  const exported = await configModule(path).catch((error: unknown) => {
    throw new Trouble(whereOf(path, error), hintFor(path, error));
  });
  const config = configOf(wholeOf(exported), path);
  if (config.match !== undefined && !isMatcher(config.match) && !isMatcherName(config.match))
    throw new Trouble(`${path}: match must be one of ${MATCHERS.join(", ")}, or a matcher`);
  return config;
}

/** The default export, else all exports. */
function wholeOf(exported: unknown): unknown {
  if (typeof exported !== "object" || exported === null) return exported;
  const { default: whole, ...named }: { default?: unknown } = exported;
  return whole ?? named;
}

function whereOf(path: string, error: unknown): string {
  return error instanceof Error ? `${path}${lineOf(error)}: ${error.message}` : `${path}: ${String(error)}`;
}

/** A syntax error says its line in the first line of its stack, where it says it. */
function lineOf({ stack = "" }: Error): string {
  return /^\S*(:\d+)\n/.exec(stack)?.[1] ?? "";
}

function hintFor(path: string, error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined;
  if (path.endsWith(".cjs") && error.name === "SyntaxError")
    return "a .cjs file says module.exports = {...}; with export default it is called vcr.config.js";
  if (path.endsWith(".mjs") && /^(?:module|exports|require) is not defined/.test(error.message))
    return "a .mjs file says export default {...}; with module.exports it is called vcr.config.js";
  if (error.name === "SyntaxError" && lineOf(error) === "")
    return `node --input-type=module --check < ${path} shows the place`;
  return undefined;
}

/**
 * The folder and those above it, up to the root of its repository or the user's home. Where neither is above it, the
 * folder alone: a file in /tmp or / may be anybody's, and it would run.
 */
export function configFolders(folder: string, home: string): readonly string[] {
  const folders = [folder];
  for (let at = folder; ; ) {
    if (at === home || existsSync(join(at, ".git"))) return folders;
    const above = dirname(at);
    if (above === at) return [folder];
    folders.push(above);
    at = above;
  }
}
