import { existsSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { configOf, type VcrConfig } from "../record/config.ts";
import { Trouble } from "./trouble.ts";

const NAMES = ["vcr.config.js", "vcr.config.mjs", "vcr.config.cjs"];

/** Runs the configuration file of this folder: only commands that start an agent do. @throws Trouble, VcrError "config" */
export async function loadConfig(cwd: string): Promise<VcrConfig> {
  const path = NAMES.map((name) => join(cwd, name)).find((each) => existsSync(each));
  if (path === undefined) return {};
  const module: Readonly<Record<string, unknown>> = await import(pathToFileURL(path).href).catch((error: unknown) => {
    throw new Trouble(`${path}: ${error instanceof Error ? error.message : String(error)}`);
  });
  const { default: whole, "module.exports": _, ...named } = module;
  return configOf(whole ?? named, path);
}
