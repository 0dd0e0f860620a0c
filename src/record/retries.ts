/** Tells repetitions of failed exchanges from new calls. */

/** What an exchange asks: long bodies take their time, so it is worked out only where some exchange has failed, or says that it repeats one. */
interface Asking {
  readonly key: string;
  readonly read: { readonly bytes: { readonly length: number } };
}

interface Attempt {
  readonly seq: number;
  /** Undefined as long as nobody had to know. */
  key: string | undefined;
  /** Undefined while it is under way. */
  failed: boolean | undefined;
}

interface Unread {
  readonly asking: Asking;
  readonly attempt: Attempt;
}

const RETRIED = new Set([408, 409, 429]);
/** Exchanges that went well, and bytes of their requests, among which the one is looked for that another says it repeats. */
const KEPT = 64;
const KEPT_BYTES = 1024 * 1024;

export class Retries {
  /** By key. */
  readonly #last = new Map<string, Attempt>();
  /** Keys of calls whose last attempt has failed: only then can a call be a repetition that does not say so. */
  readonly #failed = new Set<string>();
  readonly #attempts = new WeakMap<Asking, Attempt>();
  #unread: Unread[] = [];
  #bytes = 0;

  /** The failed exchange that a new one repeats. `announced`: a header says that it is a repetition. */
  repeats(asking: Pick<Asking, "key">, announced: boolean): number | undefined {
    if (!announced && this.#failed.size === 0) return undefined;
    this.#readAll();
    const last = this.#last.get(asking.key);
    return last?.failed === true || announced ? last?.seq : undefined;
  }

  begin(asking: Asking, seq: number): void {
    const attempt: Attempt = { seq, key: undefined, failed: undefined };
    this.#attempts.set(asking, attempt);
    this.#unread.push({ asking, attempt });
    this.#bytes += asking.read.bytes.length;
    while (this.#unread.length > KEPT || this.#bytes > KEPT_BYTES) if (!this.#forgetOne()) break;
  }

  end(asking: Asking, how: { readonly status: number | undefined; readonly aborted: boolean }): void {
    const attempt = this.#attempts.get(asking);
    if (attempt === undefined) return;
    attempt.failed = how.aborted || how.status === undefined || how.status >= 500 || RETRIED.has(how.status);
    if (attempt.failed) {
      this.#readAll();
      if (attempt.key === undefined) this.#read({ asking, attempt });
    }
    this.#note(attempt);
  }

  #readAll(): void {
    for (const unread of this.#unread) this.#read(unread);
    this.#unread = [];
    this.#bytes = 0;
  }

  #read({ asking: { key }, attempt }: Unread): void {
    attempt.key = key;
    if (attempt.seq > (this.#last.get(key)?.seq ?? -1)) this.#last.set(key, attempt);
    this.#note(attempt);
  }

  #note({ key, seq, failed }: Attempt): void {
    if (key === undefined || this.#last.get(key)?.seq !== seq) return;
    if (failed === true) this.#failed.add(key);
    else this.#failed.delete(key);
  }

  /** The oldest that went well; false: all are under way. */
  #forgetOne(): boolean {
    const at = this.#unread.findIndex(({ attempt }) => attempt.failed === false);
    const [forgotten] = at < 0 ? [] : this.#unread.splice(at, 1);
    this.#bytes -= forgotten?.asking.read.bytes.length ?? 0;
    return forgotten !== undefined;
  }
}
