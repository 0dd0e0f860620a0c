import type { PlannedFork } from "../../fork/plan/planned-fork.ts";
import type { ForkPreview } from "../../fork/plan/preview.ts";
import { keyWords, secretWords, servedWords, toolWords } from "../../fork/plan/preview-words.ts";
import { costText } from "../../stats/cost-text.ts";
import type { DraftState, Outlook, RestCost } from "./draft-state.ts";

/** What a draft comes to, in sentences. */

export interface DraftWord {
  readonly label: string;
  readonly text: string;
  readonly token: string;
  /** The boundary: what is served, what is live. */
  readonly pinned?: boolean;
}

export function draftWords(draft: DraftState): readonly DraftWord[] {
  const { outlook, progress, failure } = draft;
  const failed = failure === null ? [] : [word("failed", failure, "status.error")];
  if (!outlook) return [...failed, word("fork", workingText(progress), "text.dim")];
  return [...failed, ...plannedWords(draft, outlook)];
}

function plannedWords(draft: DraftState, { planned, cost }: Outlook): readonly DraftWord[] {
  if (planned.type === "refused") return refusedWords(planned);
  if (planned.type === "unservable")
    return [
      word("fork", `this run cannot be forked: ${planned.why}`, "status.error"),
      word("", "a fork serves recorded answers to the same requests, so it needs the requests byte for byte", "text"),
      word("", 'it can go on from its messages without the agent: Enter on "run by"', "text.strong"),
    ];
  const { preview, alone } = planned;
  const { limit, notes, providers, models, here } = preview;
  const own = new Set(draft.edits.map(({ step, side, pointer }) => `${step}:/${side}${pointer}`));
  const others = preview.changes.filter(({ place = "" }) => !own.has(place));
  const to = [providers.join(", "), ` (${draft.model ?? models.join(", ")})`].join("");
  return [
    {
      ...word(
        "fork",
        alone ? aloneText(limit, draft) : `${servedWords(limit)}, step ${limit} is the first live call`,
        "text.strong",
      ),
      pinned: true,
    },
    ...notes.map((text) => word("", text, "text")),
    word(
      "live",
      `calls ${to === " ()" ? "the provider" : to} ${here ? "on this machine" : "over the network and costs money"}`,
      "warning",
    ),
    ...(cost ? [word("cost", restText(cost, limit, draft.model), "text")] : []),
    ...(alone ? [word("tools", ALONE_TOOLS, "text")] : []),
    ...toolWords(preview).map(({ text }) => word("tools", text, "warning")),
    ...secretWords(preview).map((text) => word("secrets", text, "warning")),
    ...(alone ? aloneKeys(preview) : keyWords(preview)).map((text, n) =>
      word(n === 0 ? "keys" : "", text, draft.ownKey && !alone ? "text.dim" : "status.error"),
    ),
    ...others.map(({ text }, n) => word(n === 0 ? "changed" : "", text, "diff.changed")),
  ];
}

function aloneKeys({ missingKeys }: ForkPreview): readonly string[] {
  return missingKeys.map((name) => `${name} is not set: vcr asks the model with it`);
}

const ALONE_TOOLS =
  "answered by recorded calls of the same name and arguments, for any other you are asked: nothing runs on this machine";

function aloneText(limit: number, { run }: DraftState): string {
  const what =
    limit < run.steps ? `the request of step ${limit} is sent again` : "the conversation goes on behind its last step";
  return `${what} by vcr itself, without the agent`;
}

function refusedWords({ message, hint }: PlannedFork & { readonly type: "refused" }): readonly DraftWord[] {
  return [word("fork", message, "status.error"), ...(hint === undefined ? [] : [word("", hint, "text")])];
}

export function workingText(progress: number | null): string {
  return progress === null || progress === 0 ? "being worked out" : `being worked out, ${Math.floor(100 * progress)}%`;
}

/** The recorded rest is all that is known of what is to come. */
function restText({ calls, total, unpriced }: RestCost, limit: number, model: string | null): string {
  if (calls === 0) return "unknown: nothing was recorded from there on";
  const whose = `the ${calls} recorded ${calls === 1 ? "call" : "calls"} from step ${limit} on`;
  const at = model === null ? "" : `, at the price of ${model}`;
  return `${costText({ cost: total, unpriced }) ?? "nothing"} for ${whose}${at}`;
}

function word(label: string, text: string, token: string): DraftWord {
  return { label, text, token };
}
