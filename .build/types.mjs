// Makes dist/types/: the declarations that belong to dist/index.mjs.
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdir, rm, writeFile } from "node:fs/promises";
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
  await writeFile(join(folder, "package.json"), '{ "type": "module" }\n');
}
