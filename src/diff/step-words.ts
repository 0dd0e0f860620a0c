import { type Pairs, pairSimilarity, wordPairs } from "../identity/text-similarity.ts";
import { newMessages } from "../query/fields/new-messages.ts";
import type { Run } from "../run/run.ts";
import { stepPayload } from "./step-payload.ts";

/** Characters of what a step says that are compared with another's. */
const ENOUGH = 4000;
/** Steps whose words are kept at hand. */
const KEPT = 2000;

interface Words {
  readonly asked: Pairs;
  readonly came: Pairs;
}

/** How alike two steps are that are not equal, by the words of what is new in them. */
export class StepWords {
  readonly #run: Run;
  readonly #kept = new Map<number, Words>();

  constructor(run: Run) {
    this.#run = run;
  }

  of(i: number): Words {
    const known = this.#kept.get(i);
    if (known) return known;
    if (this.#kept.size >= KEPT) this.#kept.clear();
    const made = this.#read(i);
    this.#kept.set(i, made);
    return made;
  }

  #read(i: number): Words {
    if (this.#run.row(i).kind !== "llm") {
      const { asked, came } = stepPayload(this.#run, i);
      return { asked: pairsOf(asked), came: pairsOf(came) };
    }
    const messages = this.#run.messages(i);
    const said = newMessages(this.#run, i).map((k) => messages[k]!.read().parts);
    return { asked: pairsOf(said), came: pairsOf(this.#run.exchange(i).answer?.message?.parts) };
  }
}

/** 0..1; what was asked and what came of it count alike. */
export function stepSimilarity(a: Words, b: Words): number {
  return (pairSimilarity(a.asked, b.asked) + pairSimilarity(a.came, b.came)) / 2;
}

function pairsOf(value: unknown): Pairs {
  const words: string[] = [];
  let length = 0;
  collect(value, (text) => {
    words.push(text);
    length += text.length;
    return length < ENOUGH;
  });
  return wordPairs(words.join(" "));
}

/** Names of members, ids and the names of their kinds left out: they are alike everywhere. */
function collect(value: unknown, take: (text: string) => boolean, depth = 0): boolean {
  if (value === null || value === undefined || depth > 100) return true;
  if (typeof value !== "object") return take(String(value));
  for (const [key, member] of Object.entries(value)) {
    if (key === "id" || key === "type" || key === "base64") continue;
    if (!collect(member, take, depth + 1)) return false;
  }
  return true;
}
