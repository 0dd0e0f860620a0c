/**
 * What a filter may ask that the run itself does not know: the host (a screen, a breakpoint engine, a diff) plugs in
 * what it has. A missing function means that this fact does not exist here: its term matches nothing and gives a hint.
 */
export interface FilterContext {
  marked?(step: string): boolean;
  noted?(step: string): boolean;
  /** A breakpoint stands on the step. */
  bp?(step: string): boolean;
  /** The step at which this run left its parent. */
  fork?(step: string): boolean;
  /** Its place in the comparison with the other run. */
  diff?(step: string): "equal" | "changed" | "added" | "removed" | "moved" | undefined;
  /** Which half of a call a breakpoint is looking at. */
  readonly phase?: "request" | "response";
  /** USD of row i by the price table; without it only a stored cost is known. */
  cost?(i: number): number | undefined;
}
