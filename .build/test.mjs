// `npm test [-- ARGS]` and `npm run test:slow`: sets up, then runs vitest; other arguments go to it.
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { root, setUp } from "./set-up.mjs";

await setUp();
const args = process.argv.slice(2);
const slow = args[0] === "--slow";
const vitest = join(root, "node_modules/vitest/vitest.mjs");
const { status } = spawnSync(process.execPath, [vitest, "run", ...(slow ? args.slice(1) : args)], {
  cwd: root,
  stdio: "inherit",
  env: { ...process.env, VCR_SLOW: slow ? "1" : "" },
});
process.exit(status ?? 1);
