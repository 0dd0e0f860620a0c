import { homedir } from "node:os";
import type { Surroundings } from "../../run/catalog/place.ts";

/** Where this process looks for runs. */
export function surroundings(): Surroundings {
  return {
    cwd: process.cwd(),
    home: homedir(),
    claudeFolder: process.env.CLAUDE_CONFIG_DIR,
    codexFolder: process.env.CODEX_HOME,
  };
}
