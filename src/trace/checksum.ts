import { hash } from "node:crypto";
import { crc32 } from "node:zlib";

/** CRC-32 of the content's UTF-8 bytes, eight lower-case hex digits. */
export function checksum(content: string | Uint8Array): string {
  return crc32(content).toString(16).padStart(8, "0");
}

export function sha256(content: string | Uint8Array): string {
  return hash("sha256", content, "hex");
}
