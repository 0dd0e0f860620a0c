import type { Json } from "../../json/json.ts";
import type { Decision } from "../exchange.ts";

/** What becomes of a message between an MCP client and its server, as it is told to whoever passes it on. */
export type HeldMessage =
  /** It goes on; `message`: in this form. */
  | { readonly do: "pass"; readonly message?: Json }
  /** It stands still: ask again, with the message, and wait for the answer. */
  | { readonly do: "wait" }
  /** The client gets this; the server is not asked. */
  | { readonly do: "answer"; readonly message: Json }
  /** Nobody waits for it any more. */
  | { readonly do: "drop" };

/** What whoever asks about a message is answered. */
export type ToldAnswer = Exclude<Decision, { do: "forward" }>;

export function told(json: HeldMessage | { readonly error: string }, status = 200): ToldAnswer {
  const body = Buffer.from(`${JSON.stringify(json)}\n`);
  return { do: "answer", answer: { status, headers: { "content-type": "application/json" }, body } };
}
