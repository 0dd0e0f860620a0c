import { isObject, type Json } from "../../json/json.ts";
import type { RequestFacts } from "../../providers/dialect.ts";
import { compact } from "../../run/what.ts";
import { sanitise } from "../../text/sanitise.ts";
import { type Doc, type DocPart, docOf, partOf } from "./doc.ts";
import { messagePart } from "./message-part.ts";
import { type DocSubject, heading, line, note } from "./subject.ts";

/** Tab 5: what this call's request has that the previous call of the same lane had not, and what it left out. */
export function deltaDoc(subject: DocSubject): Doc {
  const { run, i, row, context } = subject;
  if (row.kind !== "llm") return docOf([]);
  const previous = run.previousCall(i);
  if (previous < 0) return docOf([note("first", "the first call of its lane: all of it is new")]);
  const now = run.messages(i);
  const then = run.messages(previous);
  const shared = run.sharedMessages(i);
  const gone = then.slice(shared);
  const fresh = now.slice(shared);
  return docOf([
    note(
      "against",
      `against step ${run.row(previous).step}: ${shared} messages the same, ${fresh.length} added, ${gone.length} removed or changed`,
    ),
    ...(gone.length > 0
      ? [
          heading("removed or changed"),
          ...gone.map((ref, n) => messagePart(ref.read(), { context, key: `- ${n} ${ref.key}` })),
        ]
      : []),
    ...(fresh.length > 0
      ? [heading("added"), ...fresh.map((ref, n) => messagePart(ref.read(), { context, key: `+ ${n} ${ref.key}` }))]
      : []),
    ...settings(run.exchange(previous).facts, run.exchange(i).facts),
  ]);
}

/** Model, parameters, tools and system prompt where they differ. */
function settings(then: RequestFacts | undefined, now: RequestFacts | undefined): readonly DocPart[] {
  if (!then || !now) return [];
  const changes = [
    ...differences({ model: then.model ?? null, ...then.params }, { model: now.model ?? null, ...now.params }),
  ];
  const tools = differences(toolsOf(then), toolsOf(now)).map((change) => ({ ...change, name: `tool ${change.name}` }));
  if (JSON.stringify(then.system) !== JSON.stringify(now.system))
    changes.push({ name: "system prompt", before: "changed", after: "3 shows it" });
  const rows = [...changes, ...tools].map(({ name, before, after }) =>
    line(`setting ${name}`, [
      { text: `${sanitise(name)} `, token: "json.key" },
      { text: sanitise(before), token: "diff.removed" },
      { text: " → ", token: "text.dim" },
      { text: sanitise(after), token: "diff.added" },
    ]),
  );
  return rows.length > 0
    ? [heading("settings"), partOf(rows)]
    : [note("settings", "same model, parameters, tools and system prompt")];
}

function differences(then: Readonly<Record<string, Json>>, now: Readonly<Record<string, Json>>) {
  const names = [...new Set([...Object.keys(then), ...Object.keys(now)])];
  return names.flatMap((name) => {
    const [before, after] = [then[name], now[name]];
    if (JSON.stringify(before) === JSON.stringify(after)) return [];
    return [
      {
        name,
        before: before === undefined ? "absent" : compact(before),
        after: after === undefined ? "absent" : isObject(after) && isObject(before) ? "changed" : compact(after),
      },
    ];
  });
}

function toolsOf(facts: RequestFacts): Readonly<Record<string, Json>> {
  return Object.fromEntries(facts.tools.map((tool) => [tool.name, [tool.description ?? null, tool.schema ?? null]]));
}
