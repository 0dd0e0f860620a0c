// `npm test [-- ARGS]` and `npm run test:slow`: sets up, then runs vitest; other arguments go to it.
// Without the name of a test `npm test` checks types, lint, format and generated documents first.
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { root, setUp } from "./set-up.mjs";

await setUp();
const args = process.argv.slice(2);
const slow = args[0] === "--slow";
const chosen = args.some((arg) => !arg.startsWith("-"));
if (!slow && !chosen) {
  const checked = spawnSync(process.execPath, [join(root, ".build/check.mjs")], { cwd: root, stdio: "inherit" });
  if (checked.status !== 0) process.exit(checked.status ?? 1);
}
const vitest = join(root, "node_modules/vitest/vitest.mjs");
const { status } = spawnSync(process.execPath, [vitest, "run", ...(slow ? args.slice(1) : args)], {
  cwd: root,
  stdio: "inherit",
  env: { ...process.env, VCR_SLOW: slow ? "1" : "" },
});
process.exit(status ?? 1);
