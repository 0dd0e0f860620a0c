import { embeddingOf, vectorsText } from "../../run/step/embedding.ts";
import { type DocPart, partOf } from "./doc.ts";
import { type DocSubject, heading, note } from "./subject.ts";
import { textRows } from "./text-part.ts";

/** Texts that are shown; tab 1 has all of them. */
const MOST_TEXTS = 20;
/** Characters of each. */
const MOST_CHARACTERS = 2000;

/** What was embedded, in words, and how many numbers it became; nothing for other uses of a memory. */
export function embeddingParts({ run, i, context }: DocSubject): readonly DocPart[] {
  const { request, response } = run.body(i);
  const embedding = embeddingOf(request?.json, response?.json);
  if (!embedding) return [];
  const { texts, vectors } = embedding;
  const rows = texts
    .slice(0, MOST_TEXTS)
    .flatMap((text, n) => [
      ...(texts.length > 1 ? [note(`text ${n}`, `text ${n}`)] : []),
      partOf(textRows(text.slice(0, MOST_CHARACTERS), `embedded ${n}`, { context, indent: 0, token: "text" })),
      ...(text.length > MOST_CHARACTERS
        ? [note(`cut ${n}`, `${text.length - MOST_CHARACTERS} more characters: 1 shows all`)]
        : []),
    ]);
  const more = texts.length - MOST_TEXTS;
  return [
    ...(texts.length > 0 ? [heading(`embedded${texts.length > 1 ? `, ${texts.length} texts` : ""}`, "embedded")] : []),
    ...rows,
    ...(more > 0 ? [note("more texts", `${more} more texts: 1 shows all`)] : []),
    ...(vectors ? [heading("result"), note("vectors", `${vectorsText(vectors)} numbers: 2 shows them`)] : []),
  ];
}
