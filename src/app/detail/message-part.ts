import { type Json, parseHeld } from "../../json/json.ts";
import type { Message, Part } from "../../providers/message.ts";
import { compact, firstWords, partsText } from "../../run/rows/what.ts";
import { formatBytes } from "../../text/format.ts";
import { sanitise } from "../../text/sanitise.ts";
import { width } from "../../text/width.ts";
import { type DocContext, isOpen } from "./context.ts";
import { type DocPart, type DocRow, type DocSpan, docOf, partOf } from "./doc.ts";
import { jsonPart } from "./json-part.ts";
import { mediaLabel } from "./media-label.ts";
import { codeRows, fencedParts, textRows } from "./text-part.ts";

/** Cells that texts stand in by, so that roles can be read down the left edge. */
const LABEL = 11;
/** Texts longer than this many lines are folded where the conversation is shown whole. */
const LONG = 2000;

export interface MessageOptions {
  readonly context: DocContext;
  /** Key of the message in its document. */
  readonly key: string;
  /** Fold plain text too, unless opened by hand (a system prompt of pages). */
  readonly folded?: boolean;
}

/** One message as lines that read like a conversation: role, wrapped text, code, calls and results folded to one line each. */
export function messagePart(message: Message, options: MessageOptions): DocPart {
  const label = message.name === undefined ? message.role : `${message.role} ${sanitise(message.name)}`;
  const narrow = options.context.width < 44 || width(label) >= LABEL;
  const indent = narrow ? 2 : LABEL;
  const parts = message.parts.map((part, i) => partRows(part, { ...options, key: `${options.key}/${i}`, indent }));
  const first: DocSpan = { text: label, token: `role.${message.role}` };
  if (narrow || parts.length === 0) {
    return docOf([partOf([{ key: `${options.key}/label`, indent: 0, spans: [first], stop: true }]), ...parts]);
  }
  return labelled(docOf(parts), first);
}

/** The role stands before the first line of the message. */
function labelled(part: DocPart, label: DocSpan): DocPart {
  return {
    count: part.count,
    row: (n) => (n > 0 ? part.row(n) : { ...part.row(0), lead: label, stop: true }),
    find: (wanted) => part.find(wanted),
  };
}

interface PartOptions extends MessageOptions {
  readonly indent: number;
}

function partRows(part: Part, options: PartOptions): DocPart {
  const { context, key, indent } = options;
  switch (part.type) {
    case "text":
      return options.folded
        ? foldable(part.text, { ...options, label: "", token: "text" })
        : proseRows(part.text, options);
    case "thinking":
      return foldable(part.text, {
        ...options,
        label: part.text === "" ? "thinking (not kept)" : "thinking ",
        token: "text.dim",
      });
    case "call":
      return callRows(part, options);
    case "result":
      return resultRows(part, options);
    case "media":
      return partOf([
        {
          key,
          indent,
          spans: [{ text: sanitise(mediaLabel(part)), token: "text.strong" }],
          value: () => part.base64 ?? part.url,
        },
      ]);
    case "refusal":
      return partOf(textRows(part.text, key, { context, indent, token: "status.error" }));
    case "other":
      return valueRows(part.json, { ...options, label: [{ text: `${sanitise(part.label)} `, token: "text.dim" }] });
  }
}

function proseRows(text: string, { context, key, indent }: PartOptions): DocPart {
  return docOf(
    fencedParts(text).map((piece, i) =>
      partOf(
        piece.code
          ? codeRows(piece.text, `${key}.${i}`, { context, indent, language: piece.language })
          : textRows(piece.text, `${key}.${i}`, { context, indent, token: "text" }),
      ),
    ),
  );
}

/** A text behind one line with its first words. */
function foldable(text: string, options: PartOptions & { readonly label: string; readonly token: string }): DocPart {
  const { context, key, indent, label, token } = options;
  const size = text.length > 200 ? `${formatBytes(text.length)} ` : "";
  const open = isOpen(context, key, false);
  const words = open ? "" : sanitise(firstWords(text));
  const head: DocRow = {
    key,
    indent,
    spans: [
      { text: `${label}${size}`, token: "text.dim" },
      { text: words, token },
    ],
    value: () => text,
    ...(text !== "" && { fold: open ? "open" : "closed" }),
  };
  return open
    ? docOf([partOf([head]), partOf(textRows(text, key, { context, indent: indent + 2, token }))])
    : partOf([head]);
}

function callRows(part: Part & { readonly type: "call" }, options: PartOptions): DocPart {
  return valueRows(part.args, {
    ...options,
    label: [
      { text: "call ", token: "text.dim" },
      { text: `${sanitise(part.name)} `, token: "kind.tool" },
    ],
  });
}

function resultRows(part: Part & { readonly type: "result" }, options: PartOptions): DocPart {
  const text = partsText(part.parts);
  const json = parseHeld(text);
  const label: DocSpan[] = [
    { text: "result ", token: "text.dim" },
    ...(part.name === undefined ? [] : [{ text: `${sanitise(part.name)} `, token: "kind.tool" }]),
    ...(part.isError ? [{ text: options.context.unicode ? "✗ error " : "x error ", token: "status.error" }] : []),
  ];
  if (json !== undefined) return valueRows(json, { ...options, label, whole: text });
  const { context, key, indent } = options;
  const open = isOpen(context, key, false);
  const head: DocRow = {
    key,
    indent,
    fold: open ? "open" : "closed",
    spans: [
      ...label,
      open
        ? { text: formatBytes(Buffer.byteLength(text)), token: "text.dim" }
        : { text: sanitise(firstWords(text)), token: part.isError ? "status.error" : "text" },
    ],
    value: () => text,
  };
  if (!open) return partOf([head]);
  const media = part.parts
    .filter((inner) => inner.type === "media")
    .map((inner, i) => partRows(inner, { ...options, key: `${key}.m${i}`, indent: indent + 2 }));
  return docOf([
    partOf([head]),
    partOf(textRows(text, `${key}.t`, { context, indent: indent + 2, token: "text" }).slice(0, LONG * 10)),
    ...media,
  ]);
}

/** A JSON value behind one line with its preview. */
function valueRows(
  value: Json,
  options: PartOptions & { readonly label: readonly DocSpan[]; readonly whole?: string },
): DocPart {
  const { context, key, indent, label } = options;
  const open = isOpen(context, key, false);
  const preview = sanitise(firstWords(options.whole ?? (typeof value === "string" ? value : compact(value))));
  const head: DocRow = {
    key,
    indent,
    fold: open ? "open" : "closed",
    spans: [...label, { text: open ? "" : preview, token: "text" }],
    value: () => options.whole ?? value,
  };
  return open
    ? docOf([partOf([head]), jsonPart(value, { context, key: `${key}#`, indent: indent + 2 })])
    : partOf([head]);
}
