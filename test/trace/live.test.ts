import { randomBytes } from "node:crypto";
import { appendFileSync, readFileSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { expect, onTestFinished, test } from "vitest";
import { TraceReader } from "../../src/trace/read/reader.ts";
import { openSource } from "../../src/trace/source/open-source.ts";
import { TraceWriter } from "../../src/trace/write/writer.ts";
import { tempFolder } from "../support/temp-folder.ts";
import { readTrace, SeenRows } from "./seen-rows.ts";

const chat = (count: number) => JSON.stringify({ messages: Array.from({ length: count }, (_, i) => `message ${i}`) });

function follow(path: string) {
  const source = openSource(path);
  onTestFinished(() => source.close());
  const sink = new SeenRows();
  const reader = new TraceReader(source, sink);
  const catchUp = () => {
    source.poll();
    reader.advance(Number.POSITIVE_INFINITY);
    return sink.rows.map(({ fields }) => fields.status);
  };
  return { source, sink, reader, catchUp };
}

test("events appear and change as they are written, their requests at once", () => {
  const path = join(tempFolder(), "run.vcr");
  const writer = new TraceWriter(path, { id: "r" });
  const { sink, reader, catchUp } = follow(path);
  expect(catchUp()).toEqual([]);
  const request = (count: number) => ({ body: chat(count), repeated: ["/messages"] });
  const first = writer.begin({ kind: "llm", request: request(1) });
  expect(catchUp()).toEqual(["pending"]);
  const second = writer.begin({ kind: "llm", request: request(3) });
  writer.end(first, { status: "ok" });
  expect(catchUp()).toEqual(["ok", "pending"]);
  writer.end(second, { status: "error", error: { message: "no" } });
  expect(catchUp()).toEqual(["ok", "error"]);
  expect(reader.body(1, sink.rows[1]?.segments ?? []).request?.text).toBe(chat(3));
});

test("a line that arrives in pieces is one event", () => {
  const path = join(tempFolder(), "run.vcr");
  writeFileSync(path, '{"vcr":1}\n');
  const { sink, catchUp } = follow(path);
  for (const piece of ['{"se', 'q":0,"kind":"llm","name":"', "mö", '"', "}"]) {
    appendFileSync(path, piece);
    expect(catchUp()).toEqual([]);
  }
  appendFileSync(path, "\n");
  expect(catchUp()).toEqual(["pending"]);
  expect(sink.rows[0]?.fields.name).toBe("mö");
});

test("a file that was cut is noticed", () => {
  const path = join(tempFolder(), "run.vcr");
  writeFileSync(path, '{"vcr":1}\n{"seq":0,"kind":"llm"}\n');
  const { source, catchUp } = follow(path);
  catchUp();
  truncateSync(path, 10);
  expect(source.poll()).toBe("truncated");
});

test("packed, it opens as the plain one does, blobs included", async () => {
  const path = join(tempFolder(), "run.vcr");
  const writer = new TraceWriter(path, { id: "r" });
  const image = `data:image/png;base64,${randomBytes(70_000).toString("base64")}`;
  for (const count of [1, 2, 3]) {
    const body = JSON.stringify({ messages: [...Array.from({ length: count }, (_, i) => `m${i}`), { image }] });
    writer.end(writer.begin({ kind: "llm", request: { body, repeated: ["/messages"] } }), { status: "ok" });
  }
  writer.close();
  writeFileSync(`${path}.gz`, gzipSync(readFileSync(path)));
  const source = openSource(`${path}.gz`);
  onTestFinished(() => source.close());
  await new Promise<void>((resolve) => source.onChange(() => source.complete && resolve()));
  const [plain, packed] = [readTrace(path), readTrace(source)];
  expect(packed.sink).toEqual(plain.sink);
  for (const row of [0, 1, 2]) {
    expect(packed.body(row).request?.text).toBe(plain.body(row).request?.text);
    expect(packed.body(row).request?.notice).toBeUndefined();
  }
});
