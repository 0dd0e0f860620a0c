/** The rooms of `src` and beside it, and what each may import. CONTRIBUTING prints this table, the architecture test holds it. */
export const ENGINE_ROOMS = {
  text: [],
  json: [],
  cells: ["text"],
  trace: ["json"],
  providers: ["json"],
  redact: ["json"],
  identity: ["providers", "redact", "json"],
  formats: ["trace", "providers", "json"],
  run: ["formats", "trace", "providers", "json"],
  query: ["run", "text"],
  stats: ["run", "text"],
  diff: ["run", "query", "identity", "json", "text"],
  time: ["run", "query", "diff", "identity", "json"],
  record: ["trace", "providers", "redact", "identity", "json"],
  control: ["json"],
  replay: ["run", "record", "control", "trace", "identity", "redact", "providers", "json"],
  gateway: ["record", "replay", "control", "providers", "redact", "trace", "json"],
  fork: ["gateway", "control", "replay", "record", "run", "identity", "redact", "providers", "trace", "json"],
  theme: ["cells"],
  app: [
    "run",
    "query",
    "stats",
    "diff",
    "time",
    "fork",
    "gateway",
    "control",
    "record",
    "replay",
    "cells",
    "text",
    "json",
    "theme",
  ],
  terminal: ["cells", "text", "theme"],
  hook: [],
} as const satisfies Readonly<Record<string, readonly string[]>>;

/** `cli` may import every room; `screens` and `components` only by a dynamic import, so that `vcr show` loads no React. */
export const VIEW_ROOMS = {
  components: ["cells", "theme", "text", "json"],
  screens: ["app", "components", "theme", "cells"],
} as const satisfies Readonly<Record<string, readonly string[]>>;

export const ROOMS: Readonly<Record<string, readonly string[]>> = { ...ENGINE_ROOMS, ...VIEW_ROOMS };

/** Rooms that define the words of the model (event, message): whoever may import `run` may import their types, never their code. */
export const VOCABULARY: readonly string[] = ["trace", "providers"];

/** What a room is for, in a line each. */
export const PURPOSES: Readonly<Record<string, string>> = {
  trace: "bytes and lines: the .vcr format, the store over raw, gzip and blobs, live tail",
  formats: "one folder per file format (detect, read) and the registry",
  run: "any file opened: rows, derived rows, turns, lanes, messages",
  providers: "one dialect per LLM API: requests, answers, streams, usage, tool calls",
  query: "filter grammar and full-text search",
  stats: "usage and totals",
  json: "the flat rows of a JSON value: paths, folding, previews",
  text: "sanitise, width, truncate, wrap, highlight",
  cells: "Line, Span, Style: what components make and the painter eats",
  app: "state, actions, update, effects, commands, keys, words",
  theme: "colour tokens, palettes, colour support",
  terminal: "enter and leave, painter, input decoding, clipboard, editor",
  redact: "masking and its rules",
  identity: "canonical form, ordinals for ids, fingerprint, similarity",
  diff: "align runs, first divergence and its cause, payload diff",
  time: "moments: step, turn, breakpoint, context delta, provenance",
  record: "recorder and explicit wrappers",
  gateway: "local HTTP gateway, provider routes, redirect hooks, MCP tap",
  replay: "matchers, replay session, divergence report",
  fork: "fork plan, edits, a run with an agent command, continuation",
  control: "JSON-RPC between a run and whoever watches it",
  hook: "runs inside the user's agent: imports nothing, built as files of its own",
  cli: "a folder for each group of commands; program.ts maps arguments to them",
  components: "reusable pieces of screens: props in, cells out",
  screens: "one full-screen view each: read state, dispatch commands, hold no logic",
};
