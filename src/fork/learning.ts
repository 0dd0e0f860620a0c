import type { Observer } from "../gateway/exchange.ts";
import type { Json } from "../json/json.ts";
import { readBody } from "../providers/streams/stream.ts";
import { headerOf } from "../record/masked/kept-headers.ts";
import { decodeBody } from "../record/request/decode-body.ts";
import type { WireCall } from "../replay/calls/wire-call.ts";

/** Learns what the answer to a call says before the agent has the whole of it. */
export function learning({ dialect }: WireCall, observer: Observer, answered: (json: Json) => void): Observer {
  if (dialect === undefined) return observer;
  const parts: Buffer[] = [];
  let head: { readonly status: number; readonly headers: readonly string[] } | undefined;
  return {
    head: (status, headers) => {
      head = { status, headers };
      observer.head(status, headers);
    },
    data: (chunk) => {
      parts.push(chunk);
      return observer.data(chunk);
    },
    end: (how) => {
      if (how.how === "complete" && head !== undefined && head.status < 400) {
        const { bytes } = decodeBody(Buffer.concat(parts), headerOf(head.headers, "content-encoding"));
        const { json } = readBody(dialect, headerOf(head.headers, "content-type"), Buffer.from(bytes).toString());
        if (json !== undefined) answered(json);
      }
      observer.end(how);
    },
  };
}
