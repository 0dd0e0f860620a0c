/** The parts of blessed that are used here; the package carries no types. */
declare module "blessed/lib/tput.js" {
  class Tput {
    constructor(options: { terminal: string; extended: boolean });
    /** Not null when the entry could not be read; another terminal's is then used in its place. */
    readonly error: Error | null;
    readonly colors: number | undefined;
  }
  export = Tput;
}
