/** What `update` wants done in the world: data, run by one runner (the `tui` command has it). */
export type Effect =
  | { readonly type: "quit"; readonly code: number }
  | { readonly type: "suspend" }
  | { readonly type: "redraw" }
  | { readonly type: "reload" }
  /** Applies the filter text; answered by `filtered` or `filter-problem`. An empty text stops it. */
  | { readonly type: "filter"; readonly text: string }
  | { readonly type: "search"; readonly text: string }
  | { readonly type: "cancel-work" }
  | { readonly type: "copy"; readonly text: string; readonly label: string }
  /** Leaves the screen, prints to the normal one, waits for a key. */
  | { readonly type: "print"; readonly text: string }
  /** Hands a text to $PAGER or $EDITOR; `extension` names its kind ("json", "md", "txt"). */
  | { readonly type: "open"; readonly program: "pager" | "editor"; readonly text: string; readonly extension: string }
  | {
      readonly type: "after";
      readonly ms: number;
      readonly action:
        | { readonly type: "which-key" }
        | { readonly type: "count-over"; readonly count: string }
        | { readonly type: "toast-over"; readonly id: number };
    }
  /** Keys for the Ink layer on top (a text field reads them itself). */
  | { readonly type: "forward"; readonly sequence: string }
  /** Another run of the open file is in view. */
  | { readonly type: "show-run"; readonly number: number }
  | { readonly type: "mouse"; readonly on: boolean }
  | { readonly type: "remember"; readonly kind: "filter" | "search" | "command"; readonly text: string };

export interface Result<S> {
  readonly state: S;
  readonly effects: readonly Effect[];
}
