import { execFile } from "node:child_process";
import { readdir, readFile, writeFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { promisify } from "node:util";
import type { Tool } from "./agent.ts";
import type { PacedClock } from "./clock.ts";

const run = promisify(execFile);

/** Tools that work in one folder and nowhere else. */
export function folderTools(folder: string, clock: PacedClock): Tool[] {
  const inside = (path: unknown): string => join(folder, basename(String(path)));
  return [
    {
      name: "list_files",
      description: "Lists the files of the working folder.",
      parameters: {},
      async run() {
        await clock.sleep(3);
        return (await clock.during(readdir(folder))).sort().join("\n");
      },
    },
    {
      name: "read_file",
      description: "Reads a text file of the working folder.",
      parameters: { path: { type: "string" } },
      async run({ path }) {
        await clock.sleep(4);
        const text = readFile(inside(path), "utf8").catch(() => undefined);
        return (await clock.during(text)) ?? Promise.reject(new Error(`no such file: ${path}`));
      },
    },
    {
      name: "write_file",
      description: "Writes a text file of the working folder.",
      parameters: { path: { type: "string" }, text: { type: "string" } },
      async run({ path, text }) {
        await clock.sleep(5);
        await clock.during(writeFile(inside(path), String(text)));
        return `wrote ${Buffer.byteLength(String(text))} bytes to ${path}`;
      },
    },
    {
      name: "shell",
      description: "Runs a command line in the working folder and answers what it prints.",
      parameters: { command: { type: "string" } },
      async run({ command }) {
        await clock.sleep(31);
        const env = { PATH: process.env.PATH ?? "", LC_ALL: "C.UTF-8" };
        const { stdout } = await clock.during(run("sh", ["-c", String(command)], { cwd: folder, env }));
        return stdout.trimEnd();
      },
    },
  ];
}

export function calculator(clock: PacedClock): Tool {
  return {
    name: "calculator",
    description: "Works out an expression of numbers, + - * / and brackets.",
    parameters: { expression: { type: "string" } },
    async run({ expression }) {
      await clock.sleep(1);
      return String(Math.round(calculate(String(expression)) * 100) / 100);
    },
  };
}

/** Recursive descent over `sum := product {(+|-) product}`, `product := value {(*|/) value}`. */
function calculate(expression: string): number {
  const tokens = expression.match(/\d+(?:\.\d+)?|[-+*/()]/g) ?? [];
  const value = (): number => {
    const next = tokens.shift();
    if (next === "-") return -value();
    if (next !== "(") return Number(next);
    const inner = sum();
    tokens.shift();
    return inner;
  };
  const product = (): number => {
    let result = value();
    while (tokens[0] === "*" || tokens[0] === "/")
      result = tokens.shift() === "*" ? result * value() : result / value();
    return result;
  };
  const sum = (): number => {
    let result = product();
    while (tokens[0] === "+" || tokens[0] === "-")
      result = tokens.shift() === "+" ? result + product() : result - product();
    return result;
  };
  const result = sum();
  if (tokens.length > 0 || Number.isNaN(result)) throw new Error(`not an expression: ${expression}`);
  return result;
}
