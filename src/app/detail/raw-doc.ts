import { formatBytes, formatDuration } from "../../text/format.ts";
import { sanitise } from "../../text/sanitise.ts";
import { type Doc, type DocPart, docOf, partOf } from "./doc.ts";
import { type DocSubject, heading, line, note } from "./subject.ts";
import { textRows } from "./text-part.ts";

/** Characters of the file shown here; `v` opens all of them. */
const MOST = 2_000_000;

/** Tab 6: the exchange's frame (request line, headers, times), the stream frame by frame, and the lines of the file, verbatim. */
export function rawDoc({ run, i, row, context }: DocSubject): Doc {
  const body = run.body(i);
  const { request, response } = body;
  const text = (value: string, key: string) => partOf(textRows(value, key, { context, indent: 0, token: "text" }));
  const parts: DocPart[] = [];
  const target = request?.url ?? request?.path;
  if (target !== undefined)
    parts.push(
      heading("request"),
      text(`${request?.method ?? ""} ${target}`.trim(), "line"),
      ...headers(request?.headers, "q"),
    );
  if (response?.status !== undefined || response?.headers) {
    const times = row.durationMs === undefined ? "" : ` after ${formatDuration(row.durationMs)}`;
    parts.push(
      heading("response"),
      note("status", `${response.status ?? "status not kept"}${times}`),
      ...headers(response.headers, "p"),
    );
  }
  if (response?.chunks) {
    const first = response.chunks[0]?.[0];
    parts.push(
      note(
        "chunks",
        `${response.chunks.length} chunks${first === undefined ? "" : `, the first after ${formatDuration(first)}`}`,
      ),
    );
  }
  if (response?.streamed && response.text !== undefined)
    parts.push(heading("stream"), text(response.text.slice(0, MOST), "stream"));
  const raw = body.raw();
  parts.push(heading(`in the file, ${formatBytes(Buffer.byteLength(raw))}`, "file"), text(raw.slice(0, MOST), "raw"));
  return docOf(parts);
}

function headers(values: Readonly<Record<string, string>> | undefined, key: string): readonly DocPart[] {
  if (!values) return [];
  return [
    partOf(
      Object.entries(values).map(([name, value]) =>
        line(`${key} ${name}`, [
          { text: `${sanitise(name)}: `, token: "json.key" },
          { text: sanitise(value), token: "text" },
        ]),
      ),
    ),
  ];
}
