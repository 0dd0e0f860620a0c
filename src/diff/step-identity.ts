import { digestOfAll } from "../identity/digest.ts";
import { callFingerprint, partTexts, valueFingerprint } from "../identity/event-fingerprint.ts";
import { OwnContent } from "../identity/own-content.ts";
import { type RuleOptions, type Rules, rulesOf } from "../identity/rules.ts";
import { newMessages } from "../query/fields/new-messages.ts";
import type { Row, Run } from "../run/run.ts";
import { stepPayload } from "./step-payload.ts";
import type { Steps } from "./work.ts";

/**
 * What a step is by itself. A request repeats everything that was said before, so that after one difference no later
 * request is equal any more; a step is therefore known by what it *adds*: the settings where they change, the new
 * messages, and what came of it. All that lies before is compared at the steps that brought it.
 */
export interface StepIdentity {
  /** Kind, and name of a tool or node: steps of different shapes never belong together. */
  readonly shape: string;
  readonly asked: string;
  readonly came: string;
  /** All of it in one: equal steps, equal keys. */
  readonly key: string;
  /** Name of the step: "36", "36a". */
  readonly step: string;
  readonly derived: boolean;
  /** Of a call of a model: settings (model, parameters, tools, system prompt) where they are new; else "". */
  readonly setting: string;
}

export interface RunIdentities {
  readonly steps: readonly StepIdentity[];
  /** The run keeps requests, so that settings are known. */
  readonly knowsSettings: boolean;
}

type Answer = ReturnType<Run["exchange"]>["answer"];
type Message = NonNullable<ReturnType<Run["message"]>>;
type Part = Message["parts"][number];

interface Kept {
  readonly version: number;
  readonly length: number;
  readonly identities: RunIdentities;
}

const kept = new WeakMap<Run, Map<string, Kept>>();

/** Identities of all rows of a run, kept for the next time while the run stays the same. */
export function* identitiesOf(run: Run, options: RuleOptions): Steps<RunIdentities> {
  const name = JSON.stringify(options);
  const { version } = run;
  const known = kept.get(run)?.get(name);
  if (known && known.version === version && known.length === run.length) return known.identities;
  const reader = new IdentityReader(run, rulesOf({ ...options, purpose: "diff" }));
  const steps: StepIdentity[] = [];
  for (let i = 0; i < run.length; i++) {
    const own = reader.read(i);
    steps.push({ ...own, key: short(digestOfAll([own.shape, own.asked, own.setting, own.came])) });
    yield i / run.length;
  }
  const identities = { steps, knowsSettings: reader.knowsSettings };
  const all = kept.get(run) ?? new Map<string, Kept>();
  kept.set(run, all.set(name, { version, length: steps.length, identities }));
  return identities;
}

class IdentityReader {
  readonly #run: Run;
  readonly #rules: Rules;
  readonly #content: OwnContent;
  readonly #settings: string[] = [];
  knowsSettings = false;

  constructor(run: Run, rules: Rules) {
    this.#run = run;
    this.#rules = rules;
    this.#content = new OwnContent(rules);
  }

  /** Rows are to be read in order. */
  read(i: number): Omit<StepIdentity, "key"> {
    const row = this.#run.row(i);
    if (row.kind === "llm") {
      const { facts, answer } = this.#exchange(i);
      if (facts || answer) return this.#call(i, row, answer);
    }
    const { asked, came } = stepPayload(this.#run, i);
    return {
      shape: shapeOf(row),
      asked:
        asked === undefined
          ? ""
          : short(callFingerprint(row.kind, row.kind === "llm" ? undefined : row.name, asked, this.#rules)),
      came: came === undefined ? row.status : short(valueFingerprint(came, this.#rules)),
      setting: "",
      step: row.step,
      derived: row.derived,
    };
  }

  /** Whether there is a dialect is asked without parsing the request. */
  #exchange(i: number): { readonly facts: boolean; readonly answer: Answer } {
    return { facts: this.#run.messages(i).length > 0, answer: this.#run.exchange(i).answer };
  }

  #call(i: number, row: Row, answer: Answer): Omit<StepIdentity, "key"> {
    const body = this.#run.body(i);
    const setting = this.#content.setting(row.op, body.request);
    this.#settings[i] = setting;
    if (setting !== "") this.knowsSettings = true;
    const previous = this.#run.previousCall(i);
    const changed = previous < 0 || this.#settings[previous] !== setting;
    return {
      shape: "llm",
      asked: short(digestOfAll(this.#said(i, row, previous))),
      came: short(digestOfAll(this.#came(row, answer, body))),
      setting: changed && setting !== "" ? short(setting) : "",
      step: row.step,
      derived: row.derived,
    };
  }

  /** What is new in the conversation, the last answer of the same agent left out: it is its own step's. */
  #said(i: number, row: Row, previous: number): readonly string[] {
    const messages = this.#run.messages(i);
    const echo = previous < 0 ? new Set<string>() : this.#answerTexts(previous);
    const { request } = this.#run.body(i);
    const texts: string[] = [];
    const results: string[] = [];
    for (const k of newMessages(this.#run, i)) {
      const message = this.#content.message(messages[k]!.read(), k, { op: row.op, body: request });
      if (!message || this.#isEcho(message, echo)) continue;
      const holdsResult = message.parts.some((part) => part.type === "result");
      (holdsResult ? results : texts).push(this.#content.identity(message));
    }
    return [...texts, ...results.sort()];
  }

  #answerTexts(call: number): ReadonlySet<string> {
    return new Set(partTexts(this.#run.exchange(call).answer?.message?.parts ?? [], this.#rules));
  }

  #isEcho(message: Message, echo: ReadonlySet<string>): boolean {
    if (message.role !== "assistant") return false;
    const told = message.parts.filter((part: Part) => part.type === "text" || part.type === "call");
    return partTexts(told, this.#rules).every((text) => echo.has(text));
  }

  #came(row: Row, answer: Answer, body: ReturnType<Run["body"]>): readonly string[] {
    const error = answer?.error ?? body.error;
    if (error) return ["error", error.type ?? "", valueFingerprint(error.message, this.#rules)];
    const message = this.#content.answer(answer?.message, body.response?.json, row.op);
    if (!message) return [row.status];
    return ["answer", row.status === "truncated" ? "cut" : "", this.#content.identity(message)];
  }
}

/** Half a digest is enough to tell the steps of two runs apart, and half as much to keep. */
function short(digest: string): string {
  return digest.slice(0, 32);
}

function shapeOf(row: Row): string {
  return row.kind === "llm" ? "llm" : `${row.kind} ${row.name ?? ""}`;
}
