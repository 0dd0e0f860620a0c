import { createReadStream, mkdtempSync, openSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, relative, resolve } from "node:path";
import { createInterface } from "node:readline";
import { headerOfCopy, toRecords } from "../../run/records/to-records.ts";
import type { Run } from "../../run/run.ts";
import { writeTrace } from "../../trace/write/writer.ts";
import { VERSION } from "../../version.ts";
import { Output } from "../output.ts";
import { tell } from "../trouble.ts";

interface TraceExport {
  /** Undefined: stdout. */
  readonly output: string | undefined;
  /** Every body stands in its line whole. */
  readonly expand: boolean;
  readonly force: boolean;
}

/** The run as a `.vcr` of its own. @throws VcrError when it cannot be written */
export async function exportTrace(run: Run, { output, expand, force }: TraceExport): Promise<void> {
  const steps = new Set(Array.from({ length: run.length }, (_, i) => run.row(i).seq));
  const write = (file: string, folder: string, inline: boolean): void => {
    const header = headerOfCopy(run, relative(folder, resolve(run.path)), `agent-vcr ${VERSION}`);
    writeTrace(file, header, toRecords(run, steps, { expand }), { force, inline });
  };
  if (output !== undefined) {
    write(output, dirname(resolve(output)), expand);
    return tell(`wrote ${steps.size} step(s) to ${output}`);
  }
  const folder = mkdtempSync(join(tmpdir(), "vcr-"));
  const remove = (): void => rmSync(folder, { recursive: true, force: true });
  try {
    const file = join(folder, "run.vcr");
    // Beside a pipe there is no folder for what lines do not hold.
    write(file, process.cwd(), true);
    const input = createReadStream(file, { fd: openSync(file, "r") });
    // A reader that stops early ends this process in the middle: by then no copy of the run may lie anywhere.
    if (process.platform !== "win32") remove();
    const out = new Output();
    for await (const line of createInterface({ input, crlfDelay: Number.POSITIVE_INFINITY })) await out.line(line);
  } finally {
    remove();
  }
}
