/** Ink's libraries decide when they are loaded: React by NODE_ENV, chalk by what it thinks of standard output. */

const WANTED: Readonly<Record<string, string>> = {
  // The development build of React is ten times slower and keeps an entry for every render.
  NODE_ENV: "production",
  // Layers are painted by us, which reduces colours to what the terminal takes.
  FORCE_COLOR: "3",
};

/** Runs `load`, which imports what uses Ink, in the right environment. Programs started later do not inherit it. */
export async function withInkEnvironment<T>(load: () => Promise<T>): Promise<T> {
  const before = Object.keys(WANTED).map((name) => [name, process.env[name]] as const);
  Object.assign(process.env, WANTED);
  try {
    return await load();
  } finally {
    for (const [name, value] of before) {
      if (value === undefined) delete process.env[name];
      else process.env[name] = value;
    }
  }
}
