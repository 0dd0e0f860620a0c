import type { Kind, Status } from "../run-types.ts";
import type { Subject } from "../subject.ts";
import type { Field, Words } from "./field.ts";

const KINDS: Readonly<Record<Kind, string>> = {
  llm: "a call to a model",
  tool: "a tool call",
  memory: "a read or write of memory",
  node: "a node of a graph or a span",
  message: "a message on its own",
  checkpoint: "a saved state",
  error: "a failure that belongs to no call",
  http: "any other HTTP exchange",
  raw: "a line that could not be read as an event",
};

const STATUSES: Readonly<Record<Status, string>> = {
  ok: "answered",
  error: "failed",
  truncated: "cut off before its end",
  pending: "no answer (yet)",
};

const ROLES: Words = {
  user: "messages of the user",
  assistant: "messages of the model, and its calls",
  system: "system messages",
  tool: "tool results",
};

export const WHAT_FIELDS: readonly Field[] = [
  {
    name: "kind",
    group: "what",
    help: "what sort of event it is",
    example: "kind:llm,tool",
    cost: "column",
    kind: "enum",
    words: KINDS,
    read: ({ row }) => row.kind,
  },
  {
    name: "role",
    group: "what",
    help: "who speaks",
    example: "role:user",
    cost: "column",
    kind: "enum",
    words: ROLES,
    read: roleOf,
  },
  {
    name: "model",
    group: "what",
    help: "name of the model called",
    example: "model:/haiku|sonnet/",
    cost: "column",
    kind: "text",
    read: ({ row }) => (row.kind === "llm" ? row.name : undefined),
  },
  {
    name: "provider",
    group: "what",
    help: "who served the call",
    example: "provider:openai",
    cost: "column",
    kind: "text",
    read: ({ row }) => row.provider,
  },
  {
    name: "tool",
    group: "what",
    help: "name of the tool called",
    example: "-tool:bash",
    cost: "column",
    kind: "text",
    read: ({ row }) => (row.kind === "tool" ? row.name : undefined),
  },
  {
    name: "status",
    group: "what",
    help: "how it ended; also an HTTP status (429) or a class of them (4xx)",
    example: "status:error,4xx",
    cost: "column",
    kind: "enum",
    words: STATUSES,
    read: ({ row }) => row.status,
    readNumber: ({ row }) => row.httpStatus,
    special: httpStatus,
  },
];

function roleOf({ row }: Subject): string | undefined {
  if (row.kind === "message") return row.name;
  if (row.kind === "llm") return "assistant";
  return row.kind === "tool" ? "tool" : undefined;
}

function httpStatus(value: string): ((subject: Subject) => boolean) | undefined {
  if (!/^[1-5](?:\d\d|xx)$/i.test(value)) return undefined;
  if (/\d$/.test(value)) return ({ row }) => row.httpStatus === Number(value);
  return ({ row }) => row.httpStatus !== undefined && Math.floor(row.httpStatus / 100) === Number(value[0]);
}
