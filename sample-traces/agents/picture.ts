import { deflateSync } from "node:zlib";
import { checksum } from "../../src/trace/checksum.ts";
import { runChatAgent } from "./chat-agent.ts";
import { token } from "./script.ts";
import type { Sample } from "./studio.ts";

const SIDE = 170;

/** A grey picture of noise, as a PNG: https://www.w3.org/TR/png-3/ */
function noise(): Buffer {
  const rows = Buffer.alloc(SIDE * (SIDE * 3 + 1));
  for (let at = 0; at < rows.length; at += 1)
    rows[at] = at % (SIDE * 3 + 1) === 0 ? 0 : Number.parseInt(token(at, 5).slice(2, 4), 16);
  const header = Buffer.alloc(13);
  header.writeUInt32BE(SIDE, 0);
  header.writeUInt32BE(SIDE, 4);
  header.set([8, 2, 0, 0, 0], 8);
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  return Buffer.concat([
    signature,
    chunk("IHDR", header),
    chunk("IDAT", deflateSync(rows)),
    chunk("IEND", Buffer.alloc(0)),
  ]);
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, "latin1"), data]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  return Buffer.concat([length, body, Buffer.from(checksum(body), "hex")]);
}

export const blobs: Sample = {
  name: "blobs",
  title: "Look at a picture twice",
  shows: "a picture of 85 KB sent with two requests and kept once, in blobs.vcr.blobs/",
  at: "2026-03-09T14:00:00Z",
  script: [
    { after: 1200, calls: [{ name: "zoom", args: { x: 40, y: 40 } }] },
    { after: 900, text: "It is noise in all colours, without any pattern." },
  ],
  run: ({ clock, fetch }) => {
    const zoom = {
      name: "zoom",
      description: "Looks at one point of the picture.",
      parameters: { x: { type: "number" }, y: { type: "number" } },
      run: async () => {
        await clock.sleep(20);
        return "#7f3a91";
      },
    };
    const image = { type: "image_url", image_url: { url: `data:image/png;base64,${noise().toString("base64")}` } };
    return runChatAgent({ model: "gpt-4o", system: "You describe pictures.", tools: [zoom], clock, fetch }, [
      { type: "text", text: "What is this?" },
      image,
    ]);
  },
};
