import { createHash } from "node:crypto";
import type { MaskEdit } from "../../redact/edit.ts";
import { maskStream } from "../../redact/mask-stream.ts";
import type { Masker } from "../../redact/masker.ts";
import { isCredential } from "../../redact/secret-headers.ts";
import { isSecretParameter, placeholder } from "../../redact/secret-names.ts";
import type { Run } from "../../run/run.ts";
import type { EventBody, Headers } from "../../trace/event.ts";

/** A secret that stands unmasked in a file: where it is met first, never what it is. */
export interface Finding {
  readonly step?: string;
  /** "request /messages/0/content", "response header set-cookie", "line 12" */
  readonly place: string;
  /** What masking would have put there: "<OPENAI_API_KEY>". */
  readonly name: string;
  times: number;
}

/** Where a text stands that is looked through. */
interface Looked {
  readonly step?: string;
  readonly place: string;
  /** JSON pointer of the text, where it is a part of a value. */
  readonly under?: string;
}

/** Looks through runs and texts by the rules of masking. */
export class SecretScan {
  readonly #masker: Masker;
  readonly #found = new Map<string, Finding>();
  /** Elements of requests that have been looked through: they are sent again with every call. */
  readonly #seen = new Set<string>();

  constructor(masker: Masker) {
    this.#masker = masker;
  }

  get findings(): readonly Finding[] {
    return [...this.#found.values()];
  }

  run(run: Run, prefix: string): void {
    const { argv = [], cwd, title, meta, tags, edits } = run.header;
    for (let i = 0; i < argv.length; i++)
      this.#met(this.#masker.wordEdits(argv, i), { place: "header", under: `/argv/${i}` });
    this.#look(JSON.stringify({ cwd, title, meta, tags, edits }), { place: "header" });
    for (let i = 0; i < run.length; i++) {
      const row = run.row(i);
      const step = `${prefix}${row.step}`;
      if (!row.derived) this.#event(run.body(i), step);
      if (run.body(i).request?.text === undefined) this.#said(run, i, step);
    }
  }

  text(text: string): void {
    for (const [n, line] of text.split("\n").entries()) this.#look(line, { place: `line ${n + 1}` });
  }

  #event({ request, response, error, before, after }: EventBody, step: string): void {
    this.#headers(request?.headers, { step, place: "request" });
    this.#headers(response?.headers, { step, place: "response" });
    this.#query(request?.url ?? request?.path ?? "", step);
    this.#request(request, step);
    const answer = response?.text;
    if (answer !== undefined) {
      const at = { step, place: "response" };
      if (response?.streamed === true) this.#met(maskStream(answer, this.#masker).edits, at);
      else this.#look(answer, at);
    }
    for (const [place, value] of Object.entries({ error, before, after })) this.#value(value, { step, place });
  }

  #request(request: EventBody["request"], step: string): void {
    const { repeated } = request ?? {};
    if (repeated === undefined) {
      this.#look(request?.text ?? "", { step, place: "request" });
      return;
    }
    this.#look(JSON.stringify(repeated.frame ?? null), { step, place: "request" });
    for (const { pointer, elements } of repeated.places) {
      for (let k = 0; k < elements.length; k++) {
        const key = elements.key(k);
        if (this.#seen.has(key)) continue;
        this.#seen.add(key);
        this.#look(JSON.stringify(elements.at(k)), { step, place: "request", under: `${pointer}/${k}` });
      }
    }
  }

  /** Formats that keep messages rather than the bodies of an API. */
  #said(run: Run, i: number, step: string): void {
    const { kind } = run.row(i);
    if (kind === "tool") return this.#value(run.tool(i).args, { step, place: "arguments" });
    this.#value(run.message(i), { step, place: "message" });
    if (kind !== "llm") return;
    for (const [k, ref] of run.messages(i).entries()) {
      if (this.#seen.has(ref.key)) continue;
      this.#seen.add(ref.key);
      this.#value(ref.read(), { step, place: `message ${k}` });
    }
    this.#value(run.exchange(i).answer?.message, { step, place: "answer" });
  }

  #value(value: unknown, at: { readonly step: string; readonly place: string }): void {
    if (value !== undefined) this.#look(JSON.stringify(value), at);
  }

  #headers(headers: Headers | undefined, at: { readonly step: string; readonly place: string }): void {
    for (const [name, value] of Object.entries(headers ?? {})) {
      const place = `${at.place} header ${name.toLowerCase()}`;
      if (isCredential(name, value)) this.#note(value, placeholder(name), { ...at, place });
      else this.#look(value, { ...at, place });
    }
  }

  #query(url: string, step: string): void {
    for (const [, name = "", value = ""] of url.matchAll(/[?&]([^=&#]+)=([^&#]+)/g))
      if (isSecretParameter(name) && !/^(?:<|%3C|\*)/i.test(value))
        this.#note(value, `<${name.toUpperCase()}>`, { step, place: `request query ${name}` });
    this.#look(url.replace(/\?.*$/s, ""), { step, place: "request url" });
  }

  #look(text: string, at: Looked): void {
    this.#met(this.#masker.edits(text), at);
  }

  #met(edits: readonly MaskEdit[], { under = "", place, ...at }: Looked): void {
    for (const { secrets, pointer } of edits) {
      const where = `${under}${pointer}`;
      const whole = { ...at, place: where === "" ? place : `${place} ${where}` };
      for (const secret of secrets) this.#note(secret.value, secret.placeholder, whole);
    }
  }

  #note(secret: string, name: string, at: { readonly step?: string; readonly place: string }): void {
    const key = createHash("sha256").update(`${name} ${secret}`).digest("hex");
    const known = this.#found.get(key);
    if (known !== undefined) known.times++;
    else this.#found.set(key, { ...at, name, times: 1 });
  }
}
