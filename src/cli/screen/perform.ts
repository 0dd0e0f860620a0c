import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, relative, resolve } from "node:path";
import type { Action } from "../../app/action.ts";
import { type DraftState, draftOf } from "../../app/draft/draft-state.ts";
import { keptDraft } from "../../app/draft/kept-draft.ts";
import type { Effect, LiveCall } from "../../app/effect.ts";
import type { Jobs } from "../../app/jobs.ts";
import { sideContextOf } from "../../app/narrowing/filter-facts.ts";
import type { State } from "../../app/state.ts";
import type { RunDiff } from "../../diff/run-diff.ts";
import { MaskedRun } from "../../run/masked/masked-run.ts";
import { headerOfCopy, toRecords } from "../../run/records/to-records.ts";
import type { Run } from "../../run/run.ts";
import { copyText } from "../../terminal/clipboard.ts";
import { type ExternalResult, openExternal } from "../../terminal/external.ts";
import { formatBytes } from "../../text/format.ts";
import { writeTrace } from "../../trace/write/writer.ts";
import { VERSION } from "../../version.ts";
import { errorMessage } from "../error-words.ts";
import { recordedHere } from "../files/recorded-here.ts";
import { shownMasker } from "../files/shown-file.ts";
import { samplePath } from "../sample.ts";
import { keepOption } from "../settings/user-config.ts";
import { draftWithoutSecrets } from "./draft-without-secrets.ts";
import type { Terminal } from "./front.ts";
import { rememberLine } from "./history-file.ts";
import { keepNotes } from "./kept-file.ts";
import { siblingsOf } from "./siblings.ts";
import { startFork } from "./start-fork.ts";

export interface PerformerOptions {
  readonly terminal: Terminal;
  /** A key for the text field of the layer on top. */
  forward(sequence: string): void;
  readonly jobs: Jobs;
  state(): State;
  dispatch(action: Action): void;
  quit(code: number): void;
  showRun(number: number): void;
  /** `next`: the command that follows when it is open. */
  openRun(path: string, next?: string): void;
  watchRun(path: string, socket: string): void;
  listRuns(): void;
  findRuns(query: string): void;
  compare(path: string): void;
  compareParent(): void;
  showOther(step: string | undefined): void;
  compareAgain(ignoreNoise: boolean): void;
  compareOn(): void;
  /** Something asked of whoever serves the run that is being written. */
  live(call: LiveCall, done: string | undefined): void;
  leaveLive(): void;
  attach(): void;
  repaint(): void;
  reload(): void;
  /** There is work for the jobs. */
  work(): void;
  /** Place of the selected row. */
  indexOf(): number;
}

/** Does what `update` wants done: effects are data, this is the one who acts on them. */
export class Performer {
  readonly #options: PerformerOptions;
  /** What of a draft is not kept, as it was said last. */
  #unkept = "";

  constructor(options: PerformerOptions) {
    this.#options = options;
  }

  perform(effect: Effect, state: State): void {
    const { terminal, jobs } = this.#options;
    switch (effect.type) {
      case "quit":
        return this.#options.quit(effect.code);
      case "suspend":
        return terminal.suspend();
      case "redraw":
        return this.#options.repaint();
      case "reload":
        return this.#options.reload();
      case "filter":
        jobs.filter(effect.text);
        return this.#options.work();
      case "search":
        jobs.search(effect.text, Math.max(0, this.#options.indexOf()));
        return this.#options.work();
      case "cancel-work":
        return jobs.cancel();
      case "copy":
        return this.#background(this.#copy(effect.text, effect.label));
      case "print":
        return this.#background(terminal.print(effect.text));
      case "open":
        return this.#background(this.#open(effect));
      case "after":
        setTimeout(() => this.#options.dispatch(effect.action), effect.ms).unref();
        return;
      case "forward":
        return this.#options.forward(effect.sequence);
      case "continue":
        jobs.continue(effect.direction, effect.from, state.annotations.breakpoints);
        return this.#options.work();
      case "compare":
        return this.#options.compare(effect.path);
      case "compare-parent":
        return this.#options.compareParent();
      case "show-other":
        return this.#options.showOther(effect.step);
      case "filter-diff":
        return this.#narrow(state, ({ narrowing }, diff) =>
          narrowing.filter(diff, effect.text, (side) => sideContextOf(() => this.#options.state(), side)),
        );
      case "search-diff":
        return this.#narrow(state, ({ narrowing }, diff, selected) => narrowing.search(diff, effect.text, selected));
      case "compare-again":
        return this.#options.compareAgain(effect.ignoreNoise);
      case "compare-on":
        return this.#options.compareOn();
      case "plan-fork":
        return this.#plan(state);
      case "edit-value":
        return this.#background(this.#edit(effect));
      case "watch-run":
        return this.#options.watchRun(effect.path, effect.socket);
      case "start-fork":
        return this.#background(this.#startFork(effect.draft, effect.at));
      case "list-siblings":
        return this.#options.dispatch({ type: "siblings", files: siblingsOf(state.run.path) });
      case "trace-value":
        jobs.traceValue(effect.direction, effect);
        return this.#options.work();
      case "count-hits":
        jobs.countHits(state.annotations.breakpoints);
        return this.#options.work();
      case "overview":
        jobs.overview();
        return this.#options.work();
      case "reveal":
        return this.#reveal(state.run, effect.step);
      case "keep":
        return this.#attempt(() => this.#keep(state));
      case "write":
        return this.#attempt(() => this.#write(effect.file, effect.text));
      case "write-run":
        return this.#attempt(() => this.#writeRun(state.run, effect.file, effect.steps));
      case "show-run":
        return this.#options.showRun(effect.number);
      case "open-run":
        return this.#options.openRun(effect.path, effect.next);
      case "open-sample":
        return this.#options.openRun(samplePath());
      case "list-runs":
        return this.#options.listRuns();
      case "find-runs":
        return this.#options.findRuns(effect.query);
      case "live":
        return this.#options.live(effect.call, effect.done);
      case "attach":
        return this.#options.attach();
      case "live-leave":
        return this.#options.leaveLive();
      case "live-edit":
        return this.#background(this.#editHeld(effect));
      case "mouse":
        terminal.setMouse(effect.on);
        return this.#say(effect.on ? "mouse on: hold Shift to select text" : "mouse off");
      case "configure":
        return this.#attempt(() => void keepOption(effect.name, effect.value));
      case "remember":
        return rememberLine(effect.kind, effect.text);
    }
  }

  /** Filter and search of a comparison wait for it: it asks for them again when it is there. */
  #narrow({ diff }: State, work: (jobs: Jobs, diff: RunDiff, selected: number) => void): void {
    if (!diff?.result) return;
    work(this.#options.jobs, diff.result, diff.selected);
    this.#options.work();
  }

  #plan(state: State): void {
    const draft = draftOf(state);
    if (!draft) return;
    this.#options.jobs.planFork(draft, { environment: process.env, here: recordedHere(draft.run) });
    this.#options.work();
  }

  async #edit({ place, text, extension }: Effect & { readonly type: "edit-value" }): Promise<void> {
    const end = await openExternal(this.#options.terminal, { program: "editor", text, extension }, process.env);
    this.#options.dispatch({ type: "edited", place, ...takenFrom(end, text) });
  }

  async #startFork(draft: DraftState, at: number): Promise<void> {
    const { run } = draft;
    try {
      this.#options.dispatch({ type: "fork-started", run, ...(await startFork(draft, at)) });
    } catch (error) {
      const why = errorMessage(error);
      this.#options.dispatch({ type: "fork-failed", run, why });
    }
  }

  #background(work: Promise<unknown>): void {
    work.catch((error: unknown) => this.#say(errorMessage(error), "error"));
  }

  #attempt(work: () => void): void {
    try {
      work();
    } catch (error) {
      this.#say(errorMessage(error), "error");
    }
  }

  /** A file that exists is never written over. */
  #write(file: string, text: string): void {
    writeFileSync(file, text, { mode: 0o600, flag: "wx" });
    this.#say(`wrote ${file}, ${formatBytes(Buffer.byteLength(text))}`);
  }

  #writeRun(run: Run, file: string, steps: readonly number[]): void {
    const from = relative(dirname(resolve(file)), resolve(run.path));
    writeTrace(file, headerOfCopy(run, from, `agent-vcr ${VERSION}`), toRecords(run, steps));
    this.#say(`wrote ${steps.length} steps to ${file}`);
  }

  #reveal(run: Run, step: string): void {
    if (!(run instanceof MaskedRun)) return;
    const shown = run.toggle(step);
    this.#options.dispatch({ type: "rows" });
    this.#say(shown ? `step ${step} as its file has it; V masks it again` : `step ${step} is masked again`);
  }

  #keep(state: State): void {
    const draft = draftOf(state);
    const whole = draft && keptDraft(draft);
    const { kept, left } = whole ? draftWithoutSecrets(whole, shownMasker()) : { kept: undefined, left: [] };
    keepNotes(state.run, numberIn(state), { annotations: state.annotations, draft: kept });
    const words = [...new Set(left)].join(", ");
    if (words !== "" && words !== this.#unkept)
      this.#say(`${words}: holds a secret, so it is gone when you quit`, "warning");
    this.#unkept = words;
  }

  #say(text: string, tone: "info" | "warning" | "error" = "info"): void {
    this.#options.dispatch({ type: "toast", tone, text });
  }

  async #copy(text: string, label: string): Promise<void> {
    const { terminal } = this.#options;
    // Behind a pipe is no clipboard that could be told.
    if (!process.stdout.isTTY) return terminal.print(text);
    const result = await copyText(text, {
      env: process.env,
      platform: process.platform,
      write: (sequence) => terminal.write(sequence),
    });
    if (result.copied) return this.#say(`copied the ${label}, ${formatBytes(result.bytes)}, by ${result.how}`);
    const file = join(mkdtempSync(join(tmpdir(), "vcr-")), "copy.txt");
    writeFileSync(file, text, { mode: 0o600, flag: "wx" });
    this.#say(`too large for the clipboard (${formatBytes(result.bytes)}): the ${label} is in ${file}`, "warning");
  }

  async #open({ program, text, extension }: External): Promise<string | null> {
    const end = await openExternal(this.#options.terminal, { program, text, extension }, process.env);
    if (end.error)
      this.#say(
        `${end.command} could not be started: ${end.error.message} (set $${program === "pager" ? "PAGER" : "EDITOR"})`,
        "error",
      );
    return end.text;
  }

  async #editHeld({ text, extension, edit }: Effect & { readonly type: "live-edit" }): Promise<void> {
    const edited = await this.#open({ program: "editor", text, extension });
    this.#options.dispatch({ type: "live-edited", edit, text: edited });
  }
}

type External = Pick<Effect & { readonly type: "open" }, "program" | "text" | "extension">;

/** What is taken from an editor: nothing where it failed, or where all is as it was. */
function takenFrom(end: ExternalResult, before: string): { readonly text: string | null; readonly why?: string } {
  if (end.error) return { text: null, why: `${end.command} could not be started: ${end.error.message} (set $EDITOR)` };
  if (end.text === null) return { text: null, why: `${end.command} ended with code ${end.code}: nothing is taken` };
  return { text: end.text === before ? null : end.text };
}

/** Which run of its file is in view, from 0. */
export function numberIn({ runs, run }: Pick<State, "runs" | "run">): number {
  return Math.max(0, runs.indexOf(run));
}
