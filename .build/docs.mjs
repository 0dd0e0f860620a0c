// `npm run docs`: fills the parts of the documents that lie between `<!-- generated: NAME -->` and `<!-- /generated -->`
// from the tables of the code. With `--check` it writes nothing and fails when a part is out of date.
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { importTs } from "./run-ts.mjs";
import { install, root } from "./set-up.mjs";

const DOCUMENTS = ["README.md", "CONTRIBUTING.md", "sample-traces/README.md"];
const BLOCK = /(<!-- generated: ([\w-]+) -->\n)([\s\S]*?)(<!-- \/generated -->)/g;

install();
const { TABLES } = await importTs(".build/docs-tables.ts");
const stale = [];
for (const name of DOCUMENTS) if (existsSync(join(root, name)) && (await refresh(name))) stale.push(name);
if (process.argv.includes("--check") && stale.length > 0) {
  process.stderr.write(`docs: out of date: ${stale.join(", ")}; run npm run docs\n`);
  process.exit(1);
}

/** True when the document is not what the code says. */
async function refresh(document) {
  const path = join(root, document);
  const before = readFileSync(path, "utf8");
  const texts = new Map();
  for (const [, , name] of before.matchAll(BLOCK)) texts.set(name, await table(document, name));
  const after = before.replace(BLOCK, (_, open, name, _old, close) => `${open}${texts.get(name)}\n${close}`);
  if (after !== before && !process.argv.includes("--check")) writeFileSync(path, after);
  return after !== before;
}

function table(document, name) {
  const make = TABLES[name];
  if (!make)
    throw new Error(`${document}: there is no table named ${name}; there are ${Object.keys(TABLES).join(", ")}`);
  return make();
}
