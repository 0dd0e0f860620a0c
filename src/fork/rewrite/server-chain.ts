import { field, isArray, isObject, type Json, type JsonObject, text } from "../../json/json.ts";

/**
 * Requests that name an earlier answer (`previous_response_id` of OpenAI's Responses) hold only what is new. Where the provider remembers
 * another past than the edited one, the whole conversation is put together again. Source: platform.openai.com, "Conversation state".
 */
export class ServerChain {
  readonly #links = new Map<string, Link>();

  /** A request of this API was served; `edited`: what the provider remembers of it is not what the agent is to go on from. */
  served(link: Link & { readonly id: string | undefined }): void {
    if (link.id !== undefined) this.#links.set(link.id, link);
  }

  /** The conversation before a request, oldest first, where it has to be sent instead of the id; undefined: the id is right. */
  before(request: Json | undefined): Before | undefined {
    const links: Link[] = [];
    const met = new Set<string>();
    let id = text(field(request, "previous_response_id"));
    while (id !== undefined && !met.has(id)) {
      met.add(id);
      const link = this.#links.get(id);
      if (link === undefined) break;
      links.unshift(link);
      id = text(field(link.request, "previous_response_id"));
    }
    if (!links.some(({ edited }) => edited)) return undefined;
    // An id that this run never saw cannot be put together again.
    if (id !== undefined) return { known: false };
    return {
      known: true,
      masked: links.flatMap((link) => [...inputOf(link.masked), ...outputOf(link.answer)]),
      plain: links.flatMap((link) => [...inputOf(link.request), ...outputOf(link.answer)]),
    };
  }
}

export interface Link {
  readonly request: Json | undefined;
  /** The same with its secrets masked. */
  readonly masked: Json | undefined;
  readonly answer: Json | undefined;
  readonly edited: boolean;
}

export type Before =
  | { readonly known: false }
  | { readonly known: true; readonly plain: readonly Json[]; readonly masked: readonly Json[] };

/** `request` with the conversation before it instead of its id. */
export function withBefore(request: Json | undefined, before: readonly Json[]): JsonObject {
  const members = Object.entries(isObject(request) ? request : {}).filter(([key]) => key !== "previous_response_id");
  return Object.fromEntries([
    ...members.filter(([key]) => key !== "input"),
    ["input", [...before, ...inputOf(request)]],
  ]);
}

function inputOf(request: Json | undefined): readonly Json[] {
  const input = field(request, "input");
  if (isArray(input)) return input;
  return typeof input === "string" ? [{ role: "user", content: input }] : [];
}

function outputOf(answer: Json | undefined): readonly Json[] {
  const output = field(answer, "output");
  return isArray(output) ? output : [];
}
