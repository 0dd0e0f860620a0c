/**
 * A small Ink root whose output is lines for the painter: bars, prompts and dialogs are Ink components, and Ink never
 * sees the terminal. Import it within `withInkEnvironment`.
 */
import { Box, render } from "ink";
import type { ReactNode } from "react";
import { compose, toLines } from "../src/cells/grid.ts";
import type { Line } from "../src/cells/line.ts";
import { parseStyledText } from "../src/cells/styled-text.ts";
import { VirtualInput, VirtualOutput } from "./virtual-streams.ts";

export interface InkLayerOptions {
  /** In cells. */
  readonly width: number;
  readonly height: number;
  /** A component changed by itself, outside of `render` and `input`: the lines are new. */
  onFrame?(): void;
  /** A component threw while rendering. Without it the error is an unhandled rejection. */
  onError?(error: unknown): void;
}

export interface InkLayer {
  /** Renders before it returns. The same node again costs nothing. */
  render(node: ReactNode): void;
  /** Always `height` lines of exactly `width` cells. */
  lines(): readonly Line[];
  /**
   * Gives one key, as the bytes of its event, to the components that listen. Components whose value comes from outside
   * see the new one at the next `render`: render again before the next key.
   */
  input(sequence: string): void;
  resize(width: number, height: number): void;
  unmount(): void;
}

export function createInkLayer(options: InkLayerOptions): InkLayer {
  let { width, height } = options;
  let node: ReactNode = null;
  let instance: Instance | null = null;
  let busy = false;
  let lines: readonly Line[] | null = null;
  const keys = new VirtualInput();
  const screen = new VirtualOutput(width, height, () => {
    lines = null;
    if (!busy) options.onFrame?.();
  });

  const draw = (): void => {
    const tree = (
      <Box width={width} height={height} flexDirection="column" overflow="hidden">
        {node}
      </Box>
    );
    const wasBusy = busy;
    busy = true;
    try {
      if (instance === null) instance = mount(tree, { screen, keys }, options.onError);
      else instance.rerender(tree);
    } finally {
      busy = wasBusy;
    }
  };

  return {
    render: (next) => {
      if (instance !== null && next === node) return;
      node = next;
      draw();
    },
    lines: () => {
      lines ??= toLines(
        compose({ columns: width, rows: height }, [
          { rect: { x: 0, y: 0, width, height }, lines: parseStyledText(screen.frame) },
        ]),
      );
      return lines;
    },
    input: (sequence) => {
      if (instance === null) return;
      const wasBusy = busy;
      busy = true;
      try {
        keys.push(sequence);
      } finally {
        busy = wasBusy;
      }
      // What a component set of its own state is drawn now, not when React comes to it.
      draw();
    },
    resize: (nextWidth, nextHeight) => {
      if (nextWidth === width && nextHeight === height) return;
      width = nextWidth;
      height = nextHeight;
      screen.columns = width;
      screen.rows = height;
      lines = null;
      if (instance !== null) draw();
    },
    unmount: () => {
      screen.closed = true;
      instance?.unmount();
      instance?.cleanup();
      instance = null;
    },
  };
}

type Instance = ReturnType<typeof render>;

function mount(
  tree: ReactNode,
  { screen, keys }: { screen: VirtualOutput; keys: VirtualInput },
  onError: InkLayerOptions["onError"],
): Instance {
  const instance = render(tree, {
    // Ink's types ask for whole terminal streams; it uses of them what these have.
    stdout: screen as unknown as NodeJS.WriteStream,
    stdin: keys as unknown as NodeJS.ReadStream,
    debug: true,
    patchConsole: false,
    exitOnCtrlC: false,
  });
  const ended = instance.waitUntilExit();
  if (onError !== undefined) ended.catch(onError);
  return instance;
}
