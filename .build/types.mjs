// Makes dist/types/: the declarations that belong to dist/index.mjs.
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";

export async function types(root) {
  if (!existsSync(join(root, "src/index.ts"))) return;
  const folder = join(root, "dist/types");
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  const config = {
    extends: "../../tsconfig.json",
    compilerOptions: {
      noEmit: false,
      declaration: true,
      emitDeclarationOnly: true,
      rewriteRelativeImportExtensions: true,
      rootDir: "../../src",
      outDir: ".",
      typeRoots: ["../../node_modules/@types"],
    },
    include: [],
    files: ["../../src/index.ts"],
  };
  await writeFile(join(folder, "tsconfig.json"), JSON.stringify(config));
  const tsc = join(root, "node_modules/typescript/bin/tsc");
  const { status } = spawnSync(process.execPath, [tsc, "-p", folder], { stdio: "inherit" });
  await rm(join(folder, "tsconfig.json"));
  if (status !== 0) process.exit(1);
  await nameScripts(folder);
  await writeFile(join(folder, "package.json"), '{ "type": "module" }\n');
}

/** TypeScript leaves `./x.ts` in declarations; a project that does not know our sources looks for `./x.js`. */
async function nameScripts(folder) {
  const names = (await readdir(folder, { recursive: true })).filter((name) => name.endsWith(".d.ts"));
  for (const name of names) {
    const text = await readFile(join(folder, name), "utf8");
    await writeFile(join(folder, name), text.replace(/((?:from |import\()"\.{1,2}\/[^"]+)\.tsx?"/g, '$1.js"'));
  }
}
