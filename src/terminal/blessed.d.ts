/** The parts of blessed that are used here; the package carries no types. */
declare module "blessed/lib/colors.js" {
  /** The nearest of the 256 palette colours to "#rrggbb"; -1 for other text. */
  export function match(color: string): number;
  /** The nearest of the first 8 colours for a palette colour over 15, when `total` is 16 or less. */
  export function reduce(color: number, total: number): number;
  /** Answers of `match` by 24-bit colour. */
  export const _cache: Record<string, number>;
}

declare module "blessed/lib/tput.js" {
  class Tput {
    constructor(options: { terminal: string; extended: boolean });
    /** Not null when the entry could not be read; another terminal's is then used in its place. */
    readonly error: Error | null;
    readonly colors: number | undefined;
  }
  export = Tput;
}
