import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import type { HookFiles } from "../gateway/reach/agent-environment.ts";
import { Trouble } from "./trouble.ts";

/** What runs inside agents lies beside the program that starts them. @throws Trouble when the build is not whole */
export function hookFiles(): HookFiles {
  const folder = dirname(fileURLToPath(import.meta.url));
  const node = join(folder, "node-hook.mjs");
  const python = join(folder, "python-hook");
  if (!existsSync(node) || !existsSync(join(python, "sitecustomize.py")))
    throw new Trouble(`${folder}: the hooks for agents are missing`, "install agent-vcr again");
  return { node: pathToFileURL(node).href, python };
}
