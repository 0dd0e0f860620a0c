/** The public API: `import { openTrace } from "agent-vcr"`. */
export { diffTraces, type TraceDiff } from "./diff/diff-traces.ts";
export { type RenderOptions, renderDiff } from "./diff/render-diff.ts";
export type { DiffCounts, DiffEntry, DiffOptions, RunDiff } from "./diff/run-diff.ts";
export { type EventsOptions, type OpenTraceOptions, openTrace, type Trace, type TraceEvent } from "./open-trace.ts";
export type { Message, Part } from "./providers/message.ts";
export { type OpenedFile, openFile } from "./run/open-file.ts";
export type { Exchange, Lane, MessageRef, Progress, Row, Run, ToolExchange } from "./run/run.ts";
export { BlobMissingError, TraceFormatError, VcrError } from "./trace/errors.ts";
export type {
  EventBody,
  Kind,
  Origin,
  RequestBody,
  ResponseBody,
  RowFields,
  RunHeader,
  Status,
  Tokens,
} from "./trace/event.ts";
export { writeTrace } from "./trace/writer.ts";
export { VERSION } from "./version.ts";
