import { readFileSync } from "node:fs";
import nodeModule, { createRequire, register } from "node:module";
import { dirname } from "node:path";
import { pathToFileURL } from "node:url";
import { compileFunction, constants } from "node:vm";

/**
 * Runs a file of the user's in the form that it is written in: what the package.json around it says of its type is
 * about the user's program, and was often written by a tool.
 */

type Exports = Readonly<Record<string, unknown>>;
type Import = (url: string) => Promise<Exports>;

declare global {
  /** Set by launch.cjs: scripts that it makes from kept code cannot `import()` themselves. */
  var vcrImport: Import | undefined;
}

/** What the file exports: its `module.exports`, or its namespace. @throws SyntaxError, whatever the file throws */
export async function configModule(path: string): Promise<unknown> {
  if (path.endsWith(".mjs")) return imported(path);
  const run = commonJs(path);
  if (!(run instanceof SyntaxError)) return run();
  if (path.endsWith(".cjs")) throw run;
  const done = asModule(pathToFileURL(path).href);
  try {
    return await imported(path);
  } finally {
    done();
  }
}

function imported(path: string): Promise<Exports> {
  const importFile: Import = globalThis.vcrImport ?? ((url) => import(url));
  return importFile(pathToFileURL(path).href);
}

/** Modules of the other kind do not compile as a function: they import, export or await at their top level. */
function commonJs(path: string): (() => unknown) | SyntaxError {
  try {
    const names = ["exports", "require", "module", "__filename", "__dirname"];
    const run = compileFunction(readFileSync(path, "utf8").replace(/^#!.*/, ""), names, {
      filename: path,
      importModuleDynamically: constants.USE_MAIN_CONTEXT_DEFAULT_LOADER,
    });
    return () => {
      const module: { exports: unknown } = { exports: {} };
      run.call(module.exports, module.exports, createRequire(path), module, path, dirname(path));
      return module.exports;
    };
  } catch (error) {
    if (error instanceof SyntaxError) return error;
    throw error;
  }
}

/** Until the answer is called `url` is a module, whatever stands around it. */
function asModule(url: string): () => void {
  if (hasHooks(nodeModule)) {
    const hooks = nodeModule.registerHooks({
      load: (each, context, next) => next(each, each === url ? { ...context, format: "module" } : context),
    });
    return () => hooks.deregister();
  }
  const hook = `export const load = (each, context, next) =>
    next(each, each === ${JSON.stringify(url)} ? { ...context, format: "module" } : context);`;
  register(`data:text/javascript,${encodeURIComponent(hook)}`);
  return () => undefined;
}

/** What Node has from 22.15 on, where `register` is on its way out. */
interface WithHooks {
  registerHooks(hooks: {
    load(url: string, context: object, next: (url: string, context: object) => unknown): unknown;
  }): { deregister(): void };
}

function hasHooks(module: object): module is WithHooks {
  return "registerHooks" in module && typeof module.registerHooks === "function";
}
