// `node .build/run-ts.mjs FILE.ts ARGS`: bundles a TypeScript program of ours in memory's stead and runs it from the root.
import { rmSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { install, root } from "./set-up.mjs";

/** Bundles `source` (relative to the root) with libraries left outside, imports it and answers its exports. */
export async function importTs(source) {
  const { build } = await import("esbuild");
  const outfile = join(root, "node_modules", `.run-${process.pid}.mjs`);
  const shared = { bundle: true, platform: "node", format: "esm", packages: "external", jsx: "automatic" };
  await build({ ...shared, absWorkingDir: root, entryPoints: [source], outfile, logLevel: "warning" });
  try {
    return await import(pathToFileURL(outfile).href);
  } finally {
    rmSync(outfile, { force: true });
  }
}

if (process.argv[1] === import.meta.filename) {
  install();
  const [, , source, ...args] = process.argv;
  process.chdir(root);
  process.argv = [process.execPath, source, ...args];
  await importTs(source).catch((error) => {
    // esbuild has already printed where and why.
    if (!error?.errors) throw error;
    process.exit(2);
  });
}
