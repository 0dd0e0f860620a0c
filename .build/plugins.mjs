// Changes made to libraries while they are bundled: each one removes start-up time that the program has no use for.
import { readFile } from "node:fs/promises";
import { join } from "node:path";

/**
 * Ink asks for react-devtools-core and its own package.json at the top level when DEV is set. Both are awaited,
 * and a file with a top-level await cannot be compiled as the plain script that the code cache needs.
 */
const inkWithoutDevtools = {
  name: "ink-without-devtools",
  setup(build) {
    build.onLoad({ filter: /[\\/]ink[\\/]build[\\/]reconciler\.js$/ }, async ({ path }) => {
      const source = await readFile(path, "utf8");
      const contents = source
        .replace("await import('./devtools.js');", "")
        .replace("await loadPackageJson()", "{ name: undefined, version: undefined }");
      if (/\bawait import\(|\? await /.test(contents.replace(/async function loadPackageJson[\s\S]*?\n}\n/, ""))) {
        throw new Error(`${path} has changed: adapt .build/plugins.mjs`);
      }
      return { contents, loader: "js" };
    });
  },
};

/** Yoga fetches its own data: URL, which loads all of undici (27 ms). The bytes are at hand: instantiate at once. */
const yogaWithoutFetch = {
  name: "yoga-without-fetch",
  setup(build) {
    build.onLoad({ filter: /[\\/]yoga-layout[\\/]dist[\\/]src[\\/]index\.js$/ }, async ({ path }) => {
      const wasm = join(path, "../../binaries/yoga-wasm-base64-esm.js");
      const base64 = /data:application\/octet-stream;base64,([A-Za-z0-9+/=]+)/.exec(await readFile(wasm, "utf8"))?.[1];
      if (!base64) throw new Error(`${wasm} has changed: adapt .build/plugins.mjs`);
      return { contents: yogaSource(base64), loader: "js" };
    });
    build.onLoad({ filter: /[\\/]yoga-wasm-base64-esm\.js$/ }, async ({ path }) => {
      const source = await readFile(path, "utf8");
      return {
        contents: source.replace(/(data:application\/octet-stream;base64,)[A-Za-z0-9+/=]+/, "$1"),
        loader: "js",
      };
    });
  },
};

function yogaSource(base64) {
  return `
    import loadYoga from "../binaries/yoga-wasm-base64-esm.js";
    import wrapAssembly from "./wrapAssembly.js";
    const library = {
      instantiateWasm(imports, done) {
        const wasm = new WebAssembly.Module(Buffer.from("${base64}", "base64"));
        const instance = new WebAssembly.Instance(wasm, imports);
        done(instance);
        return instance.exports;
      },
    };
    loadYoga(library);
    const Yoga = wrapAssembly(library);
    export default Yoga;
    export * from "./generated/YGEnums.js";
  `;
}

/**
 * One width for a text, whoever asks: Ink measures with our table too, and builds no segmenter for it (30 ms).
 * cliui, of an older line, is CommonJS and keeps its own.
 */
function ownWidth(root) {
  return {
    name: "own-width",
    setup(build) {
      build.onResolve({ filter: /^string-width$/ }, ({ kind }) =>
        kind === "import-statement" ? { path: "string-width", namespace: "own-width" } : undefined,
      );
      build.onLoad({ filter: /.*/, namespace: "own-width" }, () => ({
        contents: `
          import { width } from ${JSON.stringify(join(root, "src/text/width.ts"))};
          import stripAnsi from "strip-ansi";
          export default (text) => width(text.includes("\\u001b") ? stripAnsi(text) : text);
        `,
        resolveDir: root,
        loader: "js",
      }));
    },
  };
}

/** commander starts programs for subcommands that are files of their own; we have none, so it need not load that at once. */
const commanderWithoutPrograms = {
  name: "commander-without-programs",
  setup(build) {
    build.onLoad({ filter: /[\\/]commander[\\/]lib[\\/]command\.js$/ }, async ({ path }) => {
      const source = await readFile(path, "utf8");
      const load = "const childProcess = require('node:child_process');";
      if (!source.includes(load)) throw new Error(`${path} has changed: adapt .build/plugins.mjs`);
      const lazy = "const childProcess = { get spawn() { return require('node:child_process').spawn; } };";
      return { contents: source.replace(load, lazy), loader: "js" };
    });
  },
};

/** Languages of code that agents write and read; all 190 would be 1 MB to load before the first coloured line. */
const LANGUAGES = (
  "bash c cpp csharp css dart diff dockerfile elixir go groovy haskell http ini java javascript json kotlin less " +
  "lua makefile markdown nginx objectivec perl php plaintext powershell properties protobuf python r ruby rust scala scss " +
  "shell sql swift typescript vim xml yaml"
).split(" ");

const fewerLanguages = {
  name: "fewer-languages",
  setup(build) {
    build.onLoad({ filter: /[\\/]highlight\.js[\\/]lib[\\/]index\.js$/ }, () => ({
      contents: [
        'const hljs = require("./core");',
        ...LANGUAGES.map((name) => `hljs.registerLanguage("${name}", require("./languages/${name}"));`),
        "module.exports = hljs;",
      ].join("\n"),
      loader: "js",
    }));
  },
};

export function plugins(root) {
  return [inkWithoutDevtools, yogaWithoutFetch, ownWidth(root), commanderWithoutPrograms, fewerLanguages];
}
