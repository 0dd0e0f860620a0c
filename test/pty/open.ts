import { copyFileSync } from "node:fs";
import { join } from "node:path";
import { type LaunchOptions, launch, type Pty } from "../support/pty.ts";
import { tempFolder } from "../support/temp-folder.ts";

const SAMPLES = join(import.meta.dirname, "../../sample-traces");

export function sample(name: string): string {
  return join(SAMPLES, name);
}

/** A copy of a sample that a test may cut, grow and replace. */
export function copyOf(name: string): string {
  const path = join(tempFolder(), name);
  copyFileSync(sample(name), path);
  return path;
}

/** The built program full screen, with a home of its own, shown and at rest. */
export async function open(args: readonly string[], options: LaunchOptions = {}): Promise<Pty> {
  const app = launch(["tui", ...args], { ...options, env: { XDG_STATE_HOME: tempFolder(), ...options.env } });
  await app.waitText(/ \d+ steps? [·-] turn/);
  return app;
}

/** The step that the status line names. */
export function selected(app: Pty): string {
  return /^ step (\S+) · /m.exec(app.screen())?.[1] ?? "none";
}

export async function waitStep(app: Pty, step: string): Promise<void> {
  await app.waitFor(`step ${step}`, () => selected(app) === step);
}
