import { TraceFormatError } from "../trace/errors.ts";
import { chatFormat } from "./chat/chat-format.ts";
import { claudeCodeFormat } from "./claude-code/claude-code-format.ts";
import { codexFormat } from "./codex/codex-format.ts";
import type { Evidence, Format, Sample } from "./format.ts";
import { goVcrFormat } from "./go-vcr/go-vcr-format.ts";
import { harFormat } from "./har/har-format.ts";
import { ixchioFormat } from "./ixchio/ixchio-format.ts";
import { notARun } from "./not-a-run.ts";
import { vcrFormat } from "./vcr/vcr-format.ts";
import { vcrpyFormat } from "./vcrpy/vcrpy-format.ts";

/** Every format that can be opened; where evidence is equal the earlier one counts. */
export const FORMATS: readonly Format[] = [
  vcrFormat,
  ixchioFormat,
  claudeCodeFormat,
  codexFormat,
  goVcrFormat,
  vcrpyFormat,
  harFormat,
  chatFormat,
];

export interface Finding {
  readonly format: Format;
  readonly evidence: Evidence;
}

export interface Detection extends Finding {
  /** All formats that saw something, the best first. */
  readonly all: readonly Finding[];
}

/** What a file is, by its content. Undefined when no format knows it: see `unknownFormat`. */
export function detect(sample: Sample): Detection | undefined {
  if (notARun(sample) !== undefined) return undefined;
  const all = FORMATS.flatMap((format) => {
    const evidence = format.detect(sample);
    return evidence === null ? [] : [{ format, evidence }];
  }).sort((a, b) => b.evidence.certainty - a.evidence.certainty);
  const best = all[0];
  return best === undefined ? undefined : { ...best, all };
}

/** Why no format took the file: what it is instead, or what was looked for in vain. */
export function unknownFormat(sample: Sample): TraceFormatError {
  const { path } = sample;
  if (sample.head.length === 0) return new TraceFormatError({ path, expected: "a trace, found an empty file" });
  const what = notARun(sample);
  if (what !== undefined) return new TraceFormatError({ path, expected: `a run, found ${what}`, code: "no-run" });
  const beginning = JSON.stringify(sample.text.slice(0, 40));
  return new TraceFormatError({
    path,
    expected: `a trace, found a file that begins ${beginning}`,
    hint: `known formats: ${FORMATS.map((format) => format.title).join(", ")}`,
  });
}
