import { StringDecoder } from "node:string_decoder";
import { createBrotliDecompress, createGunzip, createInflate } from "node:zlib";
import { parse } from "../../json/json.ts";
import { deltaText } from "../../providers/streams/delta-text.ts";
import { sseParser } from "../../providers/streams/sse.ts";
import { headerOf } from "../../record/masked/kept-headers.ts";

const UNPACKING = { gzip: createGunzip, "x-gzip": createGunzip, br: createBrotliDecompress, deflate: createInflate };

/** Reads the text out of an answer in flight, piece by piece, for those who watch. Begun in the middle it reads from the next event on. */
export class WatchedAnswer {
  readonly #op: string | undefined;
  readonly #tell: (text: string) => void;
  readonly #decoder = new StringDecoder("utf8");
  readonly #events = sseParser();
  readonly #type: string;
  readonly #encoding: string;
  #unpack: NodeJS.ReadWriteStream | undefined;
  #begun = false;
  #line = "";

  constructor(op: string | undefined, headers: readonly string[], tell: (text: string) => void) {
    this.#op = op;
    this.#tell = tell;
    this.#type = headerOf(headers, "content-type") ?? "";
    this.#encoding = (headerOf(headers, "content-encoding") ?? "").toLowerCase();
  }

  data(chunk: Buffer): void {
    if (!/event-stream|ndjson/.test(this.#type)) return;
    if (!this.#begun) this.#begin();
    if (this.#unpack !== undefined) this.#unpack.write(chunk);
    else if (this.#encoding === "" || this.#encoding === "identity") this.#bytes(chunk);
  }

  #begin(): void {
    this.#begun = true;
    const make = Object.entries(UNPACKING).find(([name]) => name === this.#encoding)?.[1];
    if (make === undefined) return;
    this.#unpack = make();
    this.#unpack.on("data", (bytes: Buffer) => this.#bytes(bytes));
    // A stream that was entered in the middle cannot be unpacked.
    this.#unpack.on("error", () => undefined);
  }

  #bytes(bytes: Buffer): void {
    const text = this.#decoder.write(bytes);
    const said = /ndjson/.test(this.#type) ? this.#lines(text) : this.#events.push(text).map(({ data }) => data);
    const pieces = said.map((data) => deltaText(this.#op, parse(data)));
    const joined = pieces.join("");
    if (joined !== "") this.#tell(joined);
  }

  #lines(text: string): readonly string[] {
    const lines = (this.#line + text).split("\n");
    this.#line = lines.pop() ?? "";
    return lines;
  }
}
