import type { Part } from "../../providers/message.ts";
import { formatBytes } from "../../text/format.ts";

/** Enough of a file to find its size in pixels: JPEG may carry a thumbnail before it. */
const HEAD = 64 * 1024;

/** `[image png 812 KB 1024x768]` */
export function mediaLabel(part: Part & { readonly type: "media" }): string {
  const bytes = part.base64 === undefined ? undefined : Buffer.byteLength(part.base64, "base64");
  const size = part.base64 === undefined ? undefined : pixels(Buffer.from(part.base64.slice(0, HEAD * 2), "base64"));
  const kind = part.mimeType?.split("/").at(-1);
  const words = [
    part.media,
    kind,
    part.name,
    formatBytes(bytes),
    size && `${size.width}x${size.height}`,
    part.url?.slice(0, 200),
  ];
  return `[${words.filter(Boolean).join(" ")}]`;
}

/** Width and height from the header of a PNG, GIF, JPEG or WebP file (their specifications); undefined for anything else. */
export function pixels(head: Buffer): { readonly width: number; readonly height: number } | undefined {
  if (head.length < 16) return undefined;
  if (head.readUInt32BE(0) === 0x89504e47 && head.length >= 24)
    return { width: head.readUInt32BE(16), height: head.readUInt32BE(20) };
  if (head.toString("latin1", 0, 3) === "GIF") return { width: head.readUInt16LE(6), height: head.readUInt16LE(8) };
  if (head.readUInt16BE(0) === 0xffd8) return jpegPixels(head);
  if (head.toString("latin1", 8, 12) === "WEBP") return webpPixels(head);
  return undefined;
}

function jpegPixels(head: Buffer) {
  let at = 2;
  while (at + 9 < head.length && head[at] === 0xff) {
    const marker = head[at + 1]!;
    // Start-of-frame markers, less the three in their range that mean something else.
    if (marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc) {
      return { width: head.readUInt16BE(at + 7), height: head.readUInt16BE(at + 5) };
    }
    at += 2 + head.readUInt16BE(at + 2);
  }
  return undefined;
}

function webpPixels(head: Buffer) {
  if (head.length < 30) return undefined;
  const form = head.toString("latin1", 12, 16);
  if (form === "VP8X") return { width: 1 + head.readUIntLE(24, 3), height: 1 + head.readUIntLE(27, 3) };
  if (form === "VP8 ") return { width: head.readUInt16LE(26) & 0x3fff, height: head.readUInt16LE(28) & 0x3fff };
  if (form !== "VP8L") return undefined;
  const bits = head.readUInt32LE(21);
  return { width: 1 + (bits & 0x3fff), height: 1 + ((bits >>> 14) & 0x3fff) };
}
