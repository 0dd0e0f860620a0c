import { canonical } from "../../identity/canonical.ts";
import { digestOf } from "../../identity/digest.ts";
import { field, isArray, isObject, type Json, type JsonObject, number, parse, text } from "../../json/json.ts";
import { getPointer, type Pointer } from "../../json/pointer.ts";
import { setValue } from "../../json/set-value.ts";
import type { Dialect } from "../../providers/dialect.ts";
import type { Edit, RunHeader } from "../../trace/event.ts";
import { locate } from "../../trace/json-text.ts";
import { elementDigest } from "../spoken.ts";
import { resultPlaces } from "./tool-result-place.ts";

/** A change that is made in every request that goes live and carries its target: the agent itself still holds the old text. */
export interface Rewrite {
  readonly target: Target;
  /** What stands there instead: at `inner` of an element, as the content of a result, as the parameter; undefined: the member is left out. */
  readonly after: Json | undefined;
  /** Digest of what stood there when it was recorded. */
  readonly before: string | undefined;
  /** The step it was made on, in the run it was made on. */
  readonly step: string;
  /** Place as the user gave it. */
  readonly pointer: Pointer;
  /** Holds for one request only. */
  readonly once: boolean;
  /** Nobody's edit: what was recorded stays where a tool has answered otherwise this time. */
  readonly pinned?: boolean;
}

export type Target =
  /** The result of a tool, by the id of its call. */
  | { readonly kind: "result"; readonly callId: string }
  /** The nth of equal elements of an array that requests repeat: messages, tools, blocks of a system prompt. */
  | {
      readonly kind: "element";
      readonly pointer: Pointer;
      readonly digest: string;
      readonly nth: number;
      readonly inner: Pointer;
    }
  /** A member of the request of calls over this API; undefined: of any. */
  | { readonly kind: "parameter"; readonly pointer: Pointer; readonly op: string | undefined };

/** One place that a rewrite changes. */
export interface Change {
  readonly pointer: Pointer;
  /** Undefined: the member there is left out. */
  readonly value: Json | undefined;
  /** What stood there was not what had been recorded. */
  readonly other: boolean;
}

/** The changes in a request. `masked` is the request as it would be recorded: targets are found in it. */
export function changesOf(rewrite: Rewrite, masked: Json, call: { dialect: Dialect; op: string }): readonly Change[] {
  const { target, after, before } = rewrite;
  if (target.kind === "parameter") {
    if (target.op !== undefined && target.op !== call.op) return [];
    if (after === undefined && getPointer(masked, target.pointer) === undefined) return [];
    return [{ pointer: target.pointer, value: after, other: false }];
  }
  if (target.kind === "result")
    return resultPlaces(masked, call.dialect, target.callId).flatMap(({ pointer, content }) => {
      const other = before !== undefined && valueDigest(content) !== before;
      if (rewrite.pinned === true) return other ? [{ pointer, value: after, other: false }] : [];
      return [{ pointer, value: after, other }];
    });
  const place = elementPlace(masked, target);
  return place === undefined ? [] : [{ pointer: `${place}${target.inner}`, value: after, other: false }];
}

/** The text of a request with the changes made; all else stays byte for byte. Undefined when a place is not there. */
export function rewrittenText(text: string, changes: readonly Change[]): string | undefined {
  return changes.reduce<string | undefined>((at, change) => (at === undefined ? undefined : changed(at, change)), text);
}

function changed(text: string, { pointer, value }: Change): string | undefined {
  const span = pointer === "" ? { start: 0, end: text.length } : locate(text, pointer);
  if (span !== undefined && value !== undefined)
    return `${text.slice(0, span.start)}${JSON.stringify(value)}${text.slice(span.end)}`;
  const holder = parse(text);
  const made = holder === undefined ? undefined : setValue(holder, pointer, value);
  return made === undefined ? undefined : JSON.stringify(made);
}

function elementPlace(request: Json, target: Extract<Target, { kind: "element" }>): Pointer | undefined {
  const list = getPointer(request, target.pointer);
  if (list === undefined) return undefined;
  if (!isArray(list)) return elementDigest(list, target.pointer) === target.digest ? target.pointer : undefined;
  let count = 0;
  for (const [i, element] of list.entries())
    if (elementDigest(element, target.pointer) === target.digest && count++ === target.nth)
      return `${target.pointer}/${i}`;
  return undefined;
}

export function valueDigest(value: Json): string {
  return digestOf(canonical(value));
}

export function editKind({ target }: Rewrite): Edit {
  return target.kind === "result" ? "tool-result" : "request";
}

/** As the header keeps it. */
export function rewriteJson({ step, target, pointer, before, after, once, pinned }: Rewrite): JsonObject {
  return {
    step,
    target: targetJson(target),
    pointer,
    ...(before === undefined ? {} : { before_sha256: before }),
    ...(after === undefined ? { drop: true } : { after }),
    ...(once ? { once } : {}),
    ...(pinned ? { pinned } : {}),
  };
}

function targetJson(target: Target): JsonObject {
  if (target.kind !== "parameter") return { ...target };
  const { kind, pointer, op } = target;
  return { kind, pointer, ...(op === undefined ? {} : { op }) };
}

/** The rewrites that the header of a fork names: they hold for its forks too. What is none of ours is passed over. */
export function rewritesOfHeader({ edits }: RunHeader): readonly Rewrite[] {
  return (isArray(edits) ? edits : []).flatMap((entry) => {
    const target = targetOf(field(entry, "target"));
    const after = isObject(entry) ? entry.after : undefined;
    const dropped = after === undefined && field(entry, "drop") === true;
    if (target === undefined || (after === undefined && !dropped) || field(entry, "once") === true) return [];
    const step = text(field(entry, "step")) ?? "";
    const pointer = text(field(entry, "pointer")) ?? "";
    const pinned = field(entry, "pinned") === true ? { pinned: true } : {};
    return [{ target, after, before: text(field(entry, "before_sha256")), step, pointer, once: false, ...pinned }];
  });
}

/** Edits of a header that are no rewrites: of answers, which were served edited. */
export function otherEdits(edits: readonly Json[]): readonly Json[] {
  return edits.filter((edit) => targetOf(field(edit, "target")) === undefined);
}

function targetOf(value: Json | undefined): Target | undefined {
  const pointer = text(field(value, "pointer"));
  const callId = text(field(value, "callId"));
  const digest = text(field(value, "digest"));
  const kind = field(value, "kind");
  if (kind === "result" && callId !== undefined) return { kind, callId };
  if (kind === "parameter" && pointer !== undefined) return { kind, pointer, op: text(field(value, "op")) };
  if (kind !== "element" || pointer === undefined || digest === undefined) return undefined;
  const [nth, inner] = [number(field(value, "nth")) ?? 0, text(field(value, "inner")) ?? ""];
  return { kind, pointer, digest, nth, inner };
}
