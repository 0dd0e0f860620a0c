/** What a terminal sends for keys as people write them: "j", "G", "enter", "ctrl-d", "alt-x", "shift-tab", "f5". */

const NAMED: Record<string, string> = {
  enter: "\r",
  esc: "\x1b",
  tab: "\t",
  "shift-tab": "\x1b[Z",
  space: " ",
  backspace: "\x7f",
  delete: "\x1b[3~",
  insert: "\x1b[2~",
  up: "\x1b[A",
  down: "\x1b[B",
  right: "\x1b[C",
  left: "\x1b[D",
  home: "\x1b[H",
  end: "\x1b[F",
  pageup: "\x1b[5~",
  pagedown: "\x1b[6~",
  f1: "\x1bOP",
  f2: "\x1bOQ",
  f3: "\x1bOR",
  f4: "\x1bOS",
  f5: "\x1b[15~",
  f6: "\x1b[17~",
  f7: "\x1b[18~",
  f8: "\x1b[19~",
  f9: "\x1b[20~",
  f10: "\x1b[21~",
  f11: "\x1b[23~",
  f12: "\x1b[24~",
  "ctrl-space": "\0",
  "ctrl-left": "\x1b[1;5D",
  "ctrl-right": "\x1b[1;5C",
  "shift-f5": "\x1b[15;2~",
};

/** Keys apart by spaces. An Esc before another key is sent in a form that cannot be taken for Alt and that key. */
export function keyBytes(keys: string): string {
  const names = keys.split(" ").filter((name) => name !== "");
  return names.map((name, i) => (name === "esc" && i + 1 < names.length ? "\x1b[27u" : bytesOf(name))).join("");
}

function bytesOf(name: string): string {
  const known = NAMED[name];
  if (known !== undefined) return known;
  if (name.startsWith("ctrl-")) return String.fromCharCode(name.charCodeAt(5) & 0x1f);
  if (name.startsWith("alt-")) return `\x1b${bytesOf(name.slice(4))}`;
  if ([...name].length === 1) return name;
  throw new Error(`no key is called ${name}`);
}
