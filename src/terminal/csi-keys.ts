/**
 * What a complete CSI or SS3 sequence means: the keys of xterm, rxvt, the Linux console, tmux and kitty, SGR mouse,
 * and answers of the terminal. Sources: xterm's ctlseqs, the terminfo entries of those terminals, kitty's keyboard protocol.
 */
import type { InputEvent, Key, Mouse } from "./input-event.ts";

const FINALS: Record<string, string> = {
  A: "up",
  B: "down",
  C: "right",
  D: "left",
  E: "begin",
  F: "end",
  H: "home",
  P: "f1",
  Q: "f2",
  R: "f3",
  S: "f4",
};
/** Keypad keys in application mode, only as SS3. */
const KEYPAD: Record<string, string> = {
  M: "enter",
  X: "=",
  j: "*",
  k: "+",
  l: ",",
  m: "-",
  n: ".",
  o: "/",
  p: "0",
  q: "1",
  r: "2",
  s: "3",
  t: "4",
  u: "5",
  v: "6",
  w: "7",
  x: "8",
  y: "9",
};
const ARROWS: Record<string, string> = { a: "up", b: "down", c: "right", d: "left" };
const TILDES: Record<string, string> = {
  1: "home",
  2: "insert",
  3: "delete",
  4: "end",
  5: "pageup",
  6: "pagedown",
  7: "home",
  8: "end",
  11: "f1",
  12: "f2",
  13: "f3",
  14: "f4",
  15: "f5",
  17: "f6",
  18: "f7",
  19: "f8",
  20: "f9",
  21: "f10",
  23: "f11",
  24: "f12",
};
const CODES: Record<number, string> = {
  8: "backspace",
  9: "tab",
  13: "enter",
  27: "esc",
  32: "space",
  127: "backspace",
  57409: ".",
  57410: "/",
  57411: "*",
  57412: "-",
  57413: "+",
  57414: "enter",
  57415: "=",
  57416: ",",
  57417: "left",
  57418: "right",
  57419: "up",
  57420: "down",
  57421: "pageup",
  57422: "pagedown",
  57423: "home",
  57424: "end",
  57425: "insert",
  57426: "delete",
};

const SHIFT = 1;
const ALT = 2;
const CTRL = 4;
const SUPER = 8 | 16;
const META = 32;
const RELEASE = 3;

/** `modifiers` are xterm's bits (its parameter less one). Super and hyper are no keys of ours: null. */
export function keyOf(name: string, modifiers: number, sequence: string): Key | null {
  if (modifiers & SUPER) return null;
  const ctrl = (modifiers & CTRL) !== 0;
  const alt = (modifiers & (ALT | META)) !== 0;
  const printable = [...name].length === 1;
  return {
    type: "key",
    name: printable && (ctrl || alt) ? name.toLowerCase() : name,
    ctrl,
    alt,
    shift: !printable && (modifiers & SHIFT) !== 0,
    sequence,
  };
}

/** `body` is what stands between ESC O and the end: an optional modifier and a final. */
export function readSs3(body: string, sequence: string): InputEvent | null {
  const final = body.slice(-1);
  const arrow = ARROWS[final];
  if (arrow !== undefined) return keyOf(arrow, CTRL, sequence);
  const name = FINALS[final] ?? KEYPAD[final];
  if (name === undefined || name === "begin") return null;
  return keyOf(name, body.length > 1 ? Number(body.slice(0, -1)) - 1 : 0, sequence);
}

/** `body` is what stands behind ESC [, with its final. Answers null for what is no event of ours. */
export function readCsi(body: string, sequence: string): InputEvent | null {
  const final = body.slice(-1);
  const parameters = body.slice(0, -1);
  if (parameters.startsWith("<") && /[Mm]/.test(final)) return readMouse(parameters.slice(1), final);
  if (/^[?>=<]/.test(parameters)) return { type: "reply", sequence };
  if (parameters === "" && (final === "I" || final === "O")) return { type: "reply", sequence };
  if (final === "t" || final === "c" || final === "n" || (final === "y" && parameters.endsWith("$"))) {
    return { type: "reply", sequence };
  }
  if (parameters.startsWith("[")) return linuxKey(final, sequence);
  const fields = parameters.split(";");
  if (final === "u") return unicodeKey(fields, sequence);
  if (final === "~") return tildeKey(fields, sequence);
  if ("^$@".includes(final)) return rxvtKey(parameters, final, sequence);
  if (final === "Z") return keyOf("tab", SHIFT | modifiersOf(fields[1]), sequence);
  const arrow = ARROWS[final];
  if (arrow !== undefined && parameters === "") return keyOf(arrow, SHIFT, sequence);
  const name = FINALS[final];
  if (name === undefined || name === "begin" || isRelease(fields[1])) return null;
  return keyOf(name, modifiersOf(fields[1]), sequence);
}

function linuxKey(final: string, sequence: string): Key | null {
  const number = "ABCDE".indexOf(final) + 1;
  return number > 0 ? keyOf(`f${number}`, 0, sequence) : null;
}

function rxvtKey(parameters: string, final: string, sequence: string): Key | null {
  const name = TILDES[parameters];
  if (name === undefined) return null;
  const modifiers = final === "^" ? CTRL : final === "$" ? SHIFT : CTRL | SHIFT;
  return keyOf(name, modifiers, sequence);
}

function tildeKey(fields: string[], sequence: string): Key | null {
  const [number = "", modifiers, code] = fields;
  if (isRelease(modifiers)) return null;
  // xterm's modifyOtherKeys.
  if (number === "27" && code !== undefined) return codeKey(Number(code), modifiersOf(modifiers), sequence);
  const name = TILDES[number];
  return name === undefined ? null : keyOf(name, modifiersOf(modifiers), sequence);
}

/** CSI code:shifted:base ; modifiers:event ; text u */
function unicodeKey(fields: string[], sequence: string): Key | null {
  const [codes = "", modifierField, text] = fields;
  if (isRelease(modifierField)) return null;
  const [code, shifted] = codes.split(":");
  const modifiers = modifiersOf(modifierField);
  const typed = text?.split(":")[0] || ((modifiers & SHIFT) !== 0 ? shifted : undefined);
  return codeKey(Number(typed || code), modifiers, sequence);
}

function codeKey(code: number, modifiers: number, sequence: string): Key | null {
  const named = CODES[code];
  if (named !== undefined) return keyOf(named, modifiers, sequence);
  if (code >= 57399 && code <= 57408) return keyOf(String(code - 57399), modifiers, sequence);
  const control = !(code > 32) || (code >= 0x7f && code < 0xa0);
  if (control || code > 0x10ffff || (code >= 0xd800 && code < 0xf900)) return null;
  const character = String.fromCodePoint(code);
  return keyOf((modifiers & SHIFT) !== 0 ? character.toUpperCase() : character, modifiers, sequence);
}

function isRelease(modifierField: string | undefined): boolean {
  return Number(modifierField?.split(":")[1]) === RELEASE;
}

function modifiersOf(field: string | undefined): number {
  const value = Number(field?.split(":")[0] || 1);
  return Number.isInteger(value) && value > 0 ? value - 1 : 0;
}

/** Positions become zero-based. Motion and other wheels are no events of ours. */
function readMouse(parameters: string, final: string): Mouse | null {
  const [code, column, row] = parameters.split(";").map(Number);
  if (code === undefined || column === undefined || row === undefined || !(code >= 0 && column >= 1 && row >= 1)) {
    return null;
  }
  const button = code & 3;
  const at = { x: column - 1, y: row - 1 };
  if (code & 64) {
    if (button > 1 || code & 128) return null;
    return { type: "mouse", action: button === 0 ? "wheel-up" : "wheel-down", button, ...at };
  }
  if (code & (32 | 128) || button === 3) return null;
  return { type: "mouse", action: final === "M" ? "press" : "release", button, ...at };
}
