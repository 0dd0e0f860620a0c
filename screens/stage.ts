import type { InkLayer } from "../components/ink-layer.tsx";
import type { Grid } from "../src/cells/grid.ts";
import { compose } from "../src/cells/grid.ts";
import type { Size } from "../src/cells/line.ts";
import type { Layer, View } from "./view.ts";

/** What the module with Ink gives: loaded behind the first frame. */
export interface InkKit {
  createInkLayer(options: {
    readonly width: number;
    readonly height: number;
    onFrame(): void;
    onError(error: unknown): void;
  }): InkLayer;
}

interface Mounted {
  readonly layer: InkLayer;
  width: number;
  height: number;
}

/** Lays panes and Ink layers over each other. Closed layers stay mounted, empty: opening again is quick. */
export class Stage {
  #kit: InkKit | null = null;
  readonly #mounted: Mounted[] = [];
  #keys: InkLayer | null = null;
  readonly #onFrame: () => void;
  readonly #onError: (error: unknown) => void;

  constructor(options: { onFrame(): void; onError(error: unknown): void }) {
    this.#onFrame = options.onFrame;
    this.#onError = options.onError;
  }

  takeInk(kit: InkKit): void {
    this.#kit = kit;
  }

  compose(view: View, size: Size): Grid {
    return compose(size, [...view.panes, ...this.#drawAll(view.layers)], view.cursor);
  }

  /**
   * A key for the layer on top that wants keys. A text field sees the value that its last key made only after it
   * has been drawn again, and keys come several at a time: so it is drawn before the key and after it.
   */
  input(sequence: string, layers: () => readonly Layer[]): void {
    this.#drawAll(layers());
    this.#keys?.input(sequence);
    this.#drawAll(layers());
  }

  close(): void {
    for (const { layer } of this.#mounted) layer.unmount();
  }

  #drawAll(layers: readonly Layer[]) {
    const drawn = layers.flatMap((layer, n) => this.#draw(layer, n));
    for (const spare of this.#mounted.slice(layers.length)) spare.layer.render(null);
    return drawn;
  }

  #draw({ rect, node, keys }: Layer, n: number) {
    if (!this.#kit) return [];
    const mounted = this.#mounted[n] ?? this.#mount(this.#kit, rect);
    this.#mounted[n] = mounted;
    if (mounted.width !== rect.width || mounted.height !== rect.height) {
      mounted.layer.resize(rect.width, rect.height);
      mounted.width = rect.width;
      mounted.height = rect.height;
    }
    mounted.layer.render(node);
    if (keys) this.#keys = mounted.layer;
    return [{ rect, lines: mounted.layer.lines() }];
  }

  #mount(kit: InkKit, { width, height }: Layer["rect"]): Mounted {
    return {
      layer: kit.createInkLayer({ width, height, onFrame: this.#onFrame, onError: this.#onError }),
      width,
      height,
    };
  }
}
