import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { parseSse, sseParser } from "../../src/providers/streams/sse.ts";

describe("parseSse", () => {
  test.each([
    ["line feeds", "data: a\n\ndata: b\n\n", ["a", "b"]],
    ["returns", "data: a\r\rdata: b\r\r", ["a", "b"]],
    ["both", "data: a\r\n\r\ndata: b\r\n\r\n", ["a", "b"]],
    ["no blank line at the end", "data: a\n\ndata: b", ["a", "b"]],
    ["several data lines make one event", "data: a\ndata: b\n\n", ["a\nb"]],
    ["comments say nothing", ": hold on\n\ndata: a\n: still\ndata: b\n\n", ["a\nb"]],
    ["only one space is taken away", "data:  a\ndata:b\n\n", [" a\nb"]],
    ["a field without a colon is empty", "data\n\n", [""]],
    ["an event without data is none", "event: ping\n\ndata: a\n\n", ["a"]],
    ["a byte order mark is passed over", "\uFEFFdata: a\n\n", ["a"]],
    ["unknown fields are passed over", "nonsense: 1\ndata: a\nretry: 3\n\n", ["a"]],
    ["nothing", "", []],
  ])("%s", (_, stream, data) => {
    expect(parseSse(stream).map((event) => event.data)).toEqual(data);
  });

  test("an event's name holds for that event alone", () => {
    expect(parseSse("event: x\ndata: 1\n\ndata: 2\n\n")).toEqual([{ event: "x", data: "1" }, { data: "2" }]);
  });

  test("an id holds until another comes, and may not contain NUL", () => {
    expect(parseSse("id: 7\ndata: 1\n\nid: a\0b\ndata: 2\n\n")).toEqual([
      { data: "1", id: "7" },
      { data: "2", id: "7" },
    ]);
  });
});

describe("sseParser", () => {
  test("gives an event with the chunk that completes it", () => {
    const parser = sseParser();
    expect(parser.push("data: hel")).toEqual([]);
    expect(parser.push("lo\n")).toEqual([]);
    expect(parser.push("\ndata: x")).toEqual([{ data: "hello" }]);
    expect(parser.end()).toEqual([{ data: "x" }]);
  });

  test("a return and a line feed in two chunks are one line end", () => {
    const parser = sseParser();
    const events = ["data: a\r", "\ndata: b\r", "\n\r", "\n"].flatMap((chunk) => parser.push(chunk));
    expect(events).toEqual([{ data: "a\nb" }]);
  });

  test("chunks make no difference", () => {
    const piece = fc.constantFrom("data", ":", " ", "a", "\n", "\r", "event", "\uFEFF", "id");
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 40 }), fc.array(fc.nat(6), { maxLength: 40 }), (pieces, cuts) => {
        const stream = pieces.join("");
        const parser = sseParser();
        const events = [];
        let from = 0;
        for (const cut of cuts) {
          events.push(...parser.push(stream.slice(from, from + cut)));
          from += cut;
        }
        events.push(...parser.push(stream.slice(from)), ...parser.end());
        expect(events).toEqual(parseSse(stream));
      }),
    );
  });
});
