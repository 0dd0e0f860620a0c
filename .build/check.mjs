// `npm run check`: types, lint and format, generated parts of the documents. Runs all of them, fails if one does.
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { install, root } from "./set-up.mjs";

install();
const checks = [
  ["types", "node_modules/typescript/bin/tsc", "--noEmit", "-p", "."],
  [
    "lint and format",
    "node_modules/@biomejs/biome/bin/biome",
    "check",
    "--error-on-warnings",
    "--no-errors-on-unmatched",
    ".",
  ],
  ["generated documents", ".build/docs.mjs", "--check"],
];
const broken = checks.filter(([, script, ...args]) => {
  const { status } = spawnSync(process.execPath, [join(root, script), ...args], { cwd: root, stdio: "inherit" });
  return status !== 0;
});
for (const [name] of broken) process.stderr.write(`check: ${name}: not in order\n`);
process.exit(broken.length > 0 ? 1 : 0);
