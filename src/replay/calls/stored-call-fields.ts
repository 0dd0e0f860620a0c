import { number } from "../../json/json.ts";
import type { Returns } from "../../record/recorded-calls.ts";
import { storedField } from "../../run/records/stored-fields.ts";
import type { EventBody } from "../../trace/event.ts";

const FORMS: readonly Returns[] = [
  "value",
  "stream",
  "generator",
  "promise-value",
  "promise-stream",
  "promise-generator",
];

/** What a run says of a call of a wrapped function besides what every event has. Each is looked for when it is asked for: lines are long. */
class StoredCallFields {
  readonly #body: EventBody;

  constructor(body: EventBody) {
    this.#body = body;
  }

  /** How the function gave its answer; undefined: this was no call of a wrapped function, or it has no end. */
  get returns(): Returns | undefined {
    const told = storedField(this.#body, "returns", "last");
    return FORMS.find((form) => form === told);
  }

  /** Step of the wrapped call inside which it was made. */
  get parent(): number | undefined {
    return number(storedField(this.#body, "parent"));
  }

  /** The same function was seen to make requests, which are steps of their own. */
  get asks(): boolean {
    return storedField(this.#body, "asks", "last") === true;
  }
}

export function storedCallFields(body: EventBody): StoredCallFields {
  return new StoredCallFields(body);
}
