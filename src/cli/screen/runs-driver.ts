import type { Action } from "../../app/action.ts";
import type { LabelJob, LabelSearch } from "../../app/narrowing/label-search.ts";
import { runLabels } from "../../app/runs-list.ts";
import type { Catalog } from "../../run/catalog/catalog.ts";
import { type CatalogDrive, driveCatalog } from "../../run/catalog/drive-catalog.ts";
import type { CostOf } from "../../run/catalog/read-facts.ts";
import { shownFile } from "../files/shown-file.ts";

/** Milliseconds between two frames of a list that fills up. */
const TELL_EVERY = 60;
const SLICE = 6;

/** Keeps the list of runs going: folders, heads of files, fuzzy search, each in slices between which keys come in. */
export class RunsDriver {
  readonly #catalog: Catalog;
  readonly #dispatch: (action: Action) => void;
  readonly #costs: () => Promise<CostOf>;
  #drive: CatalogDrive | null = null;
  #told = 0;
  #telling: NodeJS.Timeout | undefined;
  #search: LabelSearch | null = null;
  #query = "";

  constructor(catalog: Catalog, options: { costs(): Promise<CostOf>; dispatch(action: Action): void }) {
    this.#catalog = catalog;
    this.#dispatch = options.dispatch;
    this.#costs = options.costs;
  }

  /** The list is on the screen: looks through its folders, or through them again. */
  show(): void {
    if (this.#drive) this.#catalog.lookAgain();
    this.#drive ??= driveCatalog(this.#catalog, {
      costs: this.#costs,
      shown: shownFile,
      onChange: () => this.#tellSoon(),
    });
    this.#drive.wake();
  }

  /** These rows are seen: they are read first, and whole. */
  inView(paths: readonly string[]): void {
    this.#catalog.want(paths);
    this.#drive?.wake();
  }

  /** Looks for runs like `query` behind those that hold its words. */
  find(query: string): void {
    this.#query = query;
    if (query.trim() !== "") this.#look(query).catch(() => {});
  }

  stop(): void {
    this.#drive?.stop();
    clearTimeout(this.#telling);
    this.#query = "";
  }

  async #look(query: string): Promise<void> {
    const { loadLabelSearch } = await import("../../app/narrowing/label-search.ts");
    this.#search ??= await loadLabelSearch();
    if (query === this.#query)
      this.#slice(query, this.#search(query.trim(), [...runLabels(this.#catalog.entries).keys()]));
  }

  #slice(query: string, job: LabelJob): void {
    setImmediate(() => {
      if (query !== this.#query) return;
      if (job.advance(performance.now() + SLICE)) this.#dispatch({ type: "runs-alike", query, labels: job.found() });
      else this.#slice(query, job);
    });
  }

  #tellSoon(): void {
    if (this.#telling) return;
    const wait = Math.max(0, this.#told + TELL_EVERY - performance.now());
    this.#telling = setTimeout(() => {
      this.#telling = undefined;
      this.#told = performance.now();
      this.#dispatch({ type: "catalog" });
    }, wait);
  }
}
