import type { Run } from "../../run/run.ts";
import type { DocContext } from "./context.ts";
import { type Doc, docOf } from "./doc.ts";
import { jsonPart } from "./json-part.ts";
import { heading, note, notice } from "./subject.ts";

/** What the file ends with, while everything before it is still being read and numbered. */
export function tailDoc(run: Pick<Run, "tail">, context: DocContext): Doc | undefined {
  const body = run.tail();
  if (!body) return undefined;
  const answer = body.response?.json ?? body.response?.text;
  const unread = body.request?.notice;
  // Elements that the index has not come to are no data yet: they are left out, not shown as null.
  const request = unread === undefined ? body.request?.json : (body.request?.repeated?.frame ?? body.request?.json);
  return docOf([
    note("reading", "The file is still being read: this is what it ends with."),
    ...(body.error ? [note("error", body.error.message, "status.error")] : []),
    ...(answer === undefined ? [] : [heading("answer"), jsonPart(answer, { context, key: "tail answer#", indent: 0 })]),
    ...(request === undefined
      ? []
      : [
          heading("request"),
          ...(unread === undefined ? [] : [notice("tail notice", unread, context)]),
          jsonPart(request, { context, key: "tail request#", indent: 0 }),
        ]),
  ]);
}
