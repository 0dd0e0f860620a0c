#!/usr/bin/env node
// The command `vcr`: runs the scripts of dist/ with the compiled code V8 gave back last time (20-30 ms of a cold start).
// Plain JavaScript, so that it can stand here before anything is built; in a clone it builds first what is stale.
// A cache that is missing, of another build or not writable costs time, never the start.
"use strict";

const fs = require("node:fs");
const Module = require("node:module");
const path = require("node:path");
const { pathToFileURL } = require("node:url");
const vm = require("node:vm");

const root = path.join(__dirname, "../..");
const dist = path.join(root, "dist");

/** Commands load different scripts, so each keeps a cache of its own; whatever else may stand there shares one. */
const COMMANDS = new Set([
  "tui",
  "show",
  "stats",
  "formats",
  "keys",
  "runs",
  "record",
  "replay",
  "fork",
  "attach",
  "doctor",
  "mcp",
]);
/** By then the start is over and its functions are compiled; much later V8 would have dropped them again. */
const SAVE_AFTER_MS = 1000;
const CACHES_KEPT_DAYS = 30;

/** A minimal `require` for the pieces of one build; everything else goes to Node's own. */
class CachedScripts {
  constructor(file) {
    this.file = file;
    /** Source and compiled code of each script: one file is read faster than a hundred. */
    this.kept = readCache(file);
    this.scripts = new Map();
    this.modules = new Map();
    this.incomplete = false;
    this.nodeRequire = Module.createRequire(path.join(dist, "cli.js"));
  }

  run(name, source) {
    const filename = path.join(dist, name);
    const module = { exports: {}, id: filename, filename, loaded: false };
    this.modules.set(name, module);
    this.compile(name, filename, source)(module.exports, this.requireFrom, module, filename, dist);
    module.loaded = true;
    return module.exports;
  }

  compile(name, filename, source) {
    const cachedData = this.kept.get(name)?.data;
    const script = new vm.Script(Module.wrap(source), { filename, cachedData });
    if (cachedData === undefined || script.cachedDataRejected) {
      this.incomplete = true;
      this.kept.delete(name);
    }
    this.scripts.set(name, { script, source });
    return script.runInThisContext();
  }

  requireFrom = (request) => {
    if (!request.startsWith("./")) return this.nodeRequire(request);
    const name = request.slice(2);
    const module = this.modules.get(name);
    return module ? module.exports : this.run(name, this.sourceOf(name));
  };

  sourceOf(name) {
    return this.kept.get(name)?.source ?? fs.readFileSync(path.join(dist, name), "utf8");
  }

  save() {
    if (!this.incomplete) return;
    this.incomplete = false;
    for (const [name, { script, source }] of this.scripts) {
      if (!this.kept.has(name)) this.kept.set(name, { source, data: script.createCachedData() });
    }
    try {
      writeCache(this.file, this.kept);
    } catch {
      // No home, no room, no right: the next start compiles again.
    }
  }
}

/** One line of JSON with names and lengths, then source and data of one after the other. Anything else is no cache. */
function readCache(file) {
  const kept = new Map();
  try {
    const bytes = fs.readFileSync(file);
    const body = bytes.indexOf(10) + 1;
    const list = JSON.parse(bytes.toString("utf8", 0, body));
    const total = list.reduce((sum, [, source, data]) => sum + source + data, body);
    if (total !== bytes.length) return kept;
    let at = body;
    for (const [name, source, data] of list) {
      const end = at + source;
      kept.set(name, { source: bytes.toString("utf8", at, end), data: bytes.subarray(end, end + data) });
      at = end + data;
    }
  } catch {
    kept.clear();
  }
  return kept;
}

function writeCache(file, kept) {
  const folder = path.dirname(file);
  fs.mkdirSync(folder, { recursive: true, mode: 0o700 });
  const list = [...kept].map(([name, { source, data }]) => [name, Buffer.byteLength(source), data.length]);
  const parts = [...kept.values()].flatMap(({ source, data }) => [Buffer.from(source), data]);
  const partial = `${file}.${process.pid}`;
  fs.writeFileSync(partial, Buffer.concat([Buffer.from(`${JSON.stringify(list)}\n`), ...parts]), { mode: 0o600 });
  fs.renameSync(partial, file);
  const oldest = Date.now() - CACHES_KEPT_DAYS * 86_400_000;
  for (const name of fs.readdirSync(folder)) {
    const other = path.join(folder, name);
    if (fs.statSync(other).mtimeMs < oldest) fs.rmSync(other);
  }
}

/** Named after what makes compiled code valid: Node, the machine, and the build (a comment with its id heads its first script). */
function cacheFile(source) {
  const word = process.argv[2] ?? "";
  const command = COMMANDS.has(word) ? word : word.startsWith("-") ? "help" : "tui";
  const build = source.slice(2, source.indexOf("*/"));
  return path.join(cacheFolder(), `${command}-${process.version}-${process.arch}-${build}.bin`);
}

function cacheFolder() {
  const { env, platform } = process;
  const home = env.HOME ?? env.USERPROFILE ?? "";
  if (env.XDG_CACHE_HOME) return path.join(env.XDG_CACHE_HOME, "vcr");
  if (platform === "win32" && env.LOCALAPPDATA) return path.join(env.LOCALAPPDATA, "vcr");
  return path.join(home, platform === "darwin" ? "Library/Caches/vcr" : ".cache/vcr");
}

/** Scripts made from kept code cannot `import()`: files of the user's are imported from here (src/cli/load-config.ts). */
globalThis.vcrImport = (url) => import(url);

function run() {
  const source = fs.readFileSync(path.join(dist, "cli.js"), "utf8");
  const scripts = new CachedScripts(cacheFile(source));
  scripts.run("cli.js", source);
  process.on("exit", () => scripts.save());
  setTimeout(() => scripts.save(), SAVE_AFTER_MS).unref();
}

const setUp = path.join(root, ".build/set-up.mjs");
if (fs.existsSync(setUp)) import(pathToFileURL(setUp).href).then((clone) => clone.setUp()).then(run);
else run();
