/** Bundles a small program of test/fixtures/programs into a temporary file that plain node runs. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { build } from "esbuild";

export interface BuiltProgram {
  readonly path: string;
  remove(): void;
}

export async function buildProgram(name: string): Promise<BuiltProgram> {
  const folder = mkdtempSync(join(tmpdir(), "vcr-program-"));
  const path = join(folder, `${name}.cjs`);
  await build({
    entryPoints: [resolve(import.meta.dirname, `../fixtures/programs/${name}.ts`)],
    outfile: path,
    bundle: true,
    platform: "node",
    format: "cjs",
    logLevel: "error",
  });
  return { path, remove: () => rmSync(folder, { recursive: true, force: true }) };
}
