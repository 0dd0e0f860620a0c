import type { BodyChange } from "../../control/protocol.ts";
import { isArray, type Json } from "../../json/json.ts";
import { getPointer, type Pointer } from "../../json/pointer.ts";
import type { Dialect } from "../../providers/dialect.ts";
import type { WireCall } from "../../replay/calls/wire-call.ts";
import { EditError } from "../plan/plan-errors.ts";
import { type ChangedPlace, changedPlaces } from "./changed-places.ts";
import { requestRewrite } from "./request-rewrite.ts";
import type { Rewrite } from "./rewrite.ts";

/**
 * What somebody changes in a held request, as rewrites: of a value only what differs, so that the change holds for every later request
 * that carries the same element. A list of messages that has become longer or shorter holds for this request alone.
 * @throws Error with a message for people when something cannot be changed
 */
export function handRewrites(
  { request, dialect }: Pick<WireCall, "request" | "dialect">,
  step: number,
  changes: readonly BodyChange[],
): readonly Rewrite[] {
  if (request === undefined || dialect === undefined) throw new Error("vcr does not know the API of this call");
  return changes
    .flatMap(({ pointer, value }) => differences(getPointer(request, pointer), value, pointer))
    .map(({ pointer, value }) => {
      if (pointer === "") throw new Error("that is another request altogether: answer it instead, or edit its members");
      return rewriteOf(request, { step: String(step), pointer, value }, dialect);
    });
}

function rewriteOf(
  request: Json,
  edit: { readonly step: string; readonly pointer: string; readonly value: Json | undefined },
  dialect: Dialect,
): Rewrite {
  const { pointer, value, step } = edit;
  if (!dialect.repeated.includes(pointer) || !isArray(value)) return editRewrite(request, edit, dialect);
  const target = { kind: "parameter", pointer, op: dialect.id } as const;
  return { target, after: value, before: undefined, step, pointer: `/request${pointer}`, once: true };
}

/** As by `--edit`, without the words of the command line where it cannot be. */
function editRewrite(request: Json, edit: Parameters<typeof requestRewrite>[1], dialect: Dialect): Rewrite {
  try {
    return requestRewrite(request, edit, { dialect, once: false });
  } catch (error) {
    throw error instanceof EditError ? new Error(`${edit.pointer}: ${error.why}`) : error;
  }
}

/** The places at which two values differ, as deep as they can be told apart; a member that is gone is left out. */
function differences(was: Json | undefined, is: Json | undefined, pointer: Pointer): readonly ChangedPlace[] {
  if (was === undefined || is === undefined) return was === is ? [] : [{ pointer, value: is }];
  return changedPlaces(was, is, pointer);
}
