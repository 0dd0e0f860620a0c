import { readFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { expect, test } from "vitest";
import { memorySource } from "../../src/trace/source/memory-source.ts";
import { formatExample } from "./format-example.ts";
import { readTrace } from "./seen-rows.ts";

const FROZEN = readFileSync(join(import.meta.dirname, "../fixtures/vcr/v1.vcr"));
const EXAMPLE = Buffer.from(formatExample());

/** Opens it and looks at everything that can be looked at. */
function lookThrough(bytes: Uint8Array): ReturnType<typeof readTrace> {
  const trace = readTrace(memorySource("t.vcr", bytes));
  trace.reader.tail();
  for (const row of trace.sink.rows.keys()) {
    const { request, response, raw } = trace.body(row);
    for (const side of [request, response]) void [side?.text, side?.json, side?.bytes, side?.notice];
    const elements = request?.elements?.("/messages");
    for (let i = 0; i < Math.min(elements?.length ?? 0, 100); i++) void [elements?.at(i), elements?.key(i)];
    raw();
  }
  return trace;
}

test("a file cut at any byte opens with the events before the cut, without damage", () => {
  for (const whole of [EXAMPLE, FROZEN]) {
    const starts = [...whole.toString("latin1").matchAll(/^\{"seq":.*$/gm)].map(
      ({ index, 0: line }) => index + line.length,
    );
    for (let cut = 0; cut <= whole.length; cut++) {
      const start = whole.subarray(0, cut);
      // Bodies are dear to read at every byte; every fifth meets each kind of place many times.
      const { sink } = cut % 5 === 0 ? lookThrough(start) : readTrace(memorySource("t.vcr", start));
      expect(sink.damages).toEqual([]);
      expect(sink.rows).toHaveLength(starts.filter((end) => end <= cut).length);
    }
  }
});

test("any change of any bytes opens, and what is shown of it is marked", () => {
  const change = fc.record({
    at: fc.nat(),
    length: fc.nat(40),
    by: fc.oneof(fc.uint8Array({ maxLength: 30 }), snippet()),
  });
  fc.assert(
    fc.property(
      fc.constantFrom(EXAMPLE, FROZEN),
      fc.array(change, { minLength: 1, maxLength: 4 }),
      (whole, changes) => {
        let bytes: Buffer = whole;
        for (const { at, length, by } of changes) {
          const start = at % (bytes.length + 1);
          bytes = Buffer.concat([bytes.subarray(0, start), by, bytes.subarray(start + length)]);
        }
        try {
          lookThrough(bytes);
        } catch (error) {
          expect(error).toMatchObject({ code: "newer-version" });
        }
      },
    ),
    { numRuns: 500 },
  );
});

test("any bytes at all open", () => {
  fc.assert(
    fc.property(fc.array(fc.oneof(fc.uint8Array({ maxLength: 60 }), snippet()), { maxLength: 12 }), (parts) => {
      lookThrough(Buffer.concat(parts));
    }),
    { numRuns: 500 },
  );
});

function snippet(): fc.Arbitrary<Uint8Array> {
  return fc
    .constantFrom(
      ...[
        '{"seq":0,"kind":"llm","request":{"fill":{"/m":[["a",0,9]]},"body":{"m":[]}}}',
        '{"seq":1',
        '{"end":0,"status":"ok"}',
      ],
      ...[
        '{"msg":["a",0],"body":1}',
        '{"msg":["a",99999999999],"body":{}}',
        '{"vcr":1}',
        '{"exit":{"code":0}}',
        "\n",
        "\0\0\0",
      ],
      ...[
        '"',
        "{",
        "}",
        "[",
        "]",
        "\\",
        ",",
        ":",
        "\n\n",
        "\r\n",
        '"rest":{',
        '"more":true',
        "[[",
        '{"value":["a",0]}',
      ],
    )
    .map((text) => Buffer.from(text));
}
