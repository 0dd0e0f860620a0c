import { notARun } from "../../formats/not-a-run.ts";
import { detect, FORMATS, unknownFormat } from "../../formats/registry.ts";
import { readSample } from "../../formats/sample.ts";
import { pad } from "../../text/width.ts";
import { openSource } from "../../trace/source/open-source.ts";
import type { ByteSource } from "../../trace/source/source.ts";
import { runPath } from "../files/run-path.ts";
import { readToEnd, STANDARD_INPUT, standardInput } from "../files/standard-input.ts";
import { Output } from "../output.ts";

/** `vcr formats [FILE]`: what opens and how well; or what a file was taken for, and why. */
export async function formats(path: string | undefined, options: { readonly json?: boolean }): Promise<void> {
  const out = new Output();
  if (path === undefined) return options.json ? out.line(JSON.stringify(FORMATS.map(describe), null, 2)) : table(out);
  const source = await sourceOf(path);
  const sample = readSample(source);
  const found = detect(sample);
  source.close();
  if (!found) {
    const what = notARun(sample);
    if (what === undefined) throw unknownFormat(sample);
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

async function sourceOf(word: string): Promise<ByteSource> {
  if (word !== STANDARD_INPUT) return openSource(runPath(word));
  const source = standardInput();
  await readToEnd(source);
  return source;
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
