import { readdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { writeGoVcr } from "../../src/formats/go-vcr/write-go-vcr.ts";
import { writeHar } from "../../src/formats/har/write-har.ts";
import { writeVcrpy } from "../../src/formats/vcrpy/write-vcrpy.ts";
import type { WholeExchange } from "../../src/formats/whole-exchange.ts";
import { readAll } from "../../src/run/drive.ts";
import { openFile } from "../../src/run/open-file.ts";
import { toExchange } from "../../src/run/records/to-exchanges.ts";
import type { Run } from "../../src/run/run.ts";
import { memorySource } from "../../src/trace/source/memory-source.ts";
import { corpusFile } from "../support/corpus.ts";

/** Real cassettes written anew in any format hold the same exchanges. */

const FOLDERS = ["cagent-go-vcr", "vcrpy"];
const files = FOLDERS.flatMap(cassettes);

function cassettes(folder: string): string[] {
  const path = corpusFile(folder);
  const names = path === undefined ? [] : readdirSync(path);
  // xAI's are of gRPC calls.
  return names.filter((name) => /\.ya?ml$/.test(name) && !name.endsWith(".xai.yaml")).map((name) => join(folder, name));
}

function exchangesOf(run: Run | undefined): WholeExchange[] {
  const found = Array.from({ length: run?.length ?? 0 }, (_, i) => run && toExchange(run, i));
  return found.filter((each) => typeof each === "object").filter(({ answer }) => answer !== undefined);
}

/** What all formats keep; Go writes names of headers its own way. */
function kept({ method, url, requestHeaders, requestBody, answer }: WholeExchange) {
  const lower = (headers: WholeExchange["requestHeaders"] = {}) =>
    Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
  return {
    ...{ method, url, asked: Buffer.from(requestBody ?? "").toString("latin1"), sent: lower(requestHeaders) },
    ...{
      status: answer?.status,
      told: Buffer.from(answer?.body ?? "").toString("latin1"),
      got: lower(answer?.headers),
    },
  };
}

describe.skipIf(files.length === 0)("real cassettes", () => {
  test.each(files)("%s", async (name) => {
    const file = await openFile(corpusFile(name) ?? "");
    await readAll(file);
    const exchanges = exchangesOf(file.runs[0]);
    for (const write of [writeGoVcr, writeVcrpy, (all: WholeExchange[]) => writeHar(all, "1")]) {
      const text = [...write(exchanges)].join("");
      const again = await openFile("again", memorySource("again", text));
      await readAll(again);
      expect(exchangesOf(again.runs[0]).map(kept)).toEqual(exchanges.map(kept));
      again.close();
    }
    file.close();
  });
});
