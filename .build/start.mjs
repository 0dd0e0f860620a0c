// `npm start [-- FILE ...]` is `vcr tui FILE ...` (which sets up a clone); without a file it opens the most telling sample.
import { createRequire } from "node:module";
import { join } from "node:path";
import { root } from "./set-up.mjs";

const SAMPLE = join(root, "sample-traces/tool-error.vcr");

const given = process.argv.slice(2);
// npm runs scripts in the package's folder; names of files are meant from where the user is.
if (process.env.INIT_CWD) process.chdir(process.env.INIT_CWD);
const launcher = join(root, "src/cli/launch.cjs");
process.argv = [process.execPath, launcher, "tui", ...(given.length > 0 ? given : [SAMPLE])];
createRequire(import.meta.url)(launcher);
