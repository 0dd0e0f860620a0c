// What `npm start`, `npm test` and `npx vcr` do first in a clone: install if the lock asks for something else, build if a source changed.
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

export const root = dirname(dirname(fileURLToPath(import.meta.url)));
const SOURCES = ["src", "screens", "components", ".build", "package.json", "package-lock.json", "tsconfig.json"];

/** Quiet and under 50 ms when there is nothing to do; otherwise says on stderr what takes so long. */
export async function setUp() {
  install();
  await buildIfStale();
}

export function install() {
  if (installed()) return;
  say("installing what it is built with (npm ci) ...");
  const npm = process.env.npm_execpath;
  const args = ["ci", "--no-audit", "--no-fund", "--no-progress", "--loglevel=error"];
  const options = { cwd: root, stdio: ["ignore", 2, 2], env: { ...process.env, NODE_ENV: "development" } };
  const isScript = npm !== undefined && /npm-cli\.c?js$/.test(npm);
  const { status } = isScript ? spawnSync(process.execPath, [npm, ...args], options) : spawnSync("npm", args, options);
  if (status !== 0) {
    say("npm ci did not succeed; see above.");
    process.exit(2);
  }
}

/** Compares the lock with npm's own note of what lies in node_modules; optional packages of other systems may be missing. */
function installed() {
  const note = join(root, "node_modules/.package-lock.json");
  if (!existsSync(note)) return false;
  const wanted = JSON.parse(readFileSync(join(root, "package-lock.json"), "utf8")).packages;
  const present = JSON.parse(readFileSync(note, "utf8")).packages;
  return Object.entries(wanted).every(([path, { version, optional }]) => {
    if (path === "") return true;
    return present[path] === undefined ? optional === true : present[path].version === version;
  });
}

async function buildIfStale() {
  const stamp = join(root, "dist/.sources");
  const now = fingerprint();
  if (existsSync(stamp) && readFileSync(stamp, "utf8") === now) return;
  await buildScripts();
  writeFileSync(stamp, now);
}

/** Answers the names of the files; ends the process when a source does not compile (esbuild has said where). */
export async function buildScripts() {
  const { bundle } = await import("./bundle.mjs");
  try {
    return await bundle(root);
  } catch (error) {
    if (!error?.errors) throw error;
    process.exit(2);
  }
}

/** Path, size and time of every source: a build is a second, so a touch too many does no harm. */
function fingerprint() {
  const hash = createHash("sha1").update(process.version);
  for (const path of SOURCES) visit(join(root, path), hash);
  return hash.digest("hex");
}

function visit(path, hash) {
  const stat = statSync(path, { throwIfNoEntry: false });
  if (stat === undefined) return;
  if (stat.isDirectory()) for (const name of readdirSync(path).sort()) visit(join(path, name), hash);
  else hash.update(`${path} ${stat.size} ${stat.mtimeMs}\n`);
}

function say(text) {
  process.stderr.write(`vcr: ${text}\n`);
}
