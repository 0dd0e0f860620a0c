import { basename, join } from "node:path";
import { build } from "esbuild";

/** A program of the bench as it is built for use, to be run in a process of its own. Answers the path of its script. */
export async function bundledChild(root: string, entry: string): Promise<string> {
  const outfile = join(root, "node_modules", `.bench-${basename(entry, ".ts")}-${process.pid}.mjs`);
  const banner = { js: 'import { createRequire } from "node:module"; const require = createRequire(import.meta.url);' };
  const shared = { bundle: true, platform: "node", format: "esm", banner } as const;
  await build({ ...shared, absWorkingDir: root, entryPoints: [entry], outfile, logLevel: "warning" });
  return outfile;
}
