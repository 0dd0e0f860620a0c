import { readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { SAMPLES, toolErrorFile } from "./samples.ts";
import { record } from "./studio.ts";

/** `npm run samples`: plays every agent anew and records it. Times and ids come out the same each time. */
const folder = process.argv[2] ?? "sample-traces";

await rm(join(folder, "blobs.vcr.blobs"), { recursive: true, force: true });
for (const sample of SAMPLES) {
  const path = join(folder, `${sample.name}.vcr`);
  await record(sample, path);
  process.stdout.write(`${path}\n`);
}

const whole = await readFile(join(folder, toolErrorFile));
await writeFile(join(folder, `${toolErrorFile}.gz`), gzipSync(whole, { level: 9 }));
// As a recorder leaves it whose machine lost power: the last line is half there.
await writeFile(join(folder, "truncated.vcr"), whole.subarray(0, Math.floor(whole.length * 0.6)));
