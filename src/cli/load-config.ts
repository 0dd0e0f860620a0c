import { existsSync } from "node:fs";
import { homedir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { configOf, type VcrConfig } from "../record/config.ts";
import { Trouble } from "./trouble.ts";

const NAMES = ["vcr.config.js", "vcr.config.mjs", "vcr.config.cjs"];

type Import = (url: string) => Promise<Readonly<Record<string, unknown>>>;

declare global {
  /** Set by launch.cjs: scripts that it makes from kept code cannot `import()` themselves. */
  var vcrImport: Import | undefined;
}

/**
 * Runs the configuration file of this folder, or of the nearest folder above it in the same repository or home: only
 * commands that start an agent do. @throws Trouble, VcrError "config"
 */
export async function loadConfig(cwd: string): Promise<VcrConfig> {
  const path = configFolders(resolve(cwd), homedir())
    .flatMap((folder) => NAMES.map((name) => join(folder, name)))
    .find((each) => existsSync(each));
  if (path === undefined) return {};
  const importFile: Import = globalThis.vcrImport ?? ((url) => import(url));
  const module = await importFile(pathToFileURL(path).href).catch((error: unknown) => {
    throw new Trouble(`${path}: ${error instanceof Error ? error.message : String(error)}`);
  });
  const { default: whole, "module.exports": _, ...named } = module;
  return configOf(whole ?? named, path);
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
