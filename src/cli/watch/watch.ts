import { existsSync } from "node:fs";
import { ControlClient } from "../../control/control-client.ts";
import { openFile } from "../../run/open-file.ts";
import { hasTerminal } from "../../terminal/tty.ts";
import { EXIT } from "../exit-codes.ts";
import { catalogOf } from "../read/runs.ts";
import { frontFor } from "../screen/front-for.ts";
import type { LiveEnd } from "../screen/live-driver.ts";
import { codeOfWatch, farewell } from "../screen/live-farewell.ts";
import { colorChoice } from "../settings/color-choice.ts";
import type { PriceFlags } from "../settings/price-flags.ts";
import { pricesLoader } from "../settings/prices.ts";
import { Trouble } from "../trouble.ts";

export interface WatchOptions extends PriceFlags {
  readonly color: string;
  readonly ascii?: boolean;
  readonly theme?: string;
  readonly screenReader?: boolean;
  /** The exit code is the agent's own when the run has ended. @default false */
  readonly passCode?: boolean;
}

/**
 * Shows a run that is being written, full screen: `socket` is where it is served.
 * @throws Trouble when nobody answers there, the run is not saved, or there is no terminal
 */
export async function watchRun(socket: string, options: WatchOptions): Promise<void> {
  if (!hasTerminal() && !options.screenReader)
    throw new Trouble("a run is watched in a terminal", "--screen-reader watches it in lines");
  const client = await connected(socket);
  const { run } = await client.call("who", {});
  if (run.path === undefined) {
    client.close();
    throw new Trouble(`run ${run.id.slice(0, 8)} is not saved: there is nothing to watch`);
  }
  const loadPrices = pricesLoader(options);
  const shown = await frontFor({ ...options, color: colorChoice(options.color) });
  const path = run.path;
  const file = await openFile(path).catch(async (error: unknown) => {
    // A recording of nothing leaves no file: all that is to be seen is how it ended.
    const end = existsSync(path) ? undefined : await endOf(client);
    if (end === undefined) throw error;
    tellEnd(end, options);
  });
  if (file === undefined) return;
  const { FullScreen } = await import("../screen/full-screen.ts");
  await FullScreen.run(file, {
    ...shown,
    catalog: catalogOf([]),
    loadPrices,
    live: { client, passCode: options.passCode ?? false },
  });
}

/** Its end with what it says then; undefined: its agent has not ended. */
function endOf(client: ControlClient): Promise<LiveEnd | undefined> {
  return new Promise((resolve) => {
    let end: LiveEnd | undefined;
    client.watch({
      hello: ({ run, status }) => {
        if (status.agent.exit === undefined && status.agent.failed === undefined) client.close();
        else end = { id: run.id, lost: false };
      },
      notice: (notice) => {
        if (notice.type === "over" && end !== undefined) end = { ...end, over: notice };
      },
      gone: () => resolve(end && { ...end, lost: end.over === undefined }),
    });
  });
}

function tellEnd(end: LiveEnd, { passCode = false }: WatchOptions): void {
  for (const line of farewell(end)) process.stderr.write(`${line}\n`);
  process.exitCode = codeOfWatch(end, passCode) ?? EXIT.ok;
}

async function connected(socket: string): Promise<ControlClient> {
  try {
    return await ControlClient.connect(socket);
  } catch {
    throw new Trouble(`${socket}: nobody answers there`, "vcr attach lists the runs that are being written");
  }
}
