import { notARun } from "../formats/not-a-run.ts";
import { detect, FORMATS } from "../formats/registry.ts";
import { readSample } from "../formats/sample.ts";
import { pad } from "../text/width.ts";
import { openSource } from "../trace/open-source.ts";
import { openForCommand } from "./open.ts";
import { Output } from "./output.ts";
import { runPath } from "./run-path.ts";

/** `vcr formats [FILE]`: what opens and how well; or what a file was taken for, and why. */
export async function formats(path: string | undefined, options: { readonly json?: boolean }): Promise<void> {
  const out = new Output();
  if (path === undefined) return options.json ? out.line(JSON.stringify(FORMATS.map(describe), null, 2)) : table(out);
  const source = openSource(runPath(path));
  const sample = readSample(source);
  const found = detect(sample);
  source.close();
  if (!found) {
    const what = notARun(sample);
    if (what === undefined) (await openForCommand(path)).close();
    process.exitCode = 2;
    return out.line(
      options.json
        ? JSON.stringify({ path, format: null, why: what ?? "no known format" })
        : `${path}: ${what ?? "no known format"}`,
    );
  }
  if (options.json)
    return out.line(
      JSON.stringify(
        {
          path,
          format: found.format.id,
          certainty: found.evidence.certainty,
          why: found.evidence.why,
          considered: found.all.map(({ format, evidence }) => ({ format: format.id, ...evidence })),
        },
        null,
        2,
      ),
    );
  await out.line(`${path}: ${found.format.title} (${found.format.id})`);
  await out.line(`because ${found.evidence.why}`);
  for (const { format, evidence } of found.all.slice(1))
    await out.line(`also like ${format.title}, less: ${evidence.why}`);
}

function describe({ id, title, writtenBy, support }: (typeof FORMATS)[number]) {
  return { id, title, writtenBy, support };
}

async function table(out: Output): Promise<void> {
  for (const format of FORMATS) {
    await out.line(`${pad(format.id, 12)} ${format.title}, written by ${format.writtenBy}`);
    await out.line(`${" ".repeat(13)}${format.support}`);
  }
}
