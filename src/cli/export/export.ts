import { existsSync, realpathSync } from "node:fs";
import { environmentSecrets } from "../../redact/environment-secrets.ts";
import { Masker } from "../../redact/masker.ts";
import type { Run } from "../../run/run.ts";
import { EXIT } from "../exit-codes.ts";
import { oneRun } from "../files/one-run.ts";
import { tellProblems } from "../files/open.ts";
import { refuseExisting } from "../files/refuse-existing.ts";
import { redactedRun } from "../files/shown-file.ts";
import { STANDARD_INPUT } from "../files/standard-input.ts";
import { Trouble, tell } from "../trouble.ts";
import { type ExchangeFormat, exportExchanges } from "./export-exchanges.ts";
import { exportTrace } from "./export-trace.ts";
import { SecretScan } from "./secret-scan.ts";

export interface ExportFlags {
  readonly format: ExchangeFormat | "vcr";
  readonly output?: string;
  readonly expand?: boolean;
  /** Placeholders stand where secrets do. */
  readonly redact?: boolean;
  readonly allowSecrets?: boolean;
  readonly force?: boolean;
}

/** `vcr export RUN --format F`: a run as a file of another tool. Secrets that stand in it are not carried on unasked. */
export async function exportRun(address: string, flags: ExportFlags): Promise<void> {
  const { format, expand = false, force = false } = flags;
  if (expand && format !== "vcr")
    throw new Trouble("--expand is for --format vcr: the others hold whole bodies anyway");
  const output = flags.output === "-" ? undefined : flags.output;
  const { file, run } = await oneRun(address, { hint: "vcr export takes one" });
  try {
    if (output !== undefined) checkOutput(run, output, force);
    tellProblems(file);
    const shown = flags.redact ? redactedRun(run) : run;
    if (!flags.allowSecrets && holdsSecrets(shown)) process.exitCode = EXIT.differs;
    else if (format === "vcr") await exportTrace(shown, { output, expand, force });
    else await exportExchanges(shown, format, { output, force });
  } finally {
    file.close();
  }
}

/** @throws Trouble where `output` must not be written */
function checkOutput(run: Run, output: string, force: boolean): void {
  if (existsSync(output) && run.path !== STANDARD_INPUT && realpathSync(output) === realpathSync(run.path))
    throw new Trouble(`${output} is the run itself`, "choose another name for the export");
  refuseExisting(output, force);
}

/** Says where they stand, never what they are. */
function holdsSecrets(run: Run): boolean {
  const scan = new SecretScan(new Masker({ secrets: environmentSecrets(process.env) }));
  scan.run(run, "");
  const { findings } = scan;
  if (findings.length === 0) return false;
  for (const { step, place, name } of findings)
    tell(`${step === undefined ? run.path : `${run.path}#${step}`}  ${place}  ${name}`);
  tell(`${findings.length} secret(s) stand in ${run.path}: nothing was written`);
  process.stderr.write("     --redact puts placeholders there, --allow-secrets writes them as they are\n");
  return true;
}
