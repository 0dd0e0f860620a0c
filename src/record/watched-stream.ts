/** A stream that is handed on piece by piece while somebody takes note of it. */

export interface StreamWatcher {
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
    for await (const piece of stream) {
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

export function* watchedSync(
  generator: Generator<unknown, unknown, unknown>,
  watcher: StreamWatcher,
): Generator<unknown, unknown, unknown> {
  let done = false;
  try {
    for (;;) {
      const next = generator.next();
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
      generator.return(undefined);
      watcher.end({ cut: true });
    }
  }
}
