import { type LaunchOptions, launch, type Pty } from "../support/pty.ts";
import { tempFolder } from "../support/temp-folder.ts";

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
