import type { IncomingMessage } from "node:http";

/** Longer requests are not taken: they have to be held whole before they go on. */
export const LONGEST_REQUEST = 512 * 1024 * 1024;

/** The whole body; undefined when it is too long or the agent went away before its end. */
export async function readBody(request: IncomingMessage): Promise<Buffer | undefined> {
  const parts: Buffer[] = [];
  let length = 0;
  try {
    for await (const part of request) {
      const chunk: Buffer = part;
      length += chunk.length;
      if (length > LONGEST_REQUEST) return undefined;
      parts.push(chunk);
    }
  } catch {
    return undefined;
  }
  return request.complete ? Buffer.concat(parts) : undefined;
}
