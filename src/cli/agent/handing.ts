import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { EventEndpoint } from "../../gateway/recording/event-endpoint.ts";
import { HANDED, HANDED_LOG } from "../../replay/handed/handed-replay.ts";
import { ServedLog } from "./served-log.ts";

/** Recorded calls of wrapped functions in the hands of the programs that are started, which serve them themselves. */
export interface Handing {
  /** By which programs find them. */
  readonly variables: Readonly<Record<string, string>>;
  /** Takes the events of what was served since the last time. */
  take(): void;
  /** All that programs said of what they served. */
  log(): string;
}

/** `text` holds the calls; undefined: there are none. `folder` is gone when the run is over. */
export function handTo(folder: string, text: string | undefined, events: EventEndpoint | undefined): Handing {
  const log = new ServedLog(join(folder, "served.log"));
  const path = join(folder, "served.json");
  if (text !== undefined) writeFileSync(path, text, { mode: 0o600 });
  const take = (): void => {
    if (text !== undefined && events !== undefined) for (const event of log.fresh()) events.take(event);
  };
  return {
    variables: text === undefined ? {} : { [HANDED]: path, [HANDED_LOG]: log.path },
    take,
    log: () => {
      take();
      return log.text();
    },
  };
}
