import type { Target } from "./dialect.ts";

/** A target taken apart: host in lower case without port, port, and path without query. */
export interface Place {
  readonly host?: string;
  readonly port?: string;
  readonly path: string;
}

/** Longer paths are no endpoints; the patterns below need not be asked about them. */
const PATH_LIMIT = 4096;

/** Takes whole URLs as paths too; never `new URL`, which refuses what recorders write for masked hosts. */
export function placeOf(target: Target): Place {
  const url = /^[a-z][a-z0-9+.-]*:\/\/([^/?#]*)(.*)$/is.exec(target.path);
  const authority = (target.host || url?.[1] || "").replace(/^.*@/, "").toLowerCase();
  const split = /^(\[[^\]]*\]|[^:]*)(?::(\d+))?$/.exec(authority);
  const host = split?.[1] ?? authority;
  const path = (url?.[2] ?? target.path)
    .replace(/[?#].*$/s, "")
    .slice(0, PATH_LIMIT)
    .replace(/\/+$/, "");
  return { ...(host === "" ? {} : { host }), ...(split?.[2] === undefined ? {} : { port: split[2] }), path };
}
