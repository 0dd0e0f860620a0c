// Makes dist/: the command line as scripts loaded on demand, the API as one module, and the libraries' licences.
import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { mkdir, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { build, transform } from "esbuild";
import { notices } from "./notices.mjs";
import { plugins } from "./plugins.mjs";

const TARGET = "node20.15";
// ASCII as far as it goes: V8 keeps such a script in half the memory.
const MINIFY = { minifySyntax: true, minifyWhitespace: true, legalComments: "none", charset: "ascii" };
const SHARED = {
  ...MINIFY,
  bundle: true,
  write: false,
  metafile: true,
  platform: "node",
  target: TARGET,
  format: "esm",
  jsx: "automatic",
  logLevel: "warning",
  define: { "process.env.NODE_ENV": '"production"', "process.env.DEV": '"false"' },
};

/** Builds everything that has a source; answers the names written. */
export async function bundle(root) {
  const parts = [];
  if (existsSync(join(root, "src/cli/main.ts"))) parts.push(await commandLine(root));
  if (existsSync(join(root, "src/index.ts"))) parts.push(await api(root));
  parts.push(await hooks(root));
  const files = parts.flatMap((part) => part.files);
  files.push({ name: "package.json", text: '{ "type": "commonjs" }\n' });
  files.push({
    name: "LICENSES.txt",
    text: await notices(
      root,
      parts.flatMap((part) => part.inputs),
    ),
  });
  await replaceFiles(join(root, "dist"), files);
  return files.map((file) => file.name);
}

/** Commands are split at every `import()`: what `vcr show` does not name, it does not read. */
async function commandLine(root) {
  const result = await build({
    ...SHARED,
    absWorkingDir: root,
    entryPoints: { cli: "src/cli/main.ts" },
    outdir: "dist",
    chunkNames: "[name]-[hash]",
    splitting: true,
    plugins: plugins(root),
  });
  const scripts = result.outputFiles.map(async ({ path, text }) => ({
    name: basename(path),
    text: await script(text),
  }));
  const files = withBuildId(await Promise.all(scripts));
  return { files, inputs: Object.keys(result.metafile.inputs) };
}

/** What runs inside the user's agent: files of their own that need nothing else. */
async function hooks(root) {
  const result = await build({
    ...SHARED,
    minifyWhitespace: false,
    absWorkingDir: root,
    entryPoints: { "node-hook": "src/hook/node-hook.ts" },
    outdir: "dist",
    outExtension: { ".js": ".mjs" },
  });
  const files = result.outputFiles.map(({ path, text }) => ({ name: basename(path), text }));
  const python = await readFile(join(root, "src/hook/python/sitecustomize.py"), "utf8");
  files.push({ name: "python-hook/sitecustomize.py", text: python });
  return { files, inputs: Object.keys(result.metafile.inputs) };
}

/** The launcher keeps compiled code by the id in the first comment of cli.js. */
function withBuildId(files) {
  const hash = createHash("sha256");
  for (const { name, text } of files) hash.update(name).update(text);
  const id = hash.digest("hex").slice(0, 16);
  return files.map(({ name, text }) => ({ name, text: name === "cli.js" ? `/*${id}*/${text}` : text }));
}

/** What `import ... from "agent-vcr"` gives: readable ES modules, formats with a parser of their own loaded on demand. */
async function api(root) {
  const result = await build({
    ...SHARED,
    minifyWhitespace: false,
    absWorkingDir: root,
    entryPoints: { index: "src/index.ts" },
    outdir: "dist",
    chunkNames: "api-[name]-[hash]",
    splitting: true,
    outExtension: { ".js": ".mjs" },
    banner: {
      js: 'import { createRequire as __createRequire } from "node:module"; const require = __createRequire(import.meta.url);',
    },
    plugins: plugins(root),
  });
  const files = result.outputFiles.map(({ path, text }) => ({ name: basename(path), text }));
  return { files, inputs: Object.keys(result.metafile.inputs) };
}

/**
 * One piece of a split ES module bundle as a CommonJS script, the only form whose compiled code Node 20 can keep.
 * What it takes from other pieces becomes constants of its own (esbuild would look each up in the other's exports at
 * every use; pieces form no circle, so all is there). `import()` of a piece becomes `require`; any other stays.
 */
async function script(text) {
  const lazy = text
    .replace(
      /\bimport\{([^}]*)\}from"(\.\/[^"]+\.js)";/g,
      (_, names, from) => `const{${names.replace(/ as /g, ":")}}=require("${from}");`,
    )
    .replace(/\bimport\("(\.\/[^"]+\.js)"\)/g, 'Promise.resolve().then(()=>require("$1"))');
  const usesUrl = lazy.includes("import.meta.url");
  const { code } = await transform(lazy, {
    ...MINIFY,
    format: "cjs",
    platform: "node",
    target: TARGET,
    define: usesUrl ? { "import.meta.url": "__fileUrl" } : {},
    banner: usesUrl ? 'const __fileUrl=require("node:url").pathToFileURL(__filename).href;' : "",
  });
  return lazyBuiltins(code);
}

/** Parts of Node that it does not load by itself when it starts: 2-4 ms each. */
const SLOW_BUILTINS = ["node:crypto", "node:zlib", "node:child_process", "node:worker_threads"];

/**
 * Loads those when first used: the object that esbuild keeps the module in becomes one with a getter for each name used,
 * which replaces itself.
 */
function lazyBuiltins(code) {
  const held = new RegExp(`\\b(import_\\w+)=require\\("(${SLOW_BUILTINS.join("|")})"\\)`, "g");
  const lazy = code.replace(held, (_, variable, name) => {
    const used = new Set([...code.matchAll(new RegExp(`\\b${variable}\\.([\\w$]+)`, "g"))].map((match) => match[1]));
    const getters = [...used].map((key) => `get ${key}(){return __late(this,"${name}","${key}")}`);
    return `${variable}={${getters.join(",")}}`;
  });
  if (lazy === code) return code;
  const late = "const __late=(o,m,k)=>{const value=require(m)[k];Object.defineProperty(o,k,{value});return value};";
  return lazy.replace(/^("use strict";)?/, (strict) => strict + late);
}

/** Each file appears whole; pieces of an older build go last, so that a program that is running finds its own till then. */
async function replaceFiles(folder, files) {
  await mkdir(folder, { recursive: true });
  for (const { name, text } of files) {
    const path = join(folder, name);
    await mkdir(dirname(path), { recursive: true });
    if (existsSync(path) && (await readFile(path, "utf8")) === text) continue;
    await writeFile(`${path}.${process.pid}`, text);
    await rename(`${path}.${process.pid}`, path);
  }
  const wanted = new Set(files.map((file) => file.name));
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    if (entry.isFile() && /\.m?js$/.test(entry.name) && !wanted.has(entry.name))
      await rm(join(folder, entry.name), { force: true });
  }
}
