import { brotliCompressSync, crc32, deflateSync, gzipSync } from "node:zlib";
import fc from "fast-check";
import { expect, test } from "vitest";
import { readEventStream } from "../../src/formats/event-stream.ts";
import { MAX_UNPACKED_BYTES, readWireBody } from "../../src/formats/wire-body.ts";

/** A frame with headers that are strings, built as AWS describes it. */
function frame(headers: Readonly<Record<string, string>>, payload: string): Buffer {
  const parts = Object.entries(headers).map(([name, value]) => {
    const size = Buffer.alloc(2);
    size.writeUInt16BE(Buffer.byteLength(value));
    return Buffer.concat([Buffer.from([name.length]), Buffer.from(name), Buffer.from([7]), size, Buffer.from(value)]);
  });
  const head = Buffer.concat(parts);
  const prelude = Buffer.alloc(8);
  prelude.writeUInt32BE(16 + head.length + Buffer.byteLength(payload), 0);
  prelude.writeUInt32BE(head.length, 4);
  const sum = (bytes: Buffer): Buffer => {
    const four = Buffer.alloc(4);
    four.writeUInt32BE(crc32(bytes));
    return four;
  };
  const body = Buffer.concat([prelude, sum(prelude), head, Buffer.from(payload)]);
  return Buffer.concat([body, sum(body)]);
}

test.each([
  ["gzip, whatever the headers say", gzipSync("Zürich"), {}],
  ["deflate", deflateSync("Zürich"), { "Content-Encoding": "deflate" }],
  ["brotli", brotliCompressSync("Zürich"), { "content-encoding": "br" }],
  ["nothing, though the headers say so", Buffer.from("Zürich"), { "content-encoding": "br" }],
])("unpacks %s", (_, bytes, headers) => {
  expect(readWireBody(bytes, headers)).toEqual({ text: "Zürich" });
});

test("a gzip held in a text of Latin-1 characters is unpacked too", () => {
  expect(readWireBody(gzipSync("hei").toString("latin1"), undefined)).toEqual({ text: "hei" });
});

test("a body that unpacks to too much stays packed and says so", () => {
  const bomb = gzipSync(Buffer.alloc(MAX_UNPACKED_BYTES + 1));
  expect(readWireBody(bomb, undefined)).toEqual({ bytes: bomb, notice: "gzip, left packed: more than 64 MiB" });
});

test.each(["plain", "Zürich", "日本 Ã©", ""])("%j is a text as it stands", (text) => {
  expect(readWireBody(text, undefined)).toEqual({ text });
});

test("what InvokeModel wraps in base64 is unwrapped; an exception has its type", () => {
  const inner = Buffer.from('{"delta":"hi"}').toString("base64");
  const bytes = Buffer.concat([
    frame({ ":event-type": "chunk" }, `{"bytes":"${inner}"}`),
    frame({ ":exception-type": "throttlingException" }, "slow down"),
  ]);
  expect(readEventStream(bytes)).toEqual({
    events: [
      { event: "chunk", data: { bytes: { delta: "hi" } } },
      { event: "throttlingException", data: "slow down" },
    ],
    complete: true,
  });
});

test("a stream that is cut off keeps its whole frames", () => {
  const bytes = Buffer.concat([frame({ ":event-type": "a" }, "{}"), frame({ ":event-type": "b" }, "{}")]);
  expect(readEventStream(bytes.subarray(0, -3))).toEqual({ events: [{ event: "a", data: {} }], complete: false });
});

test("other bytes are no stream of frames, whatever they are", () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 64 }), (bytes) => {
      expect(readEventStream(Buffer.from(bytes))).toBeUndefined();
      readWireBody(bytes, { "content-encoding": "deflate" });
    }),
  );
});
