import { number } from "../../json/json.ts";
import type { Returns } from "../../record/recorded-calls.ts";
import { storedField } from "../../run/stored-fields.ts";
import type { EventBody } from "../../trace/event.ts";

/** What a run says of a call of a wrapped function besides what every event has. */
export interface StoredCallFields {
  /** How the function gave its answer; undefined: this was no call of a wrapped function, or it has no end. */
  readonly returns: Returns | undefined;
  /** Step of the wrapped call inside which it was made. */
  readonly parent: number | undefined;
  /** The same function was seen to make requests, which are steps of their own. */
  readonly asks: boolean;
}

const FORMS: readonly Returns[] = [
  "value",
  "stream",
  "generator",
  "promise-value",
  "promise-stream",
  "promise-generator",
];

/** Each is looked for when it is asked for: lines are long. */
export function storedCallFields(body: EventBody): StoredCallFields {
  return {
    get returns() {
      const told = storedField(body, "returns", "last");
      return FORMS.find((form) => form === told);
    },
    get parent() {
      return number(storedField(body, "parent"));
    },
    get asks() {
      return storedField(body, "asks", "last") === true;
    },
  };
}
