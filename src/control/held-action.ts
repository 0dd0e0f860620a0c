import { field, isArray, isObject, type Json, number, text } from "../json/json.ts";
import { type BodyChange, HELD_ACTIONS, type HeldAction, type InjectedError, type LiveBreakpoint } from "./protocol.ts";

/** What watchers send, checked. Each answers undefined, or words that say what is wrong, for what it does not know. */

const ERRORS: readonly InjectedError[] = ["429", "500", "timeout"];

export function isInjectedError(value: unknown): value is InjectedError {
  return ERRORS.some((each) => each === value);
}

/** The action; text is what is wrong with it. */
export function readAction(value: Json | undefined): HeldAction | string {
  const name = text(field(value, "do"));
  switch (name) {
    case "continue":
    case "step":
    case "live":
    case "abort":
      return { do: name };
    case "edit-request":
    case "edit-response": {
      const changes = readChanges(field(value, "changes"));
      return changes === undefined
        ? 'changes: expected [{"pointer","value"}], or "drop": true in place of a value'
        : { do: name, changes };
    }
    case "answer": {
      const body = field(value, "body");
      return body === undefined ? "body: expected any JSON" : { do: name, body };
    }
    case "error": {
      const error = field(value, "error");
      return isInjectedError(error) ? { do: name, error } : `error: expected one of ${ERRORS.join(", ")}`;
    }
    case "recorded": {
      const step = field(value, "step");
      if (step === undefined) return { do: name };
      return isCount(step) ? { do: name, step } : "step: expected a number";
    }
    default:
      return `action: "do" is one of ${HELD_ACTIONS.join(", ")}`;
  }
}

function readChanges(value: Json | undefined): readonly BodyChange[] | undefined {
  if (!isArray(value)) return undefined;
  const changes: BodyChange[] = [];
  for (const each of value) {
    const [pointer, value, drop] = [text(field(each, "pointer")), field(each, "value"), field(each, "drop")];
    if (pointer === undefined || !/^(\/|$)/.test(pointer) || (value === undefined) !== (drop === true))
      return undefined;
    changes.push(value === undefined ? { pointer, drop: true } : { pointer, value });
  }
  return changes;
}

export function readBreakpoints(value: Json | undefined): readonly LiveBreakpoint[] | undefined {
  if (!isArray(value)) return undefined;
  const list: LiveBreakpoint[] = [];
  for (const each of value) {
    const [expression, on] = [field(each, "expression"), field(each, "on")];
    if (!isObject(each) || typeof expression !== "string" || typeof on !== "boolean") return undefined;
    list.push({ expression, on });
  }
  return list;
}

/** A whole number from 0. */
export function isCount(value: Json | undefined): value is number {
  const count = number(value);
  return count !== undefined && Number.isSafeInteger(count) && count >= 0;
}
