import { homedir } from "node:os";
import { join } from "node:path";
import { makeFolder } from "../../trace/make-folder.ts";

/** What the program remembers between runs: histories, notes on foreign files, places, crash reports. XDG Base Directory. */
export function stateFolder(): string {
  return join(process.env.XDG_STATE_HOME || join(homedir(), ".local/state"), "vcr");
}

/** The same, made if need be; null where it cannot be. */
export function madeStateFolder(): string | null {
  const folder = stateFolder();
  try {
    makeFolder(folder);
    return folder;
  } catch {
    return null;
  }
}

/** What the user has set for all runs. */
export function configFile(): string {
  return join(process.env.XDG_CONFIG_HOME || join(homedir(), ".config"), "vcr", "config.json");
}
