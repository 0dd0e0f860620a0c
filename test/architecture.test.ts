import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { describe, expect, test } from "vitest";
import { ROOMS, VOCABULARY } from "./support/rooms.ts";

const ROOT = join(import.meta.dirname, "..");
const VIEW_LIBRARIES = ["react", "ink", "ink-text-input", "react-reconciler", "yoga-layout"];
/** Rooms that touch the process they run in: all others get what they need as arguments. */
const PROCESS_ROOMS = ["cli", "terminal", "hook"];

interface Import {
  readonly file: string;
  /** As it is written. */
  readonly written: string;
  readonly target: string;
  readonly how: "static" | "type" | "dynamic";
}

const FROM = /^\s*(?:import|export)\b(\s+type\b)?[^;"']*?\bfrom\s+["']([^"']+)["']/gm;
const FOR_EFFECT = /^\s*import\s+["']([^"']+)["']/gm;
const DYNAMIC = /\bimport\(\s*["']([^"']+)["']\s*\)/g;

const files = ["src", "screens", "components"].flatMap((folder) => sources(folder));
const imports = files.flatMap(importsOf);

describe("architecture", () => {
  test("a room imports only what its line of the table names", () => {
    const wrong = imports.filter(({ file, target, how }) => !allowed(roomOf(file), roomOf(target), how));
    expect(wrong.map(({ file, target }) => `${file} -> ${target}`)).toEqual([]);
  });

  test("every room with a file stands in the table", () => {
    const known = new Set([...Object.keys(ROOMS), "cli", "index"]);
    expect([...new Set(files.map(roomOf))].filter((room) => !known.has(room))).toEqual([]);
  });

  test("the table has no circle", () => {
    const reach = (room: string, seen: readonly string[]): boolean =>
      (ROOMS[room] ?? []).some((next) => seen.includes(next) || reach(next, [...seen, next]));
    expect(Object.keys(ROOMS).filter((room) => reach(room, [room]))).toEqual([]);
  });

  test("the engine does without React and Ink", () => {
    const wrong = imports.filter(
      ({ file, target }) => file.startsWith("src/") && VIEW_LIBRARIES.includes(packageOf(target)),
    );
    expect(wrong.map(({ file, target }) => `${file} -> ${target}`)).toEqual([]);
  });

  test("the process belongs to cli, terminal and hook", () => {
    const engine = files.filter((file) => file.startsWith("src/") && !PROCESS_ROOMS.includes(roomOf(file)));
    expect(engine.filter((file) => /(?<![\w."'`-])process\s*[.[]/.test(code(file)))).toEqual([]);
  });

  test("imports of our own files carry their extension", () => {
    const bare = imports.filter(({ written }) => written.startsWith(".") && !/\.(tsx?|json)$/.test(written));
    expect(bare.map(({ file, written }) => `${file} -> ${written}`)).toEqual([]);
  });

  test("files stay small: median 90 lines, nine of ten under 220", () => {
    const lines = files.map((file) => read(file).split("\n").length).sort((a, b) => a - b);
    const at = (share: number): number => lines[Math.floor(lines.length * share)] ?? 0;
    expect(at(0.5)).toBeLessThanOrEqual(90);
    expect(at(0.9)).toBeLessThanOrEqual(220);
  });
});

function sources(folder: string): string[] {
  return readdirSync(join(ROOT, folder), { recursive: true, encoding: "utf8" })
    .filter((name) => /\.tsx?$/.test(name))
    .map((name) => join(folder, name).replaceAll("\\", "/"));
}

function read(file: string): string {
  return readFileSync(join(ROOT, file), "utf8");
}

/** Without comments and strings, roughly: enough to look for a word in the code. */
function code(file: string): string {
  return read(file)
    .replace(/\/\*[\s\S]*?\*\//g, "")
    .replace(/(^|\s)\/\/.*$/gm, "");
}

function importsOf(file: string): Import[] {
  const text = code(file);
  const found = (how: Import["how"], written = ""): Import => ({ file, written, target: resolve(file, written), how });
  return [
    ...[...text.matchAll(FROM)].map((match) => found(match[1] ? "type" : "static", match[2])),
    ...[...text.matchAll(FOR_EFFECT)].map((match) => found("static", match[1])),
    ...[...text.matchAll(DYNAMIC)].map((match) => found("dynamic", match[1])),
  ];
}

/** Own files as paths from the root of the project, libraries as they are. */
function resolve(file: string, target: string): string {
  return target.startsWith(".") ? relative(ROOT, join(ROOT, dirname(file), target)).replaceAll("\\", "/") : target;
}

function packageOf(target: string): string {
  return target
    .split("/")
    .slice(0, target.startsWith("@") ? 2 : 1)
    .join("/");
}

/** `src/trace/event.ts` lies in the room trace, `screens/trace.tsx` in screens, `src/index.ts` in index; a library in none. */
function roomOf(path: string): string {
  const [top, second] = path.split("/");
  if (top === "screens" || top === "components") return top;
  if (top !== "src" || second === undefined) return "";
  return second.includes(".") ? "index" : second;
}

function allowed(from: string, to: string, how: Import["how"]): boolean {
  if (to === "" || to === from) return true;
  if (from === "index") return to in ROOMS && to !== "screens" && to !== "components";
  if (from === "cli") return how === "dynamic" || (to !== "screens" && to !== "components");
  const named = ROOMS[from] ?? [];
  return named.includes(to) || (how === "type" && named.includes("run") && VOCABULARY.includes(to));
}
