import type { IncomingMessage } from "node:http";

/** Longer requests are not taken: they have to be held whole before they go on. */
const LONGEST_REQUEST = 512 * 1024 * 1024;

/** The whole body; undefined when it is too long or the agent went away before its end. */
export function readBody(request: IncomingMessage): Promise<Buffer | undefined> {
  const parts: Buffer[] = [];
  let length = 0;
  return new Promise((resolve) => {
    request.on("data", (chunk: Buffer) => {
      length += chunk.length;
      if (length > LONGEST_REQUEST) resolve(undefined);
      else parts.push(chunk);
    });
    request.on("end", () => resolve(parts.length === 1 ? parts[0] : Buffer.concat(parts)));
    request.on("error", () => resolve(undefined));
    request.on("close", () => resolve(undefined));
  });
}
