import type { ShowOptions } from "./show.ts";

export interface InteractiveOptions extends ShowOptions {
  /** Undefined: as the terminal says. */
  readonly tui?: boolean | undefined;
}

/** `vcr show -i`: the full screen on a terminal, commands by the line elsewhere. */
export async function showInteractive(address: string, options: InteractiveOptions): Promise<void> {
  if (options.tui ?? (process.stdout.isTTY && process.stdin.isTTY)) {
    const { tui } = await import("../screen/tui.ts");
    return tui(
      [address],
      {
        color: options.color,
        ...(options.price && { price: options.price }),
        ...(options.pricesFile !== undefined && { pricesFile: options.pricesFile }),
        ...(options.cost !== undefined && { cost: options.cost }),
        ...(options.step && { at: options.step }),
        ...(options.filter && { filter: options.filter }),
        ...(options.reveal && { reveal: true }),
      },
      [],
    );
  }
  const { stepLines } = await import("./step-lines.ts");
  return stepLines(address, options);
}
