import { readdirSync } from "node:fs";
import type { Format, Reader } from "../../src/formats/format.ts";
import { detect } from "../../src/formats/registry.ts";
import { readSample } from "../../src/formats/sample.ts";
import { memorySource } from "../../src/trace/source/memory-source.ts";
import { openSource } from "../../src/trace/source/open-source.ts";
import type { ByteSource } from "../../src/trace/source/source.ts";
import { ReportedRows } from "./reported-rows.ts";

export interface ReadTrace {
  readonly format: Format;
  readonly reader: Reader;
  readonly sink: ReportedRows;
}

/** Detects and reads a whole source into a recording sink. */
async function readSource(source: ByteSource): Promise<ReadTrace> {
  const found = detect(readSample(source));
  if (found === undefined) throw new Error(`${source.path}: no format`);
  const sink = new ReportedRows();
  let sources = 0;
  const reader = await found.format.open(source, {
    sink,
    addSource: (path) => ({ number: ++sources, source: openSource(path) }),
    list: names,
  });
  while (!reader.advance(performance.now() + 50));
  reader.finish();
  return { format: found.format, reader, sink };
}

export function readFile(path: string): Promise<ReadTrace> {
  return readSource(openSource(path));
}

export function readText(text: string, path = "/nowhere/trace.jsonl"): Promise<ReadTrace> {
  return readSource(memorySource(path, text));
}

function names(folder: string): readonly string[] {
  try {
    return readdirSync(folder).sort();
  } catch {
    return [];
  }
}
