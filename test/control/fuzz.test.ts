import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { JsonLines } from "../../src/control/json-lines.ts";
import { RawSocket } from "./raw-socket.ts";
import { served } from "./served-run.ts";

const WHO = '{"jsonrpc":"2.0","id":"last","method":"who"}\n';

/** Values that begin as requests do, and go wrong anywhere. */
const almost = fc
  .record(
    {
      jsonrpc: fc.oneof(fc.constant("2.0"), fc.jsonValue()),
      id: fc.oneof(fc.integer(), fc.jsonValue()),
      method: fc.oneof(fc.constantFrom("act", "actAll", "breakpoints.set", "hold", "__proto__"), fc.jsonValue()),
      params: fc.oneof(
        fc.record({ id: fc.jsonValue(), action: fc.jsonValue(), breakpoints: fc.jsonValue(), on: fc.jsonValue() }),
        fc.jsonValue(),
      ),
    },
    { requiredKeys: [] },
  )
  .map((value) => Buffer.from(`${JSON.stringify(value)}\n`));

const pieces = fc.array(fc.oneof(fc.uint8Array({ maxLength: 400 }), almost), { maxLength: 20 });

describe("whatever is sent", () => {
  test("leaves the run served", async () => {
    const { server } = await served();
    await fc.assert(
      fc.asyncProperty(pieces, async (sent) => {
        const raw = new RawSocket(server.path);
        for (const piece of sent) raw.send(piece);
        raw.send(`\n${WHO}`);
        for (;;) {
          const line = await raw.next();
          const { id } = line as { id?: unknown };
          if (id === "last") break;
        }
        raw.socket.destroy();
      }),
      { numRuns: 150 },
    );
    expect(server.watchers).toBe(0);
  });

  test("a connection that is cut anywhere leaves it served", async () => {
    const { server } = await served();
    await fc.assert(
      fc.asyncProperty(fc.nat({ max: WHO.length }), async (cut) => {
        const raw = new RawSocket(server.path);
        raw.socket.end(WHO.slice(0, cut));
        await raw.closed;
      }),
      { numRuns: 50 },
    );
    const raw = new RawSocket(server.path);
    raw.send(WHO);
    expect(await raw.next()).toMatchObject({ id: "last" });
  });
});

describe("lines", () => {
  test("are the same however their bytes come", () => {
    const lines = fc.array(
      fc.string({ unit: "grapheme" }).filter((text) => !text.includes("\n")),
      { maxLength: 8 },
    );
    fc.assert(
      fc.property(lines, fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1 }), (given, sizes) => {
        const bytes = Buffer.from(given.map((line) => `${line}\n`).join(""));
        const split = new JsonLines(10_000);
        const seen: string[] = [];
        for (let at = 0, n = 0; at < bytes.length; n++) {
          const size = sizes[n % sizes.length] ?? 1;
          seen.push(...(split.push(bytes.subarray(at, at + size)) ?? []));
          at += size;
        }
        expect(seen).toEqual(given.map((line) => line.trim()).filter((line) => line !== ""));
      }),
    );
  });

  test("of one byte too much are refused, whether or not their end has come", () => {
    expect(new JsonLines(4).push(Buffer.from("1234\n"))).toEqual(["1234"]);
    expect(new JsonLines(4).push(Buffer.from("12345\n"))).toBeUndefined();
    expect(new JsonLines(4).push(Buffer.from("12345"))).toBeUndefined();
    const pieces = new JsonLines(4);
    expect([pieces.push(Buffer.from("123")), pieces.push(Buffer.from("45"))]).toEqual([[], undefined]);
  });
});
