/** One line of a list to choose from. */
export interface Choice {
  readonly label: string;
  readonly help: string;
  /** Where Enter goes. */
  readonly step?: string;
  /** Line that Enter begins on the `:` line. */
  readonly line?: string;
  /** Stands for the run that this one was forked or replayed from, to compare with. */
  readonly parent?: boolean;
  /** File of a run to compare with. */
  readonly file?: string;
  /** Places of two events of this run to compare. */
  readonly pair?: readonly [before: number, after: number];
  /** Side of the selected call to edit. */
  readonly edit?: "request" | "response";
  /** Run of the file, from 0. */
  readonly run?: number;
  /** Breakpoint it stands for. */
  readonly breakpoint?: number;
  /** Enter only closes the list. */
  readonly stay?: boolean;
  /** Command that Enter runs, by its id. */
  readonly command?: string;
  /** Change of later requests that it stands for. */
  readonly rewrite?: { readonly index: number; readonly on: boolean };
  /** Option whose value it shows. */
  readonly option?: string;
}

export interface Choices {
  readonly title: string;
  readonly list: readonly Choice[];
  /** What stands there while the list is empty. */
  readonly empty: string;
}
