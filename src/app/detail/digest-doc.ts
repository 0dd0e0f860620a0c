import type { Row } from "../../run/run.ts";
import { costOf } from "../../stats/cost.ts";
import { type Prices, STORED_PRICES } from "../../stats/prices.ts";
import { costPhrase, formatCost, formatCount, formatDuration, formatWhole } from "../../text/format.ts";
import { sanitise } from "../../text/sanitise.ts";
import { isState } from "../../time/state-delta.ts";
import { attemptWords } from "../attempts.ts";
import { heldWords } from "../live/held-words.ts";
import { arriving } from "./arriving-part.ts";
import { type Doc, type DocPart, docOf, partOf } from "./doc.ts";
import { embeddingParts } from "./embedding-part.ts";
import { jsonPart } from "./json-part.ts";
import { messagePart } from "./message-part.ts";
import { stateDigest } from "./state-doc.ts";
import { type DocSubject, heading, line, note, notice } from "./subject.ts";
import { textRows } from "./text-part.ts";
import { toolParts } from "./tool-doc.ts";

/** Messages of a first call that are shown; a longer conversation is on tab 3. */
const MOST_NEW = 40;

/** What an event is about at a glance: what the call added, what came of it, what it took. */
export function digestDoc(subject: DocSubject): Doc {
  const { row } = subject;
  if (row.kind === "llm")
    return docOf([...newMessages(subject), ...answer(subject), ...failure(subject), usage(subject)]);
  if (row.kind === "tool") return docOf([...toolParts(subject), usage(subject)]);
  return docOf([...plain(subject), usage(subject)]);
}

function newMessages({ run, i, context }: DocSubject): readonly DocPart[] {
  const all = run.messages(i);
  if (all.length === 0) return [];
  const shared = run.sharedMessages(i);
  const fresh = all.slice(shared);
  const shown = fresh.slice(-MOST_NEW);
  const before = all.length - shown.length;
  return [
    heading(shared === 0 ? "conversation" : "new in this request"),
    ...(before > 0 ? [note("before", `${before} earlier ${before === 1 ? "message" : "messages"}: 3 shows all`)] : []),
    // The answer of the call before is part of every new request: it stands in that call already.
    ...shown.flatMap((ref) => {
      const message = ref.read();
      return shared > 0 && message.role === "assistant"
        ? []
        : [messagePart(message, { context, key: `new ${ref.key}` })];
    }),
  ];
}

function answer({ run, i, row, context }: DocSubject): readonly DocPart[] {
  const { answer: read } = run.exchange(i);
  if (row.status === "pending" && context.stream !== undefined) return arriving(context.stream, context);
  if (!read?.message)
    return row.status === "pending"
      ? [
          heading("answer"),
          note("pending", `no answer yet: ${context.held ? heldWords(context.held) : "in flight, or never answered"}`),
        ]
      : [];
  return [heading("answer"), messagePart(read.message, { context, key: "answer" })];
}

function failure({ run, i, context }: DocSubject): readonly DocPart[] {
  const body = run.body(i);
  const error = run.exchange(i).answer?.error ?? body.error;
  // Checking a request reads all of it: a long conversation is checked where it is shown whole (1, 6), not at every step.
  const short = run.messages(i).length <= MOST_NEW;
  const notices = [short ? body.request?.notice : undefined, body.response?.notice].filter(
    (text) => text !== undefined,
  );
  const cut = body.response?.cut ? [note("cut", "the stream ended before its own end", "status.truncated")] : [];
  return [
    ...(error
      ? [
          heading("error"),
          partOf(
            textRows(error.type === undefined ? error.message : `${error.type}: ${error.message}`, "error", {
              context,
              indent: 0,
              token: "status.error",
            }),
          ),
        ]
      : []),
    ...cut,
    ...notices.map((text, n) => notice(`notice ${n}`, text, context)),
  ];
}

/** A message, a node, an http exchange, a raw line. */
function plain(subject: DocSubject): readonly DocPart[] {
  const { run, i, row, context } = subject;
  const damage = run.damageAt(i);
  if (damage) {
    const place = `line ${damage.line}, byte ${damage.offset}, ${damage.length} bytes`;
    return [
      heading("damaged"),
      note("place", place),
      note("expected", damage.expected, "status.error"),
      ...rawStart(subject),
    ];
  }
  const own = run.message(i);
  if (own) return [messagePart(own, { context, key: "message" })];
  const body = run.body(i);
  const states = isState(row) ? stateDigest(subject) : [];
  if (states.length > 0) return [...states, ...failure(subject)];
  if (row.kind === "memory") {
    const embedded = embeddingParts(subject);
    if (embedded.length > 0) return [...embedded, ...failure(subject)];
  }
  const parts: DocPart[] = [];
  const show = (title: string, value: typeof body.before) => {
    if (value !== undefined) parts.push(heading(title), jsonPart(value, { context, key: `${title}#`, indent: 0 }));
  };
  show("request", body.request?.json ?? body.request?.text);
  show("response", body.response?.json ?? body.response?.text);
  return parts.length > 0 || row.kind === "error" ? [...parts, ...failure(subject)] : rawStart(subject);
}

function rawStart({ run, i, context }: DocSubject): readonly DocPart[] {
  return [
    heading("as it stands in the file"),
    partOf(textRows(run.body(i).raw().slice(0, 20_000), "raw", { context, indent: 0, token: "text" })),
  ];
}

/** `2,512 in (2,048 cached) · 88 out · 2.4s · stop: tool_calls`; what is unknown is left out, never 0. */
function usage({ run, row, context }: DocSubject): DocPart {
  const { tokens } = row;
  const words = [
    tokens?.in === undefined
      ? ""
      : `${formatWhole(tokens.in)} in${tokens.cacheRead ? ` (${formatCount(tokens.cacheRead)} cached)` : ""}`,
    tokens?.cacheWrite ? `${formatCount(tokens.cacheWrite)} cache written` : "",
    tokens?.out === undefined
      ? ""
      : `${formatWhole(tokens.out)} out${tokens.reasoning ? ` (${formatCount(tokens.reasoning)} reasoning)` : ""}`,
    row.durationMs === undefined ? "" : `${row.approximate ? "≈" : ""}${formatDuration(row.durationMs)}`,
    costWords(row, context.prices ?? STORED_PRICES),
    row.httpStatus === undefined ? "" : `HTTP ${row.httpStatus}`,
    row.status === "pending" ? "" : (ORIGIN_WORDS[row.origin] ?? ""),
    ...attemptWords(run, row),
    row.provider === undefined ? "" : sanitise(row.provider),
  ].filter((word) => word !== "");
  return words.length === 0
    ? partOf([])
    : partOf([line("usage", [{ text: words.join(" · "), token: "text.dim" }], { stop: true })]);
}

/** Where its answer came from, when not from a plain recording. */
const ORIGIN_WORDS: Partial<Record<Row["origin"], string>> = {
  replayed: "served from the recording",
  live: "live",
  injected: "answered by hand",
};

function costWords(row: Row, prices: Prices): string {
  const cost = costOf(row, prices);
  if (cost === undefined || cost.type === "unknown") return "";
  if (cost.type === "stored") return `${formatCost(cost.usd)} as stored`;
  return `${costPhrase(cost.usd, cost.atLeast)} estimated`;
}
