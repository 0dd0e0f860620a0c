import { TOOL_SPECS, turns } from "./conversation.ts";
import { Dice } from "./words.ts";

/** Requests and answers of the engine's jobs, OpenAI chat completions; the same number, the same bytes. */

export const CHAT_PATH = "/v1/chat/completions";

/** Of about 2 KB, each another one: what an agent asks first. */
export function smallRequest(number: number): string {
  const dice = new Dice(number + 1);
  const system = { role: "system", content: SYSTEM };
  const messages = [system, { role: "user", content: `${number} ${dice.text(300)}` }];
  return `{"model":"gpt-4o-mini","messages":${JSON.stringify(messages)},"tools":[${TOOL_SPECS.slice(0, 2).join(",")}]}`;
}

const SYSTEM = new Dice(3).text(900);

/** An answer of about 1 KB. */
export function smallAnswer(number: number): string {
  const content = new Dice(number + 1).text(700);
  const message = { role: "assistant", content, refusal: null };
  const usage = { prompt_tokens: 480, completion_tokens: 170, total_tokens: 650 };
  const choices = [{ index: 0, message, logprobs: null, finish_reason: "stop" }];
  return JSON.stringify({
    id: "chatcmpl-1",
    object: "chat.completion",
    created: 1,
    model: "gpt-4o-mini",
    choices,
    usage,
  });
}

/** A conversation that is asked to go on, `bytes` long to begin with; another `task`, other words everywhere. */
export class LongConversation {
  readonly #messages: string[] = [];
  readonly #dice: Dice;

  constructor(bytes: number, task = 0) {
    this.#dice = new Dice(task + 17);
    let length = 0;
    for (const { fresh } of turns()) {
      for (const message of fresh) {
        if (length >= bytes) return;
        const own = message.replace(
          '"content":"',
          `"content":"task ${task}, ${this.#dice.text(20).replaceAll("\n", " ")}`,
        );
        this.#messages.push(own);
        length += own.length + 1;
      }
    }
  }

  /** The next request: one message more than the one before. */
  next(): string {
    this.#messages.push(JSON.stringify({ role: "user", content: this.#dice.text(400) }));
    return `{"model":"gpt-4o-mini","messages":[${this.#messages.join(",")}],"tools":[${TOOL_SPECS.join(",")}]}`;
  }
}

/** Variables of a developer's machine: what is masked by value. */
export const ENVIRONMENT: Readonly<Record<string, string>> = Object.fromEntries(
  [
    "OPENAI",
    "ANTHROPIC",
    "GITHUB",
    "STRIPE",
    "SENTRY",
    "DATADOG",
    "TWILIO",
    "MAILGUN",
    "CLOUDFLARE",
    "ALGOLIA",
  ].flatMap((name, i) => [
    [`${name}_API_KEY`, `bench-${name.toLowerCase()}-4f9a1c${i}e7b2d80${i}`],
    [`${name}_TOKEN`, `tok${i}Zx81kQpW${i}sLm0Vt`],
  ]),
);
