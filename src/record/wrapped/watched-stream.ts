/** A stream that is handed on piece by piece while somebody takes note of it. */

export interface StreamWatcher {
  /** Runs what makes the next piece. */
  inside<T>(run: () => T): T;
  piece(value: unknown): void;
  /** `cut`: nobody wanted the rest. */
  end(how: { readonly error?: unknown; readonly cut?: boolean }): void;
}

export function isAsyncIterable(value: unknown): value is AsyncIterable<unknown> {
  return typeof value === "object" && value !== null && typeof Reflect.get(value, Symbol.asyncIterator) === "function";
}

/** Generators are streams; lists, sets and other collections are values. */
export function isGenerator(value: unknown): value is Generator<unknown, unknown, unknown> {
  if (typeof value !== "object" || value === null) return false;
  const isIterable = typeof Reflect.get(value, Symbol.iterator) === "function";
  return (
    isIterable && typeof Reflect.get(value, "next") === "function" && typeof Reflect.get(value, "return") === "function"
  );
}

/** The same object in all but its iteration, so that what else it offers still works. */
export function watchedAsync<T extends AsyncIterable<unknown>>(stream: T, watcher: StreamWatcher): T {
  const iterate = (): AsyncGenerator<unknown> => watch(stream, watcher);
  if (typeof Reflect.get(stream, "next") === "function") return iterate() as unknown as T;
  return new Proxy(stream, {
    get(target, key) {
      if (key === Symbol.asyncIterator) return iterate;
      const value: unknown = Reflect.get(target, key);
      return typeof value === "function" ? value.bind(target) : value;
    },
  });
}

async function* watch(stream: AsyncIterable<unknown>, watcher: StreamWatcher): AsyncGenerator<unknown> {
  let done = false;
  try {
    for await (const piece of madeInside(stream, watcher)) {
      watcher.piece(piece);
      yield piece;
    }
    done = true;
    watcher.end({});
  } catch (error) {
    done = true;
    watcher.end({ error });
    throw error;
  } finally {
    if (!done) watcher.end({ cut: true });
  }
}

/** The code of a stream runs when a piece is asked for, in the flow of whoever asks. */
function madeInside(stream: AsyncIterable<unknown>, { inside }: StreamWatcher): AsyncIterable<unknown> {
  return {
    [Symbol.asyncIterator]: () => {
      const pieces = inside(() => stream[Symbol.asyncIterator]());
      const end = pieces.return?.bind(pieces);
      return {
        next: () => inside(() => pieces.next()),
        ...(end === undefined ? {} : { return: () => inside(() => end()) }),
      };
    },
  };
}

export function* watchedSync(
  generator: Generator<unknown, unknown, unknown>,
  watcher: StreamWatcher,
): Generator<unknown, unknown, unknown> {
  let done = false;
  try {
    for (;;) {
      const next = watcher.inside(() => generator.next());
      if (next.done) {
        done = true;
        watcher.end({});
        return next.value;
      }
      watcher.piece(next.value);
      yield next.value;
    }
  } catch (error) {
    done = true;
    watcher.end({ error });
    throw error;
  } finally {
    if (!done) {
      watcher.inside(() => generator.return(undefined));
      watcher.end({ cut: true });
    }
  }
}
