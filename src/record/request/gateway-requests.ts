import childProcess from "node:child_process";
import { subscribe } from "node:diagnostics_channel";
import { syncBuiltinESMExports } from "node:module";

/**
 * Where Node says what may come to a gateway, in the flow of whoever asks: requests, and programs and threads that make
 * their own. Source: Node's page on diagnostics_channel, undici's on its channels.
 */
const REQUESTS = ["undici:request:create", "http.client.request.start"];
const STARTS = ["child_process", "worker_threads"];
/** Of these Node says nothing. */
const WAITING_STARTS = ["spawnSync", "execSync", "execFileSync"] as const;

/** Calls `seen` in the flow of each request to the server at `url`, and of each program or thread that is started. */
export function onGatewayRequest(url: string, seen: () => void): void {
  const { host } = new URL(url);
  for (const name of REQUESTS)
    subscribe(name, (message) => {
      if (hostOf(message) === host) seen();
    });
  for (const name of STARTS) subscribe(name, seen);
  for (const name of WAITING_STARTS) {
    const start = new Proxy<CallableFunction>(childProcess[name], {
      apply: (target, self, args) => {
        seen();
        return Reflect.apply(target, self, args);
      },
    });
    Reflect.set(childProcess, name, start);
  }
  syncBuiltinESMExports();
}

/** undici tells an origin, `node:http` the request itself. */
function hostOf(message: unknown): string | undefined {
  const request = memberOf(message, "request");
  const origin = memberOf(request, "origin");
  if (origin !== undefined) return URL.canParse(String(origin)) ? new URL(String(origin)).host : undefined;
  const ask = memberOf(request, "getHeader");
  const host: unknown = typeof ask === "function" ? ask.call(request, "host") : undefined;
  return typeof host === "string" ? host : undefined;
}

function memberOf(value: unknown, name: string): unknown {
  return typeof value === "object" && value !== null ? Reflect.get(value, name) : undefined;
}
