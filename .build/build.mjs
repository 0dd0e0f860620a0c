// `npm run build`: all of dist/, declarations too. `npm pack` runs it.
import { buildScripts, install, root } from "./set-up.mjs";
import { types } from "./types.mjs";

install();
const files = await buildScripts();
await types(root);
process.stderr.write(`vcr: built ${files.length} files in dist/\n`);
