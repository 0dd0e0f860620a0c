import type { DocPart } from "./doc.ts";

const PER_LINE = 16;

/** Offset, hexadecimal, ASCII: as `hexdump -C` prints. */
export function hexRows(bytes: Uint8Array, key: string): DocPart {
  const count = Math.ceil(bytes.length / PER_LINE);
  return {
    count,
    row: (n) => {
      const part = bytes.subarray(n * PER_LINE, (n + 1) * PER_LINE);
      const hex = [...part].map((byte) => byte.toString(16).padStart(2, "0")).join(" ");
      const ascii = [...part].map((byte) => (byte >= 32 && byte < 127 ? String.fromCharCode(byte) : ".")).join("");
      return {
        key: `${key}@${n}`,
        indent: 0,
        spans: [
          { text: (n * PER_LINE).toString(16).padStart(8, "0"), token: "text.dim" },
          { text: `  ${hex.padEnd(PER_LINE * 3)} `, token: "text" },
          { text: ascii, token: "json.string" },
        ],
      };
    },
    find: (wanted) => (wanted.startsWith(`${key}@`) ? Number(wanted.slice(key.length + 1)) : -1),
  };
}
