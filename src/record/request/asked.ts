import { isUtf8 } from "node:buffer";
import { parse } from "../../json/json.ts";
import { dialectOfPath } from "../../providers/endpoint.ts";
import type { Message } from "../../providers/message.ts";
import { placeOf } from "../../providers/place.ts";
import { headerOf } from "../masked/kept-headers.ts";
import { decodeBody } from "./decode-body.ts";
import type { ElementBook } from "./element-book.ts";
import type { SplitRequest } from "./split-request.ts";
import { type Call, whatCall } from "./what-call.ts";

/** A request as it was sent, before anything is masked. */
export interface Asked {
  readonly method: string;
  /** With query. */
  readonly path: string;
  readonly host: string;
  /** Name of the gateway's route: the vendor's, "local", or what the user called it. */
  readonly route: string;
  /** Where it goes, whole. */
  readonly url: string;
  /** Name, value, name, value, ... */
  readonly headers: readonly string[];
  readonly body: Uint8Array;
  /** When it went out, in milliseconds since the epoch and by `performance.now()`. @default when it is written down */
  readonly went?: { readonly at: number; readonly clock: number };
}

/** What can be told from a request by reading it. */
export interface ReadRequest {
  readonly call: Call;
  /** Unpacked. */
  readonly bytes: Uint8Array;
  readonly packed: string | undefined;
  readonly split: SplitRequest | undefined;
  /** Read when they are asked for. */
  readonly messages: readonly Message[];
}

export function readRequest(asked: Asked, book: ElementBook): ReadRequest {
  const { bytes, left: packed } = decodeBody(asked.body, headerOf(asked.headers, "content-encoding"));
  const isText = packed === undefined && bytes.length > 0 && isUtf8(bytes);
  const { call, split } = isText
    ? readText(asked, Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength), book)
    : { call: whatCall(asked, undefined), split: undefined };
  return new RequestRead({ call, bytes, packed, split }, book);
}

class RequestRead implements ReadRequest {
  readonly call: Call;
  readonly bytes: Uint8Array;
  readonly packed: string | undefined;
  readonly split: SplitRequest | undefined;
  readonly #book: ElementBook;
  #messages: readonly Message[] | undefined;

  constructor({ call, bytes, packed, split }: Omit<ReadRequest, "messages">, book: ElementBook) {
    this.call = call;
    this.bytes = bytes;
    this.packed = packed;
    this.split = split;
    this.#book = book;
  }

  get messages(): readonly Message[] {
    const { dialect } = this.call;
    const conversation = this.split?.places.find(({ pointer }) => pointer === dialect?.conversation)?.elements ?? [];
    this.#messages ??= dialect ? this.#book.messages(conversation, dialect) : [];
    return this.#messages;
  }
}

/** Most requests say by their path what they are: then the long conversation is not parsed for it. */
function readText(asked: Asked, bytes: Buffer, { bodies }: ElementBook): Pick<ReadRequest, "call" | "split"> {
  const byPath = dialectOfPath(placeOf(asked).path);
  const early = byPath && bodies.split(bytes, byPath.repeated);
  const call = whatCall(asked, early?.frame ?? parse(bytes.toString()));
  if (early !== undefined && call.dialect === byPath) return { call, split: early };
  return { call, split: bodies.split(bytes, call.dialect?.repeated ?? []) };
}
