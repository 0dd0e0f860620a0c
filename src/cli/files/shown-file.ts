import { environmentSecrets } from "../../redact/environment-secrets.ts";
import { Masker } from "../../redact/masker.ts";
import { ShownMask } from "../../redact/shown-mask.ts";
import { maskedFile } from "../../run/masked/masked-file.ts";
import { MaskedRun } from "../../run/masked/masked-run.ts";
import type { OpenedFile } from "../../run/open-file.ts";
import type { Run } from "../../run/run.ts";

/** One run of it. */
export function shownRun(run: Run): Run {
  return run.format === "vcr" ? run : redactedRun(run);
}

/** A run with placeholders wherever a secret stands, whoever wrote it. */
export function redactedRun(run: Run): Run {
  return new MaskedRun(run, shownMask());
}

let masker: Masker | undefined;
let mask: ShownMask | undefined;

/** An open file as screens, lines and exports get it: secrets that another tool let stand in it are masked. */
export function shownFile(file: OpenedFile): OpenedFile {
  return maskedFile(file, shownMask);
}

function shownMask(): ShownMask {
  mask ??= new ShownMask(shownMasker());
  return mask;
}

/** By the rules for any text, and with the secrets of this environment. */
export function shownMasker(): Masker {
  masker ??= new Masker({ secrets: environmentSecrets(process.env) });
  return masker;
}
