import { basename } from "node:path";
import type { PlacedEntry } from "../../run/catalog/lineage.ts";
import type { RunFacts } from "../../run/catalog/run-facts.ts";
import { nameToType } from "../../run/catalog/run-names.ts";
import { formatBytes, formatClock, formatCount } from "../../text/format.ts";
import { sanitise, sanitiseLines } from "../../text/sanitise.ts";
import { costText, linkOf } from "./run-cells.ts";

/** A line of the preview before it is wrapped; texts are sanitised. */
export interface PreviewRow {
  /** Heading at the left; "" goes on with what is above. */
  readonly label: string;
  readonly text: string;
  readonly token: string;
}

/** What is known of a run without opening it. */
export function runPreview({ file, facts, problem, children }: PlacedEntry): readonly PreviewRow[] {
  const rows: PreviewRow[] = [];
  const add = (label: string, text: string | undefined, token = "text"): void => {
    if (text === undefined || text.trim() === "") return;
    for (const [n, line] of sanitiseLines(text.trim()).entries())
      rows.push({ label: n === 0 ? label : "", text: line, token });
  };
  add("problem", problem, "status.error");
  add("asked", facts?.prompt, "text.strong");
  add("answer", facts?.sums?.lastAnswer);
  const error = facts?.sums?.firstError;
  if (error) add("error", `step ${error.step}: ${error.text}`, "status.error");
  add("title", facts?.header.title);
  add("totals", facts && totals(facts));
  add("models", facts?.sums?.models.join(", "));
  add("made from", facts && origin(facts), "fork");
  add("forks", children.map((path) => basename(path)).join(", "), "fork");
  add("command", facts?.header.argv?.join(" "));
  add("folder", facts?.header.cwd);
  add("written by", facts && [facts.header.by, facts.formatTitle].filter((text) => text !== undefined).join(", "));
  add("created", facts?.header.created === undefined ? undefined : dateAndTime(facts.header.created));
  add("file", `${file.path}  ${formatBytes(file.size)}`, "text.dim");
  const name = nameToType(file);
  if (name !== file.path) add("opens with", `vcr ${name}`, "text.dim");
  return rows;
}

function totals({ runs, sums }: RunFacts): string {
  if (!sums) return "reading";
  const texts = [
    runs > 1 ? `${runs} runs` : "",
    `${sums.steps} step${sums.steps === 1 ? "" : "s"}`,
    sums.errors > 0 ? `${sums.errors} error${sums.errors === 1 ? "" : "s"}` : "",
    sums.tokens === undefined ? "" : `${sums.tokensAtLeast ? "≥" : ""}${formatCount(sums.tokens)} tokens`,
    costText(sums),
  ];
  return texts.filter((text) => text !== "").join(" · ");
}

function origin(facts: RunFacts): string | undefined {
  const { parent } = facts.header;
  if (!parent) return undefined;
  const name = parent.file === undefined ? (parent.id ?? "another run") : basename(parent.file);
  return sanitise(`${name} (${linkOf(facts)})`);
}

function dateAndTime(at: number): string {
  const date = new Date(at);
  if (Number.isNaN(date.getTime())) return "";
  const day = [date.getFullYear(), date.getMonth() + 1, date.getDate()].map((each) => String(each).padStart(2, "0"));
  return `${day.join("-")} ${formatClock(at)}`;
}
