import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { maskStream } from "../../src/redact/mask-stream.ts";
import { Masker } from "../../src/redact/masker.ts";
import { movedChunks } from "../../src/redact/moved-chunks.ts";

const masker = new Masker({ secrets: [{ name: "DB_PASSWORD", value: "correct-horse-9" }] });
const chat = (content: string, index = 0): string =>
  `data: ${JSON.stringify({ choices: [{ index, delta: { content } }] })}\n\n`;

describe("a stream", () => {
  test("a secret within one delta", () => {
    const { text, masked } = maskStream(chat("a correct-horse-9 b"), masker);
    expect(text).toBe(chat("a <DB_PASSWORD> b"));
    expect(masked).toEqual(["/0/choices/0/delta/content"]);
  });

  test("a secret split over deltas: its name stands in the first, the rest is taken from the others", () => {
    const { text, masked } = maskStream(chat("it is correct") + chat("-hor") + chat("se-9, ok"), masker);
    expect(text).toBe(chat("it is <DB_PASSWORD>") + chat("") + chat(", ok"));
    expect(masked).toHaveLength(3);
  });

  test("deltas of two choices are two texts", () => {
    const stream = chat("correct", 0) + chat("x", 1) + chat("-horse-9", 0);
    expect(maskStream(stream, masker).text).toBe(chat("<DB_PASSWORD>", 0) + chat("x", 1) + chat("", 0));
  });

  test("arguments of a call that come in pieces are read as JSON", () => {
    const delta = (partial_json: string): string =>
      `event: content_block_delta\ndata: ${JSON.stringify({ type: "content_block_delta", index: 1, delta: { type: "input_json_delta", partial_json } })}\n\n`;
    const stream = delta('{"user":"me","pass') + delta('word":"hun') + delta('ter2"}');
    expect(maskStream(stream, masker).text).toBe(
      delta('{"user":"me","pass') + delta('word":"<PASSWORD>"') + delta("}"),
    );
  });

  test("lines of JSON and comments", () => {
    const stream = '{"response":"correct-"}\n{"response":"horse-9"}\n: correct-horse-9\n';
    expect(maskStream(stream, masker).text).toBe('{"response":"<DB_PASSWORD>"}\n{"response":""}\n: <DB_PASSWORD>\n');
  });

  test("however a secret is cut, nothing of it is left", () => {
    const secret = "correct-horse-9";
    fc.assert(
      fc.property(fc.uniqueArray(fc.nat(secret.length), { maxLength: 6 }), (cuts) => {
        const at = [0, ...cuts.sort((a, b) => a - b), secret.length];
        const pieces = at.slice(1).map((end, i) => secret.slice(at[i], end));
        const { text } = maskStream(pieces.map((piece) => chat(piece)).join(""), masker);
        expect(text).toBe(
          pieces.map((_, i) => chat(i === pieces.findIndex((p) => p !== "") ? "<DB_PASSWORD>" : "")).join(""),
        );
      }),
    );
  });
});

test("lengths of chunks still add up, and boundaries outside stay at their text", () => {
  const text = `ä${chat("a correct-horse-9 b")}${chat("tail")}`;
  const first = Buffer.byteLength(`ä${chat("a correct-horse-9 b")}`);
  const { edits, text: masked } = maskStream(text, masker);
  const chunks = movedChunks(
    text,
    [
      [5, 1],
      [1, first - 1],
      [2, Buffer.byteLength(chat("tail"))],
    ],
    edits,
  );
  expect(chunks[0]).toEqual([5, 1]);
  expect(chunks[2]).toEqual([2, Buffer.byteLength(chat("tail"))]);
  expect(chunks.reduce((sum, [, length]) => sum + length, 0)).toBe(Buffer.byteLength(masked));
});
