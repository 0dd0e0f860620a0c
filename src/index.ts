/** The public API: `import { openTrace, record, llm, tool } from "agent-vcr"`. */
import { handlerElsewhere } from "./record/remote/remote-recorder.ts";
import { setElsewhere } from "./record/session.ts";
import { handedReplay } from "./replay/handed/handed-replay.ts";

export { type AccountOptions, account, type ModelPrice, type ModelTotals, type TraceAccount } from "./account.ts";
export { diffTraces, type TraceDiff } from "./diff/diff-traces.ts";
export { type RenderOptions, renderDiff } from "./diff/payload/render-diff.ts";
export type { DiffCounts, DiffEntry, DiffOptions, RunDiff } from "./diff/run-diff.ts";
export type { ForkEdit } from "./fork/calls/call-plan.ts";
export type { ForkOptions } from "./fork/calls/fork-run.ts";
export type { Json } from "./json/json.ts";
export { type EventsOptions, type OpenTraceOptions, openTrace, type Trace, type TraceEvent } from "./open-trace.ts";
export type { Message, Part } from "./providers/message.ts";
export type { VcrConfig } from "./record/config.ts";
export type { RecordOptions } from "./record/record.ts";
export type { SessionEvent } from "./record/session.ts";
export {
  type CallToRecord,
  checkpoint,
  recordError,
  recordLlmCall,
  recordStep,
  recordToolCall,
} from "./record/told/told.ts";
export { llm, memory, node, tool, type WrapOptions } from "./record/wrapped/wrap.ts";
export {
  DivergenceError,
  LiveCallDuringReplay,
  ReplayedError,
  ScriptExhausted,
  UnconsumedEventsError,
} from "./replay/errors.ts";
export { type Similarity, setSimilarity, structuredSimilarity } from "./replay/matching/call-similarity.ts";
export { type FuzzyOptions, fuzzyMatcher } from "./replay/matching/fuzzy-matcher.ts";
export { identityMatcher } from "./replay/matching/identity-matcher.ts";
export type { AskedCall, Match, Matcher, RecordedCall } from "./replay/matching/matcher.ts";
export { orderedMatcher } from "./replay/matching/ordered-matcher.ts";
export { strictMatcher } from "./replay/matching/strict-matcher.ts";
export { NeverCalled } from "./replay/never-called.ts";
export type { ReplayOptions } from "./replay/replay-run.ts";
export { ScriptedModel } from "./replay/scripted-model.ts";
export { type OpenedFile, openFile } from "./run/open-file.ts";
export type { Exchange, Lane, MessageRef, Progress, Row, Run, ToolExchange } from "./run/run.ts";
export {
  currentSession,
  type Forked,
  fork,
  type Recorded,
  type Replayed,
  record,
  replay,
  type Session,
} from "./sessions.ts";
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
export type { EventRecord } from "./trace/write/record.ts";
export { writeTrace } from "./trace/write/writer.ts";
export { VERSION } from "./version.ts";

setElsewhere(handedReplay() ?? handlerElsewhere());
