import { appendFileSync, readdirSync, renameSync, truncateSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import fc from "fast-check";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { GzipSource } from "../../src/trace/source/gzip-source.ts";
import { MemorySource } from "../../src/trace/source/memory-source.ts";
import { openSource } from "../../src/trace/source/open-source.ts";
import type { ByteSource } from "../../src/trace/source/source.ts";
import { tempFolder } from "../support/temp-folder.ts";

/** Compressible, with nothing that repeats exactly. */
const TEXT = Buffer.from(Array.from({ length: 60_000 }, (_, i) => `{"line":${i * i}}\n`).join(""));

function fileOf(content: string | Uint8Array): string {
  const path = join(tempFolder(), "file.vcr");
  writeFileSync(path, content);
  return path;
}

function opened(path: string): ByteSource {
  const source = openSource(path);
  onTestFinished(() => source.close());
  return source;
}

function until(source: ByteSource, ready: () => boolean): Promise<void> {
  if (ready()) return Promise.resolve();
  return new Promise((resolve) => {
    const stop = source.onChange(() => {
      if (!ready()) return;
      stop();
      resolve();
    });
  });
}

const unpacked = (source: ByteSource) => until(source, () => source.complete);

describe("a plain file", () => {
  test("is read anywhere, short at the end, empty beyond it", () => {
    const source = opened(fileOf("0123456789"));
    expect(source.size).toBe(10);
    expect(source.read(3, 4).toString()).toBe("3456");
    expect(source.read(8, 100).toString()).toBe("89");
    expect(source.read(11, 5)).toHaveLength(0);
    const target = Buffer.alloc(4);
    expect([source.readInto(target, 7), target.toString("latin1", 0, 3)]).toEqual([3, "789"]);
  });

  test("that grows says so to who listens", async () => {
    const path = fileOf("first\n");
    const source = opened(path);
    const told = until(source, () => source.poll() === "grown");
    appendFileSync(path, "second\n");
    await told;
    expect(source.read(6, 100).toString()).toBe("second\n");
  });

  test("that has grown between its opening and the first who listens says so too", async () => {
    const path = fileOf("first\n");
    const source = opened(path);
    appendFileSync(path, "second\n");
    await new Promise<void>((told) => source.onChange(told));
    expect([source.poll(), source.size]).toEqual(["grown", 13]);
  });

  test("that is cut", () => {
    const path = fileOf("0123456789");
    const source = opened(path);
    truncateSync(path, 4);
    expect(source.poll()).toBe("truncated");
  });

  test("that is cut and written anew past its old size", () => {
    const path = fileOf("0123456789");
    const source = opened(path);
    writeFileSync(path, "another text, longer than before");
    expect(source.poll()).toBe("replaced");
  });

  test("that another file is moved over", () => {
    const path = fileOf("0123456789");
    const source = opened(path);
    writeFileSync(`${path}.new`, "0123456789");
    renameSync(`${path}.new`, path);
    expect(source.poll()).toBe("replaced");
    expect(source.read(0, 4).toString()).toBe("0123");
  });

  test("that stays as it is", () => {
    const source = opened(fileOf("0123456789"));
    expect(source.poll()).toBe("none");
  });
});

describe("a gzip file", () => {
  const members = (size: number): Buffer => {
    const parts: Buffer[] = [];
    for (let at = 0; at < TEXT.length; at += size) parts.push(gzipSync(TEXT.subarray(at, at + size)));
    return Buffer.concat(parts);
  };
  const named = (): Buffer => {
    const plain = gzipSync(TEXT);
    plain[3] = 0x04 | 0x08 | 0x10 | 0x02;
    const fields = Buffer.from("\x05\0ABCDEname.vcr\0a comment\0\x12\x34", "latin1");
    return Buffer.concat([plain.subarray(0, 10), fields, plain.subarray(10)]);
  };

  test.each([
    ["of one member", gzipSync(TEXT)],
    ["of many members", members(100_000)],
    ["with extra field, name, comment and header checksum", named()],
    ["with NUL padding behind it", Buffer.concat([gzipSync(TEXT), Buffer.alloc(512)])],
    ["with garbage behind it", Buffer.concat([members(300_000), Buffer.from("garbage that is no member")])],
    ["stored without compression", gzipSync(TEXT, { level: 0 })],
  ])("%s reads like the plain one", async (_, packed) => {
    const source = opened(fileOf(packed));
    await unpacked(source);
    expect(source.failure).toBeUndefined();
    expect(source.size).toBe(TEXT.length);
    expect(source.read(0, TEXT.length).equals(TEXT)).toBe(true);
    expect(source.read(777_777, 50).equals(TEXT.subarray(777_777, 777_827))).toBe(true);
  });

  test("of nothing is empty", async () => {
    const source = opened(fileOf(gzipSync("")));
    await unpacked(source);
    expect([source.size, source.failure]).toEqual([0, undefined]);
  });

  test("that is cut gives what is there, and says so", async () => {
    const packed = gzipSync(TEXT);
    const source = opened(fileOf(packed.subarray(0, packed.length / 2)));
    await unpacked(source);
    expect(source.failure).toMatch(/^gzip member 1, packed byte \d+: the file is cut$/);
    expect(source.size).toBeGreaterThan(TEXT.length / 4);
    expect(source.read(0, source.size).equals(TEXT.subarray(0, source.size))).toBe(true);
  });

  test("with a wrong checksum says so, and can be read", async () => {
    const packed = gzipSync(TEXT);
    packed.writeUInt32LE(1, packed.length - 8);
    const source = opened(fileOf(packed));
    await unpacked(source);
    expect(source.failure).toContain("its checksum is wrong");
    expect(source.size).toBe(TEXT.length);
  });

  test("damaged in its second member keeps the first", async () => {
    const first = gzipSync(TEXT);
    const second = gzipSync(TEXT);
    second.fill(0xff, 20, 60);
    const source = opened(fileOf(Buffer.concat([first, second])));
    await unpacked(source);
    expect(source.failure).toContain("gzip member 2");
    expect(source.read(0, TEXT.length).equals(TEXT)).toBe(true);
  });

  test("that unpacks to more than it may is stopped", async () => {
    const path = fileOf(gzipSync(Buffer.alloc(8 * 2 ** 20)));
    const source = new GzipSource(path, undefined, { bytes: 3 * 2 ** 20, ratio: 400 });
    onTestFinished(() => source.close());
    await unpacked(source);
    expect(source.failure).toContain("unpacks to more than 3145728 bytes");
    expect(source.size).toBeLessThanOrEqual(3 * 2 ** 20);
  });

  test("leaves nothing in the temporary folder", async () => {
    // One of its own: other programs put theirs into the machine's while this runs.
    const own = tempFolder();
    vi.stubEnv("TMPDIR", own);
    onTestFinished(() => void vi.unstubAllEnvs());
    const path = join(own, "file.vcr.gz");
    writeFileSync(path, gzipSync(TEXT));
    const source = opened(path);
    await unpacked(source);
    expect(source.read(0, TEXT.length).equals(TEXT)).toBe(true);
    expect(readdirSync(own)).toEqual(["file.vcr.gz"]);
  });

  test("that was packed again is another one", async () => {
    const path = fileOf(gzipSync(TEXT));
    const source = opened(path);
    await unpacked(source);
    source.poll();
    writeFileSync(path, gzipSync("short"));
    expect(source.poll()).toBe("replaced");
  });
});

describe("bytes in memory", () => {
  test("grow by what is pushed, until they end", () => {
    const source = new MemorySource("-");
    let told = 0;
    source.onChange(() => told++);
    source.push(Buffer.from("abc"));
    source.push(Buffer.from("def"));
    expect([source.size, source.complete, source.poll(), source.poll()]).toEqual([6, false, "grown", "none"]);
    source.end();
    expect([source.complete, told, source.read(2, 3).toString()]).toEqual([true, 3, "cde"]);
  });
});

describe("what cannot be opened", () => {
  test.each([
    ["a missing file", "/nowhere/at/all.vcr", "no such file"],
    ["a folder", tmpdir(), "a folder"],
  ])("%s is said in words", (_, path, words) => {
    expect(() => openSource(path)).toThrow(
      expect.objectContaining({ code: "unreadable", message: `${path}: ${words}` }),
    );
  });
});

test("reads of a plain file give its bytes, whatever was read before and however long each is", () => {
  const source = opened(fileOf(TEXT));
  const reads = fc.tuple(fc.nat(TEXT.length + 10), fc.oneof(fc.nat(300), fc.nat(200_000)), fc.boolean());
  fc.assert(
    fc.property(fc.array(reads, { minLength: 1, maxLength: 12 }), (list) => {
      let end = 0;
      for (const [place, length, follows] of list) {
        const offset = follows ? end : place;
        expect(source.read(offset, length).equals(TEXT.subarray(offset, offset + length))).toBe(true);
        end = offset + length;
      }
    }),
  );
});

test("what is read is the caller's to keep and to change", () => {
  const source = opened(fileOf("0123456789"));
  source.read(0, 2);
  source.read(2, 4).fill("x");
  expect(source.read(3, 4).toString()).toBe("3456");
});
