import type { PricedCall, Prices, Rates } from "./prices.ts";

/** Prices given by hand, by model in lower case; they go before the catalogue. */
export type GivenPrices = ReadonlyMap<string, Rates>;

/**
 * The catalogue of `@pydantic/genai-prices` as it was when this program was built: nothing is fetched.
 * It is large, so it is loaded when first asked for.
 */
export async function loadPrices(given: GivenPrices = new Map()): Promise<Prices> {
  return new PriceCatalog(await import("@pydantic/genai-prices"), given);
}

type Library = typeof import("@pydantic/genai-prices");
type ModelPrice = NonNullable<ReturnType<Library["calcPrice"]>>["model_price"];
type Price = ModelPrice[string];

/** The price of a model; `varies`: with the date or the hour of the call. */
interface Listed {
  readonly price: ModelPrice;
  readonly varies: boolean;
}

/** 1980: an earlier time counts from an unknown start; today's prices will do. */
const FIRST_DATE = 315_532_800_000;
const MINUTE = 60_000;

class PriceCatalog implements Prices {
  readonly shown = true;
  readonly #library: Library;
  readonly #given: GivenPrices;
  /** By provider and model, with the minute where the price varies. */
  readonly #listed = new Map<string, Listed | undefined>();

  constructor(library: Library, given: GivenPrices) {
    this.#library = library;
    this.#given = given;
  }

  ratesOf(call: PricedCall): Rates | undefined {
    if (call.name === undefined) return undefined;
    const given = givenFor(call.name, this.#given);
    if (given) return given;
    const price = this.#priceOf(call)?.price;
    return price && ratesOf(price, call.tokens?.in ?? 0);
  }

  modelsOf(provider: string): readonly string[] {
    return this.#library.findProvider({ providerId: provider })?.models.map(({ id }) => id) ?? [];
  }

  #priceOf(call: PricedCall): Listed | undefined {
    const key = `${call.provider ?? ""}\n${call.name}`;
    const known = this.#listed.get(key);
    if (known && !known.varies) return known;
    if (!known && this.#listed.has(key)) return undefined;
    const at = call.at === undefined || call.at < FIRST_DATE ? undefined : call.at;
    const timed = `${key} ${at === undefined ? "" : Math.floor(at / MINUTE)}`;
    if (known && this.#listed.has(timed)) return this.#listed.get(timed);
    const listed = this.#lookUp(call, at);
    this.#listed.set(key, listed);
    if (listed?.varies) this.#listed.set(timed, listed);
    return listed;
  }

  #lookUp({ name = "", provider }: PricedCall, at: number | undefined): Listed | undefined {
    const timestamp = new Date(at ?? Date.now());
    if (Number.isNaN(timestamp.getTime())) return undefined;
    const [model, providerId] = this.#addressOf(name, provider);
    try {
      // One token, so that the answer has no odd amounts to object to: what is wanted of it is the model's price.
      const found = this.#library.calcPrice({ input_tokens: 1 }, model, {
        timestamp,
        ...(providerId !== undefined && { providerId }),
      });
      return found ? { price: found.model_price, varies: Array.isArray(found.model.prices) } : undefined;
    } catch {
      return undefined;
    }
  }

  /** Where nothing says the vendor, a name may: `openai/gpt-4o`, `anthropic:claude-sonnet-4-5`. */
  #addressOf(name: string, provider: string | undefined): readonly [model: string, providerId: string | undefined] {
    if (provider !== undefined) return [name, provider];
    const [, before, model] = /^([\w.-]+)[/:](.+)$/.exec(name) ?? [];
    return before !== undefined && model !== undefined && this.#library.findProvider({ providerId: before })
      ? [model, before]
      : [name, undefined];
  }
}

/** A price given for `claude-sonnet-4-5` holds for `claude-sonnet-4-5-20250929` too. */
export function givenFor(model: string, given: GivenPrices): Rates | undefined {
  const name = model.toLowerCase();
  return given.get(name) ?? given.get(name.replace(/[-@](?:\d{4}-?\d{2}-?\d{2}|latest)$/, ""));
}

/** A class without a price of its own costs what it is a part of. */
function ratesOf(price: ModelPrice, input: number): Rates | undefined {
  const plain = rate(price.input_mtok, input);
  const out = rate(price.output_mtok, input);
  if (plain === undefined && out === undefined) return undefined;
  const fresh = plain ?? 0;
  return {
    in: fresh,
    cacheRead: rate(price.cache_read_mtok, input) ?? fresh,
    cacheWrite: rate(price.cache_write_mtok, input) ?? fresh,
    out: out ?? 0,
  };
}

/** Some models cost more when the input as a whole is longer than so many tokens. */
function rate(price: Price, input: number): number | undefined {
  if (price === undefined || typeof price === "number") return price;
  let found = price.base;
  for (const { start, price: higher } of price.tiers.toSorted((a, b) => a.start - b.start))
    if (input > start) found = higher;
  return found;
}
