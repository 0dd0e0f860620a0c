import type { Action } from "../../app/action.ts";
import type { State } from "../../app/state.ts";
import { toAscii } from "../../cells/ascii.ts";
import type { Grid } from "../../cells/grid.ts";
import type { Size } from "../../cells/line.ts";
import { type Capabilities, terminfoColors } from "../../terminal/capabilities.ts";
import type { ColorDepth } from "../../terminal/color-codes.ts";
import { withInkEnvironment } from "../../terminal/ink-environment.ts";
import type { InputEvent } from "../../terminal/input-event.ts";
import { paint } from "../../terminal/painter.ts";
import { isLight } from "../../terminal/probe.ts";
import { TerminalSession } from "../../terminal/session.ts";
import { madeStateFolder } from "../settings/user-folders.ts";
import type { Front, FrontHooks, FrontMaker, Terminal } from "./front.ts";

type Stage = import("../../../screens/stage.ts").Stage;
type Screens = typeof import("../../../screens/screen.ts");
type LayersOf = import("../../../screens/view.ts").LayersOf;
type InkKit = typeof import("../../../screens/ink.tsx");

export interface ScreenOptions {
  readonly capabilities: Capabilities;
  readonly mouse: boolean;
}

/** Loads what the first frame needs; Ink follows behind it. */
export async function screenFront(options: ScreenOptions): Promise<FrontMaker> {
  const [screens, stage] = await Promise.all([
    import("../../../screens/screen.ts"),
    import("../../../screens/stage.ts"),
  ]);
  return (hooks) => new ScreenFront(options, hooks, { screens, stage });
}

/** Panes painted straight onto the terminal, bars and dialogs by Ink above them. */
class ScreenFront implements Front {
  readonly #options: ScreenOptions;
  readonly #hooks: FrontHooks;
  readonly #session: TerminalSession;
  readonly #stage: Stage;
  readonly #screens: Screens;
  #ink: InkKit | null = null;
  #shown: Grid | null = null;
  #colors: ColorDepth;
  /** Typed into a text field before Ink was there to read it. */
  readonly #early: string[] = [];

  constructor(
    options: ScreenOptions,
    hooks: FrontHooks,
    { screens, stage }: { screens: Screens; stage: typeof import("../../../screens/stage.ts") },
  ) {
    this.#options = options;
    this.#colors = options.capabilities.colors;
    this.#hooks = hooks;
    this.#screens = screens;
    const session = TerminalSession.open({
      capabilities: options.capabilities,
      title: "vcr",
      mouse: options.mouse,
      logFile: process.env.VCR_LOG || null,
      crashFolder: madeStateFolder,
      onInput: (events) => this.#onInput(events),
      onResize: (size) => this.#resized(size),
      onRepaint: () => this.repaint(),
      onLog: ({ text }) => hooks.dispatch({ type: "log", tone: "info", text }),
    });
    if (!session) throw new Error("no terminal to draw on");
    this.#session = session;
    this.#stage = new stage.Stage({ onFrame: () => hooks.paint(), onError: (error) => session.fail(error, 71) });
  }

  get size(): Size {
    return this.#session.size;
  }

  get terminal(): Terminal {
    return this.#session;
  }

  async start(): Promise<void> {
    this.#askTerminal().catch((error: unknown) => this.#session.fail(error));
    this.#askTerminfo().catch((error: unknown) => this.#session.fail(error));
    await this.#loadInk().catch((error: unknown) => this.#session.fail(error, 71));
  }

  /** A name that says nothing was taken for sixteen colours: its entry in terminfo knows better. */
  async #askTerminfo(): Promise<void> {
    if (!this.#options.capabilities.guessed) return;
    const colors = await terminfoColors(process.env.TERM ?? "");
    if (colors === null || colors === this.#colors) return;
    this.#colors = colors;
    this.repaint();
  }

  paint(state: State): void {
    const dispatch = (action: Action): void => this.#hooks.dispatch(action);
    const view = this.#screens.screen(state, dispatch, this.#layers());
    // One plain Ink tree instead of panes and layers: to see whether a fault is the painter's.
    const whole = process.env.VCR_PLAIN_INK && this.#ink ? this.#ink.plainView(view, state.size) : view;
    const composed = this.#stage.compose(whole, state.size);
    const grid = state.options.unicode ? composed : toAscii(composed);
    this.#session.write(paint(this.#shown, grid, { colors: this.#colors, sync: this.#session.answers.sync }));
    this.#shown = grid;
    this.#session.setTitle(view.title);
  }

  repaint(): void {
    this.#shown = null;
    // A window may have changed while somebody else had the terminal.
    this.#hooks.dispatch({ type: "resize", size: this.#session.size });
  }

  forward(sequence: string): void {
    const ink = this.#ink;
    if (!ink) {
      this.#early.push(sequence);
      return;
    }
    const state = () => this.#hooks.state();
    const dispatch = (action: Action): void => this.#hooks.dispatch(action);
    this.#stage.input(sequence, () =>
      process.env.VCR_PLAIN_INK
        ? ink.plainView(this.#screens.screen(state(), dispatch, ink.layersOf), state().size).layers
        : ink.layersOf(state(), dispatch),
    );
  }

  async close(): Promise<void> {
    this.#stage.close();
    await this.#session.close();
  }

  #layers(): LayersOf | null {
    return this.#ink?.layersOf ?? null;
  }

  /** Ink, the colours of code and the palette's search come behind the first frame. */
  async #loadInk(): Promise<void> {
    const ink = await withInkEnvironment(() => import("../../../screens/ink.tsx"));
    this.#stage.takeInk(ink);
    this.#ink = ink;
    for (const sequence of this.#early.splice(0)) this.forward(sequence);
    this.#hooks.paint();
    const [{ loadCodeHighlighter }, { loadPaletteSearch }] = await Promise.all([
      import("../../text/highlight-code.ts"),
      import("../../app/prompt/palette.ts"),
    ]);
    this.#hooks.dispatch({ type: "ability", highlight: await loadCodeHighlighter(), fuzzy: await loadPaletteSearch() });
  }

  async #askTerminal(): Promise<void> {
    const answers = await this.#session.probe();
    if (answers.background !== null) this.#hooks.dispatch({ type: "background", light: isLight(answers.background) });
  }

  #onInput(events: readonly InputEvent[]): void {
    const actions: Action[] = [];
    for (const event of events) {
      if (event.type === "key") actions.push({ type: "key", key: event });
      else if (event.type === "mouse") actions.push({ type: "mouse", mouse: event });
      else if (event.type === "paste") actions.push({ type: "paste", text: event.text });
    }
    if (actions.length > 0) this.#hooks.dispatch(...actions);
  }

  #resized(size: Size): void {
    this.#shown = null;
    this.#hooks.dispatch({ type: "resize", size });
  }
}
