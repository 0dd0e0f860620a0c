import type { Json, JsonObject } from "../../json/json.ts";
import type { Dialect } from "../../providers/dialect.ts";
import { modelOfPath } from "../../providers/request.ts";
import type { Edit } from "../../trace/event.ts";
import { type Change, changesOf, editKind, type Rewrite, rewrittenText } from "./rewrite.ts";

/** A request that may carry what is rewritten. */
export interface Rewritable {
  /** Body, unpacked. */
  readonly text: string;
  /** As it is recorded, secrets masked: targets are found in it. */
  readonly masked: Json;
  readonly path: string;
  readonly dialect: Dialect;
  readonly lane: string;
  /** Equal for a request that is sent again. */
  readonly identity: string;
}

export interface RewrittenRequest {
  readonly text: string;
  readonly path: string;
  readonly edits: readonly Edit[];
  /** For the event: what was changed; undefined when nothing was. */
  readonly sent: JsonObject | undefined;
  /** The agent had something else there than when it was recorded. */
  readonly changed: boolean;
}

/** The rewrites of a fork, and what becomes of them from request to request. */
export class LiveRewrites {
  readonly #rewrites: Rewrite[];
  readonly #off = new Set<Rewrite>();
  /** Lanes in which the target of a rewrite has been. */
  readonly #carried = new Map<Rewrite, Set<string>>();
  /** Identity of the request that a rewrite for one request was made in. */
  readonly #used = new Map<Rewrite, string>();
  readonly #applied = new Set<Rewrite>();
  readonly #lapsed = new Set<Rewrite>();

  constructor(rewrites: readonly Rewrite[]) {
    this.#rewrites = [...rewrites];
  }

  get any(): boolean {
    return this.#rewrites.length > this.#off.size;
  }

  get list(): readonly { readonly rewrite: Rewrite; readonly on: boolean }[] {
    return this.#rewrites.map((rewrite) => ({ rewrite, on: !this.#off.has(rewrite) }));
  }

  /** Answers what takes them back. */
  add(rewrites: readonly Rewrite[]): () => void {
    this.#rewrites.push(...rewrites);
    return () => {
      for (const rewrite of rewrites) this.#rewrites.splice(this.#rewrites.indexOf(rewrite), 1);
    };
  }

  set(index: number, on: boolean): void {
    const rewrite = this.#rewrites[index];
    if (rewrite === undefined) return;
    if (on) this.#off.delete(rewrite);
    else this.#off.add(rewrite);
  }

  /** Those whose target a later request of the same conversation did not hold any more (compaction). */
  get lapsed(): readonly Rewrite[] {
    return [...this.#lapsed].filter(({ pinned }) => pinned !== true);
  }

  get unused(): readonly Rewrite[] {
    return this.#rewrites.filter((rewrite) => rewrite.pinned !== true && !this.#applied.has(rewrite));
  }

  /** A request was served as it is; true: it carries what is rewritten from the boundary on. */
  seen({ masked, dialect, lane }: Pick<Rewritable, "masked" | "dialect" | "lane">): boolean {
    let any = false;
    for (const rewrite of this.#rewrites) {
      if (rewrite.target.kind === "parameter" || this.#off.has(rewrite)) continue;
      if (changesOf(rewrite, masked, { dialect, op: dialect.id }).length === 0) continue;
      this.#lanes(rewrite).add(lane);
      any = true;
    }
    return any;
  }

  /** Undefined when a place cannot be written. */
  apply(request: Rewritable): RewrittenRequest | undefined {
    const { masked, dialect, lane, identity } = request;
    const made: { readonly rewrite: Rewrite; readonly changes: readonly Change[] }[] = [];
    for (const rewrite of this.#rewrites) {
      if (this.#off.has(rewrite)) continue;
      const changes = changesOf(rewrite, masked, { dialect, op: dialect.id });
      if (changes.length > 0) this.#lanes(rewrite).add(lane);
      else if (rewrite.target.kind !== "parameter" && this.#lanes(rewrite).has(lane)) this.#lapsed.add(rewrite);
      const used = this.#used.get(rewrite);
      if (changes.length === 0 || (rewrite.once && used !== undefined && used !== identity)) continue;
      if (rewrite.once) this.#used.set(rewrite, identity);
      this.#applied.add(rewrite);
      made.push({ rewrite, changes });
    }
    return sentRequest(request, made);
  }

  #lanes(rewrite: Rewrite): Set<string> {
    const known = this.#carried.get(rewrite) ?? new Set<string>();
    this.#carried.set(rewrite, known);
    return known;
  }
}

function sentRequest(
  { text, path }: Rewritable,
  made: readonly { readonly rewrite: Rewrite; readonly changes: readonly Change[] }[],
): RewrittenRequest | undefined {
  const changes = made.flatMap((each) => each.changes);
  // Some APIs name the model in the path and nowhere else.
  const inPath = modelOfPath(path);
  const model = changes.findLast(({ pointer }) => pointer === "/model")?.value;
  const named = typeof model === "string" && inPath !== undefined;
  const inBody = named ? changes.filter(({ pointer }) => pointer !== "/model") : changes;
  const sentText = rewrittenText(text, inBody);
  if (sentText === undefined) return undefined;
  const sentPath = named ? withModel(path, inPath, model) : path;
  const { set, drop } = setAndDrop(inBody);
  return {
    text: sentText,
    path: sentPath,
    edits: [...new Set(made.map(({ rewrite }) => editKind(rewrite)))],
    sent:
      made.length === 0
        ? undefined
        : { set, ...(drop.length > 0 && { drop }), ...(sentPath !== path && { path: sentPath }) },
    changed: changes.some(({ other }) => other),
  };
}

/** Members that are left out are told behind all that is set: what was set there before is none. */
function setAndDrop(changes: readonly Change[]) {
  const set = new Map<string, Json>();
  const drop = new Set<string>();
  for (const { pointer, value } of changes) {
    if (value === undefined) {
      set.delete(pointer);
      drop.add(pointer);
    } else {
      set.set(pointer, value);
      drop.delete(pointer);
    }
  }
  return { set: Object.fromEntries(set), drop: [...drop] };
}

function withModel(path: string, was: string, model: string): string {
  for (const form of [encodeURIComponent(was), was])
    if (path.includes(`/${form}`)) return path.replace(`/${form}`, () => `/${encodeURIComponent(model)}`);
  return path;
}
