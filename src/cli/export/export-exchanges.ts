import { writeGoVcr } from "../../formats/go-vcr/write-go-vcr.ts";
import { writeHar } from "../../formats/har/write-har.ts";
import { writeVcrpy } from "../../formats/vcrpy/write-vcrpy.ts";
import type { WholeExchange } from "../../formats/whole-exchange.ts";
import { type NoExchange, toExchange } from "../../run/records/to-exchanges.ts";
import type { Run } from "../../run/run.ts";
import { VERSION } from "../../version.ts";
import { Output } from "../output.ts";
import { Trouble, tell } from "../trouble.ts";
import { writeWhole } from "./write-whole.ts";

/** Formats that hold HTTP exchanges and nothing else. */
export type ExchangeFormat = "go-vcr" | "vcrpy" | "har";

interface Plan {
  /** Places of the events that are exchanges. */
  readonly places: readonly number[];
  /** How many are none, by reason. */
  readonly none: ReadonlyMap<NoExchange, number>;
  /** How many answers ended early: these formats cannot say so. */
  readonly cut: number;
}

/** @throws Trouble when there is nothing to write; VcrError when the file cannot be written */
export async function exportExchanges(
  run: Run,
  format: ExchangeFormat,
  { output, force }: { readonly output: string | undefined; readonly force: boolean },
): Promise<void> {
  const { places, none, cut } = planOf(run, format);
  if (places.length === 0) throw nothingToWrite(run);
  const pieces = textOf(format, exchangesAt(run, places));
  if (output === undefined) {
    const out = new Output();
    for (const piece of pieces) await out.line(piece.replace(/\n$/, ""));
  } else {
    writeWhole(output, pieces, force);
    tell(`wrote ${places.length} exchange(s) to ${output}`);
  }
  const left = [...none].map(([reason, count]) => `${count} event(s) with ${reason}`);
  if (left.length > 0) tell(`left out: ${left.join(", ")}`);
  if (cut > 0) tell(`${cut} answer(s) ended early; in the file they look whole, and are answered so from it`);
}

/** Bodies are read again when they are written: together they may be larger than memory. */
function planOf(run: Run, format: ExchangeFormat): Plan {
  const places: number[] = [];
  const none = new Map<NoExchange, number>();
  let cut = 0;
  for (let i = 0; i < run.length; i++) {
    const found = toExchange(run, i);
    if (found === undefined) continue;
    const reason = typeof found === "string" ? found : found.answer || format === "har" ? undefined : "no answer";
    if (reason === undefined) {
      places.push(i);
      if (typeof found === "object" && found.answer?.cut === true) cut++;
    } else none.set(reason, (none.get(reason) ?? 0) + 1);
  }
  return { places, none, cut };
}

function* exchangesAt(run: Run, places: readonly number[]): Generator<WholeExchange> {
  for (const i of places) {
    const found = toExchange(run, i);
    if (typeof found === "object") yield found;
  }
}

function textOf(format: ExchangeFormat, exchanges: Iterable<WholeExchange>): Iterable<string> {
  switch (format) {
    case "go-vcr":
      return writeGoVcr(exchanges);
    case "vcrpy":
      return writeVcrpy(exchanges);
    case "har":
      return writeHar(exchanges, VERSION);
  }
}

function nothingToWrite(run: Run): Trouble {
  const { format, formatTitle, path } = run;
  if (run.length === 0) return new Trouble(`${path} holds no events`);
  const hint = "vcr export --format vcr writes what there is";
  const kinds = Array.from({ length: run.length }, (_, i) => run.row(i).kind);
  if (format !== "vcr" && kinds.includes("llm"))
    return new Trouble(`${path} (${formatTitle}) keeps what was said, not the requests that were sent`, hint);
  return new Trouble(`${path}: none of its events is an HTTP exchange that was answered`, hint);
}
