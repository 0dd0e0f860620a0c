import { createHash } from "node:crypto";
import type { Edit } from "../redact/edit.ts";
import { maskStream } from "../redact/mask-stream.ts";
import type { Masker } from "../redact/masker.ts";
import { isCredential } from "../redact/secret-headers.ts";
import { isSecretParameter, placeholder } from "../redact/secret-names.ts";
import type { Run } from "../run/run.ts";
import type { EventBody, Headers } from "../trace/event.ts";

/** A secret that stands unmasked in a file: where it is met first, never what it is. */
export interface Finding {
  readonly step?: string;
  /** "request /messages/0/content", "response header set-cookie", "line 12" */
  readonly place: string;
  /** What masking would have put there: "<OPENAI_API_KEY>". */
  readonly name: string;
  times: number;
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
    const { argv, meta, title } = run.header;
    const head = JSON.stringify({ argv, meta, title });
    this.#edits(head, this.#masker.edits(head), { place: "header" });
    for (let i = 0; i < run.length; i++) {
      const row = run.row(i);
      const step = `${prefix}${row.step}`;
      if (!row.derived) this.#event(run.body(i), step);
      if (run.body(i).request?.text === undefined) this.#said(run, i, step);
    }
  }

  text(text: string): void {
    for (const [n, line] of text.split("\n").entries())
      this.#edits(line, this.#masker.edits(line), { place: `line ${n + 1}` });
  }

  #event({ request, response, error, before, after }: EventBody, step: string): void {
    this.#headers(request?.headers, { step, place: "request" });
    this.#headers(response?.headers, { step, place: "response" });
    this.#query(request?.url ?? request?.path ?? "", step);
    this.#request(request, step);
    const answer = response?.text;
    if (answer !== undefined) {
      const edits = response?.streamed === true ? maskStream(answer, this.#masker).edits : this.#masker.edits(answer);
      this.#edits(answer, edits, { step, place: "response" });
    }
    for (const [place, value] of Object.entries({ error, before, after })) this.#value(value, { step, place });
  }

  #request(request: EventBody["request"], step: string): void {
    const { repeated } = request ?? {};
    if (repeated === undefined) {
      const text = request?.text ?? "";
      this.#edits(text, this.#masker.edits(text), { step, place: "request" });
      return;
    }
    const frame = JSON.stringify(repeated.frame ?? null);
    this.#edits(frame, this.#masker.edits(frame), { step, place: "request" });
    for (const { pointer, elements } of repeated.places) {
      for (let k = 0; k < elements.length; k++) {
        const key = elements.key(k);
        if (this.#seen.has(key)) continue;
        this.#seen.add(key);
        const text = JSON.stringify(elements.at(k));
        this.#edits(text, this.#masker.edits(text), { step, place: `request ${pointer}/${k}` });
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
    const text = value === undefined ? "" : JSON.stringify(value);
    this.#edits(text, this.#masker.edits(text), at);
  }

  #headers(headers: Headers | undefined, at: { readonly step: string; readonly place: string }): void {
    for (const [name, value] of Object.entries(headers ?? {})) {
      const place = `${at.place} header ${name.toLowerCase()}`;
      if (isCredential(name, value)) this.#note(value, placeholder(name), { ...at, place });
      else this.#edits(value, this.#masker.edits(value), { ...at, place });
    }
  }

  #query(url: string, step: string): void {
    for (const [, name = "", value = ""] of url.matchAll(/[?&]([^=&#]+)=([^&#]+)/g))
      if (isSecretParameter(name) && !/^(?:<|%3C|\*)/i.test(value))
        this.#note(value, `<${name.toUpperCase()}>`, { step, place: `request query ${name}` });
    const rest = url.replace(/\?.*$/s, "");
    this.#edits(rest, this.#masker.edits(rest), { step, place: "request url" });
  }

  #edits(text: string, edits: readonly Edit[], at: { readonly step?: string; readonly place: string }): void {
    for (const { start, end, by, pointer } of edits) {
      const name = /<[A-Z0-9_]+>/.exec(by)?.[0] ?? "<SECRET>";
      this.#note(text.slice(start, end), name, { ...at, place: pointer === "" ? at.place : `${at.place} ${pointer}` });
    }
  }

  #note(secret: string, name: string, at: { readonly step?: string; readonly place: string }): void {
    const key = createHash("sha256").update(`${name} ${secret}`).digest("hex");
    const known = this.#found.get(key);
    if (known !== undefined) known.times++;
    else this.#found.set(key, { ...at, name, times: 1 });
  }
}
