import type { Masker } from "../../redact/masker.ts";
import type { RunHeader } from "../../trace/event.ts";

/** What a header says of a run, without its secrets. */
export function maskedHeader(header: RunHeader, masker: Masker): RunHeader {
  const { argv, meta, tags, title, cwd, edits } = header;
  return {
    ...header,
    ...(argv && { argv: masker.argv(argv) }),
    ...(cwd !== undefined && { cwd: masker.text(cwd) }),
    ...(title !== undefined && { title: masker.text(title) }),
    ...(meta && { meta: masker.value(meta) }),
    ...(tags && { tags: tags.map((tag) => masker.text(tag)) }),
    ...(edits !== undefined && { edits: masker.value(edits) }),
  };
}
