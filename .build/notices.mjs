// The licences of the libraries that a bundle contains, in one text: theirs ask for it, and so does good manners.
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";

/** `inputs` are the files that esbuild read, relative to `root`. */
export async function notices(root, inputs) {
  const folders = new Set(inputs.map(packageFolder).filter((folder) => folder !== undefined));
  const parts = await Promise.all([...folders].sort().map((folder) => notice(join(root, folder))));
  return ["This program contains the following libraries, each under its own licence.", ...parts].join(
    `\n\n${"-".repeat(80)}\n\n`,
  );
}

function packageFolder(path) {
  return /^(?:.*\/)?node_modules\/(?:@[^/]+\/)?[^/]+/.exec(path)?.[0];
}

async function notice(folder) {
  const about = JSON.parse(await readFile(join(folder, "package.json"), "utf8"));
  const name = (await readdir(folder)).find((file) => /^licen[cs]e/i.test(file));
  const text = name
    ? (await readFile(join(folder, name), "utf8")).trim()
    : `Licence: ${about.license ?? "see its home page"}`;
  return `${about.name} ${about.version}\n\n${text}`;
}
