import { isOwnMachine } from "../providers/loopback.ts";
import { PROVIDERS } from "../providers/provider-table.ts";
import type { Reach } from "./reach/reach.ts";
import { upstreamOf } from "./routes.ts";

/** What is known of a recorded call of a model. */
export interface RecordedAddress {
  readonly provider: string | undefined;
  readonly url: string | undefined;
}

/** Whether a call, made again in this environment, is answered by a server on this machine: then nobody else sends a bill for it. */
export function isAskedHere({ provider, url }: RecordedAddress, { routes }: Reach): boolean {
  const recorded = url === undefined ? undefined : upstreamOf(url);
  const usual = routes.find(({ id }) => id === provider)?.upstreams[0];
  const port = PROVIDERS.find(({ id }) => id === provider)?.port;
  const isOwn = recorded !== undefined && isOwnMachine(recorded.hostname);
  if (isOwn && (usual === undefined || port === String(recorded.port))) return true;
  return usual !== undefined && isOwnMachine(usual.hostname);
}
