/** The header of a gzip member (RFC 1952, section 2.3). */

const EXTRA = 4;
const NAME = 8;
const COMMENT = 16;
const CHECK = 2;
const FIXED = 10;

export function isGzip(bytes: Uint8Array): boolean {
  return bytes[0] === 0x1f && bytes[1] === 0x8b && bytes[2] === 8;
}

/** Length of the header that `bytes` begin with; undefined when none begins there, or it is cut or longer than `bytes`. */
export function gzipHeaderLength(bytes: Uint8Array): number | undefined {
  if (!isGzip(bytes) || bytes.length < FIXED) return undefined;
  const flags = bytes[3] ?? 0;
  let at = FIXED;
  if (flags & EXTRA) at += 2 + (bytes[at] ?? 0) + 256 * (bytes[at + 1] ?? 0);
  for (const flag of [NAME, COMMENT]) {
    if ((flags & flag) === 0) continue;
    const end = bytes.indexOf(0, at);
    if (end < 0) return undefined;
    at = end + 1;
  }
  if (flags & CHECK) at += 2;
  return at <= bytes.length ? at : undefined;
}
