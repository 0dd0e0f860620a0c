import { VcrError } from "../../trace/errors.ts";

/** What cannot be planned, told in the options of the command line; those who draft a fork in a form are told by its fields. */

/** An edit that cannot be made. */
export class EditError extends VcrError {
  /** `STEP:/SIDE/POINTER` */
  readonly place: string;
  readonly why: string;

  constructor(
    { step, side, pointer }: { readonly step: string; readonly side: string; readonly pointer: string },
    why: string,
    hint?: string,
  ) {
    const place = `${step}:/${side}${pointer}`;
    super(`--edit ${place}: ${why}`, { code: "edit", hint });
    this.place = place;
    this.why = why;
  }
}

/** How a place is named at which a fork is to begin. */
export interface BoundaryWords {
  at(step: string | number): string;
  /** As advice. */
  use(step: string | number): string;
  /** As a condition. */
  given(step: string | number): string;
}

const OPTION: BoundaryWords = {
  at: (step) => `--at ${step}`,
  use: (step) => `use --at ${step}`,
  given: (step) => `with --at ${step}`,
};

interface Told {
  readonly message: string;
  readonly hint?: string | undefined;
}

/** A place at which a fork cannot begin. */
export class BoundaryError extends VcrError {
  readonly tell: (words: BoundaryWords) => Told;

  constructor(tell: (words: BoundaryWords) => Told) {
    const { message, hint } = tell(OPTION);
    super(message, { code: "at", hint });
    this.tell = tell;
  }
}
