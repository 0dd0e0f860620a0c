/** A key as the application knows it; the terminal's decoder makes them, tests write them. */
export interface Key {
  /** A printable character or one of the named keys ("enter", "pageup", "f5"). */
  readonly name: string;
  readonly ctrl: boolean;
  readonly alt: boolean;
  readonly shift: boolean;
  readonly sequence: string;
}

export interface Mouse {
  readonly action: "press" | "release" | "wheel-up" | "wheel-down";
  readonly button: number;
  readonly x: number;
  readonly y: number;
}

/** "j", "G", "ctrl-d", "alt-right", "shift-tab", "space": how the command table spells a key. */
export function keyName(key: Key): string {
  const name = key.name === " " ? "space" : key.name;
  return `${key.ctrl ? "ctrl-" : ""}${key.alt ? "alt-" : ""}${key.shift ? "shift-" : ""}${name}`;
}

/** The character a key types, or undefined for a key that types none. */
export function typed(key: Key): string | undefined {
  if (key.ctrl || key.alt) return undefined;
  if (key.name === "space") return " ";
  return [...key.name].length === 1 ? key.name : undefined;
}

/** How a key is shown to people: "^D", "⇧Tab", "]e". */
export function keyLabel(keys: string): string {
  return keys
    .split(" ")
    .map((key) =>
      key
        .replace(/^ctrl-(.)$/, (_, char: string) => `^${char.toUpperCase()}`)
        .replace(/^ctrl-/, "^")
        .replace(/^alt-/, "Alt-")
        .replace(/^shift-/, "Shift-")
        .replace(
          /(^|-)(enter|esc|tab|space|backspace|delete|home|end|up|down|left|right|f\d+)$/,
          (_, dash: string, name: string) => dash + name[0]!.toUpperCase() + name.slice(1),
        )
        .replace(/(^|-)pageup$/, "$1PgUp")
        .replace(/(^|-)pagedown$/, "$1PgDn"),
    )
    .join("");
}
