import { field, isArray, isObject, type Json, text } from "../../json/json.ts";

/** A request for embeddings: the texts, and what came back for them, without the numbers. */
export interface Embedding {
  readonly texts: readonly string[];
  /** Vectors of the answer; undefined where it holds none that are known. */
  readonly vectors?: { readonly count: number; readonly dimensions?: number };
}

/** Bytes of a number in the base64 form of OpenAI: 32-bit floats. */
const FLOAT = 4;

/**
 * Requests of OpenAI and its likes (`input`), Cohere (`texts`), Ollama (`prompt`) and Gemini (`content`, `requests`);
 * undefined for what asks for no embeddings. Inputs that are tokens, not texts, have no words to show.
 */
export function embeddingOf(request: Json | undefined, response: Json | undefined): Embedding | undefined {
  const texts = textsOf(request);
  const found = vectorsOf(response);
  if (texts.length === 0 && found.length === 0) return undefined;
  const dimensions = found[0] === undefined ? undefined : dimensionsOf(found[0]);
  if (found.length === 0) return { texts };
  return { texts, vectors: { count: found.length, ...(dimensions !== undefined && { dimensions }) } };
}

/** `"first words" and 21 more texts: 22 vectors of 1536`, the texts left to the caller to shorten. */
export function vectorsText({ count, dimensions }: NonNullable<Embedding["vectors"]>): string {
  return `${count} ${count === 1 ? "vector" : "vectors"}${dimensions === undefined ? "" : ` of ${dimensions}`}`;
}

function textsOf(request: Json | undefined): readonly string[] {
  const asked = field(request, "input") ?? field(request, "texts") ?? field(request, "prompt");
  if (typeof asked === "string") return [asked];
  if (isArray(asked)) return asked.flatMap((each) => text(each) ?? text(field(each, "text")) ?? []);
  const requests = field(request, "requests");
  const contents = isArray(requests) ? requests.map((each) => field(each, "content")) : [field(request, "content")];
  return contents.flatMap((content) => {
    const parts = field(content, "parts");
    const words = isArray(parts) ? parts.flatMap((part) => text(field(part, "text")) ?? []) : [];
    return words.length > 0 ? [words.join("\n")] : [];
  });
}

function vectorsOf(response: Json | undefined): readonly Json[] {
  const data = field(response, "data");
  if (isArray(data)) return data.map((each) => field(each, "embedding")).filter((each) => each !== undefined);
  const single = field(response, "embedding");
  if (single !== undefined) return [field(single, "values") ?? single];
  const many = field(response, "embeddings");
  const list = isObject(many) ? Object.values(many).find(isArray) : many;
  return isArray(list) ? list.map((each) => field(each, "values") ?? each) : [];
}

function dimensionsOf(vector: Json): number | undefined {
  if (isArray(vector)) return vector.length;
  if (typeof vector !== "string") return undefined;
  const bytes = Math.floor((vector.replace(/=+$/, "").length * 3) / 4);
  return bytes % FLOAT === 0 ? bytes / FLOAT : undefined;
}
