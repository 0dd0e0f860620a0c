import type { Json } from "../json/json.ts";
import { anthropicMessages } from "./anthropic/messages/dialect.ts";
import { dialectOfBody } from "./body-shape.ts";
import { cohereChat } from "./cohere/chat/dialect.ts";
import { defined } from "./defined.ts";
import type { Dialect, Recognition, Target } from "./dialect.ts";
import { dialectOfPath, isEmbeddings } from "./endpoint.ts";
import { geminiGenerate } from "./gemini/generate/dialect.ts";
import { isOwnMachine } from "./loopback.ts";
import { ollamaChat } from "./ollama/chat/dialect.ts";
import { openaiChat } from "./openai/chat/dialect.ts";
import { openaiResponses } from "./openai/responses/dialect.ts";
import { type Place, placeOf } from "./place.ts";
import { PROVIDERS, type Provider } from "./provider-table.ts";
import { modelOfPath } from "./request.ts";
import { vcrMessages } from "./vcr/messages/dialect.ts";

export { isEmbeddings };

export const DIALECTS: readonly Dialect[] = [
  openaiChat,
  openaiResponses,
  anthropicMessages,
  geminiGenerate,
  cohereChat,
  ollamaChat,
  vcrMessages,
];

const OLLAMA_PORT = "11434";

export function dialectById(id: string): Dialect | undefined {
  return DIALECTS.find((dialect) => dialect.id === id);
}

/**
 * Which API a request speaks and whose it is; undefined when it is no call of a model (the event stays `http`).
 * A known host is judged by its path alone; where the host is missing or unknown the shape of the body helps.
 * `provider` is then the dialect's vendor (host missing) or "<vendor>-compatible" (host unknown).
 */
export function recognise(target: Target, body?: Json): Recognition | undefined {
  if (target.method !== undefined && target.method !== "" && target.method.toUpperCase() !== "POST") return undefined;
  const place = placeOf(target);
  if (isEmbeddings(target)) return undefined;
  const provider = providerOf(place);
  const dialect = dialectOfPath(place.path) ?? (provider === undefined ? dialectOfBody(place.path, body) : undefined);
  if (dialect === undefined || (PLAIN_PATHS.has(dialect) && !isNear(place, provider))) return undefined;
  return { dialect, provider: provider?.id ?? vendor(dialect, place), ...defined({ model: modelOfPath(place.path) }) };
}

/** APIs with paths that anybody's own server may have as well. */
const PLAIN_PATHS: ReadonlySet<Dialect> = new Set([cohereChat, ollamaChat]);

function isNear({ host, port }: Place, provider: Provider | undefined): boolean {
  return provider !== undefined || port === OLLAMA_PORT || (host !== undefined && isOwnMachine(host));
}

/** The vendor behind a host (or behind the port on a loopback host). */
export function providerOf(place: Pick<Place, "host" | "port">): Provider | undefined {
  const { host, port } = place;
  if (host === undefined) return undefined;
  return PROVIDERS.find(
    (each) =>
      each.hosts.some((pattern) => matches(pattern, host)) ||
      (each.port !== undefined && each.port === port && isOwnMachine(host)),
  );
}

function matches(pattern: string, host: string): boolean {
  const star = pattern.indexOf("*");
  if (star < 0) return pattern === host;
  const head = pattern.slice(0, star);
  const tail = pattern.slice(star + 1);
  return host.length > head.length + tail.length && host.startsWith(head) && host.endsWith(tail);
}

function vendor(dialect: Dialect, place: Place): string {
  const name = dialect.id.slice(0, dialect.id.indexOf("/"));
  return place.host === undefined ? name : `${name}-compatible`;
}
