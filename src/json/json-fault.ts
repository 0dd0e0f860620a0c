/** Where a text stops being JSON (RFC 8259), and what should stand there. */
export interface JsonFault {
  /** UTF-16 offset. */
  readonly at: number;
  /** "expected a value", "expected , or }" */
  readonly message: string;
}

const SCALAR = /(?:true|false|null|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?)(?![\w.+-])/y;
const SPACE = /[ \t\r\n]*/y;
const SPECIAL = /["\\\u0000-\u001f]/g;
const ESCAPE = /\\(?:["\\/bfnrt]|u[\dA-Fa-f]{4})/y;

/** Undefined for JSON. Any depth and length: nothing is called again for what is nested. */
export function jsonFault(text: string): JsonFault | undefined {
  const scan = new Scan(text);
  for (;;) {
    const step = scan.step();
    if (step !== "more") return step === "done" ? undefined : step;
  }
}

type Step = "more" | "done" | JsonFault;

class Scan {
  readonly #text: string;
  readonly #open: ("{" | "[")[] = [];
  #at = 0;
  #expected: "value" | "first item" | "name" | "first name" | "end" = "value";

  constructor(text: string) {
    this.#text = text;
  }

  step(): Step {
    this.#take(SPACE);
    if (this.#expected === "end") return this.#behindValue();
    return this.#expected === "name" || this.#expected === "first name" ? this.#name() : this.#value();
  }

  #behindValue(): Step {
    const container = this.#open.at(-1);
    const next = this.#text[this.#at];
    if (container === undefined) return next === undefined ? "done" : this.#fault("expected nothing more");
    const close = container === "{" ? "}" : "]";
    if (next === close) return this.#close();
    if (next !== ",") return this.#fault(`expected , or ${close}`);
    this.#at++;
    this.#expected = container === "{" ? "name" : "value";
    return "more";
  }

  #name(): Step {
    const next = this.#text[this.#at];
    const first = this.#expected === "first name";
    if (first && next === "}") return this.#close();
    if (next !== '"') return this.#fault(first ? "expected a name in quotes or }" : "expected a name in quotes");
    const broken = this.#string();
    if (broken) return broken;
    this.#take(SPACE);
    if (this.#text[this.#at] !== ":") return this.#fault("expected : behind the name");
    this.#at++;
    this.#expected = "value";
    return "more";
  }

  #value(): Step {
    const next = this.#text[this.#at];
    const first = this.#expected === "first item";
    if (first && next === "]") return this.#close();
    if (next === "{" || next === "[") {
      this.#open.push(next);
      this.#at++;
      this.#expected = next === "{" ? "first name" : "first item";
      return "more";
    }
    this.#expected = "end";
    if (next === '"') return this.#string() ?? "more";
    return this.#take(SCALAR) ? "more" : this.#fault(first ? "expected a value or ]" : "expected a value");
  }

  #close(): Step {
    this.#open.pop();
    this.#at++;
    this.#expected = "end";
    return "more";
  }

  /** Goes behind its end, piece by piece: one pattern for a whole string would run out of stack on a long one. */
  #string(): JsonFault | undefined {
    for (this.#at++; ; ) {
      SPECIAL.lastIndex = this.#at;
      const found = SPECIAL.exec(this.#text);
      this.#at = found?.index ?? this.#text.length;
      if (!found) return this.#fault('expected " at the end of the text');
      if (found[0] === '"') {
        this.#at++;
        return undefined;
      }
      if (found[0] !== "\\") return this.#fault("a line end or control character in quotes: write it as an escape");
      if (!this.#take(ESCAPE)) return this.#fault("no such escape");
    }
  }

  #take(pattern: RegExp): boolean {
    pattern.lastIndex = this.#at;
    if (!pattern.test(this.#text)) return false;
    this.#at = pattern.lastIndex;
    return true;
  }

  #fault(message: string): JsonFault {
    return { at: this.#at, message };
  }
}
