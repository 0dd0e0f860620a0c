/**
 * Bytes of the terminal into events. Pure and incremental: any split of the bytes over chunks gives the same events.
 * Sequences that mean nothing to us are swallowed whole and never become text.
 */
import { keyOf, readCsi, readSs3 } from "./csi-keys.ts";
import type { InputEvent, Key } from "./input-event.ts";

/** What has come but is not complete, one character a byte. */
export interface InputState {
  readonly pending: string;
  /** Bytes of a bracketed paste so far; null outside of one. */
  readonly paste: string | null;
}

export interface Decoded {
  readonly state: InputState;
  readonly events: InputEvent[];
}

export const NO_INPUT: InputState = { pending: "", paste: null };

/** Bytes of one paste that are kept; what comes beyond is dropped up to its end. */
export const PASTE_LIMIT = 1 << 20;
/** Bytes of an unfinished sequence that are waited for; a longer one is dropped as it comes. */
const SEQUENCE_LIMIT = 4096;

const ESC = "\x1b";
const ESCAPE_KEY: Key = { type: "key", name: "esc", ctrl: false, alt: false, shift: false, sequence: ESC };
const PASTE_START = "\x1b[200~";
const PASTE_END = "\x1b[201~";
const ALT = 2;
const CTRL = 4;

/** What the bytes at one place are: how many of them, and what they mean. "more": they go on beyond the chunk. */
type Taken = { readonly length: number; readonly event: InputEvent | null } | "more";

export function decode(state: InputState, chunk: Uint8Array): Decoded {
  const bytes = state.pending + Buffer.from(chunk).toString("latin1");
  const events: InputEvent[] = [];
  let paste = state.paste;
  let at = 0;
  while (at < bytes.length) {
    if (paste !== null) {
      const end = bytes.indexOf(PASTE_END, at);
      const stop = end >= 0 ? end : Math.max(at, bytes.length - PASTE_END.length + 1);
      paste += bytes.slice(at, Math.min(stop, at + PASTE_LIMIT - paste.length));
      at = stop;
      if (end < 0) break;
      events.push({ type: "paste", text: utf8(paste).replace(/\r\n?/g, "\n") });
      paste = null;
      at += PASTE_END.length;
      continue;
    }
    const taken = take(bytes, at);
    if (taken === "more") break;
    const whole = bytes.slice(at, at + taken.length);
    if (whole === PASTE_START) paste = "";
    else if (taken.event !== null) events.push(taken.event);
    at += taken.length;
  }
  return { state: { pending: dropExcess(bytes.slice(at)), paste }, events };
}

/** Whether something is held that time alone can decide: was that the Esc key, or does a sequence follow? */
export function isHeld(state: InputState): boolean {
  return state.paste === null && /^\x1b{1,2}[[O\]P_]?$/.test(state.pending);
}

/** Nothing more has come in time: a held ESC was the Esc key, ESC and a letter was Alt and that letter. */
export function flush(state: InputState): Decoded {
  if (!isHeld(state)) return { state, events: [] };
  const events: InputEvent[] = [];
  const last = state.pending.slice(-1);
  const escapes = state.pending.length - (last === ESC ? 0 : 2);
  for (let i = 0; i < escapes; i++) events.push(ESCAPE_KEY);
  const letter = last === ESC ? null : keyOf(last, ALT, ESC + last);
  if (letter !== null) events.push(letter);
  return { state: NO_INPUT, events };
}

function take(bytes: string, at: number): Taken {
  if (bytes[at] !== ESC) return takeCharacter(bytes, at, 0);
  const second = bytes[at + 1];
  if (second === undefined) return "more";
  if (second === "[") return takeCsi(bytes, at);
  if (second === "O") return takeSs3(bytes, at);
  if (second === "]" || second === "P" || second === "_") return takeString(bytes, at);
  if (second === ESC) return takeEscapes(bytes, at);
  const taken = takeCharacter(bytes, at + 1, ALT);
  return taken === "more" ? taken : lengthened(taken, bytes, at);
}

/** ESC ESC [ A is Alt and an arrow, as rxvt sends it; before anything else the first ESC is a key of its own. */
function takeEscapes(bytes: string, at: number): Taken {
  const third = bytes[at + 2];
  if (third === undefined) return "more";
  if (third === "[" || third === "O") {
    const taken = take(bytes, at + 1);
    if (taken === "more") return taken;
    if (taken.event?.type === "key") {
      return lengthened({ length: taken.length, event: { ...taken.event, alt: true } }, bytes, at);
    }
  }
  return { length: 1, event: ESCAPE_KEY };
}

/** `taken` with the ESC before it. */
function lengthened(taken: Exclude<Taken, "more">, bytes: string, at: number): Taken {
  const length = taken.length + 1;
  const { event } = taken;
  if (event?.type !== "key") return { length, event };
  return { length, event: { ...event, sequence: utf8(bytes.slice(at, at + length)) } };
}

function takeCsi(bytes: string, at: number): Taken {
  let i = at + 2;
  // The Linux console's F1 to F5 are CSI [ A to CSI [ E.
  if (bytes[i] === "[") i++;
  if (bytes[i] === "M" && i === at + 2) return takeOldMouse(bytes, at);
  for (; i < bytes.length; i++) {
    const code = bytes.charCodeAt(i);
    const rxvtShift = code === 0x24 && /^[1-8]$/.test(bytes.slice(at + 2, i));
    if (code >= 0x20 && code < 0x40 && !rxvtShift) continue;
    if ((code < 0x40 && !rxvtShift) || code > 0x7e) return { length: i - at, event: null };
    const length = i + 1 - at;
    const event = length > SEQUENCE_LIMIT ? null : readCsi(bytes.slice(at + 2, i + 1), bytes.slice(at, i + 1));
    return { length, event };
  }
  return "more";
}

/** CSI M and three bytes, each 32 more than it means: mouse of terminals that do not know SGR mouse. */
function takeOldMouse(bytes: string, at: number): Taken {
  if (bytes.length < at + 6) return "more";
  const [button, x, y] = [3, 4, 5].map((i) => bytes.charCodeAt(at + i) - 32);
  return { length: 6, event: readCsi(`<${button};${x};${y}M`, bytes.slice(at, at + 6)) };
}

function takeSs3(bytes: string, at: number): Taken {
  let i = at + 2;
  if (/[2-9]/.test(bytes[i] ?? "")) i++;
  const final = bytes[i];
  if (final === undefined) return "more";
  if (!/[A-Za-z]/.test(final)) return { length: i - at, event: keyOf("O", ALT, `${ESC}O`) };
  return { length: i + 1 - at, event: readSs3(bytes.slice(at + 2, i + 1), bytes.slice(at, i + 1)) };
}

/** OSC, DCS and APC: up to BEL or ESC \\; any other control character ends them early. */
function takeString(bytes: string, at: number): Taken {
  for (let i = at + 2; i < bytes.length; i++) {
    const code = bytes.charCodeAt(i);
    if (code >= 0x20) continue;
    let end = i;
    if (code === 0x07) end = i + 1;
    else if (code === 0x1b) {
      const next = bytes[i + 1];
      if (next === undefined) return "more";
      if (next === "\\") end = i + 2;
    }
    const whole = end > i && end - at <= SEQUENCE_LIMIT;
    return { length: end - at, event: whole ? { type: "reply", sequence: bytes.slice(at, end) } : null };
  }
  return "more";
}

function takeCharacter(bytes: string, at: number, modifiers: number): Taken {
  const code = bytes.charCodeAt(at);
  const character = bytes.charAt(at);
  if (code > 0x20 && code < 0x7f) return { length: 1, event: keyOf(character, modifiers, character) };
  if (code <= 0x20 || code === 0x7f) return { length: 1, event: controlKey(code, modifiers) };
  const length = code >= 0xf0 ? 4 : code >= 0xe0 ? 3 : 2;
  if (code < 0xc2 || code > 0xf4) return { length: 1, event: null };
  for (let i = 1; i < length; i++) {
    const next = bytes.charCodeAt(at + i);
    if (Number.isNaN(next)) return "more";
    if (next < 0x80 || next > 0xbf) return { length: i, event: null };
  }
  const text = utf8(bytes.slice(at, at + length));
  const valid = !text.includes("\ufffd") && !/[\x80-\x9f]/.test(text);
  return { length, event: valid ? keyOf(text, modifiers, text) : null };
}

function controlKey(code: number, modifiers: number): Key | null {
  const sequence = String.fromCharCode(code);
  if (code === 0x20) return keyOf("space", modifiers, sequence);
  if (code === 0x00) return keyOf("space", modifiers | CTRL, sequence);
  if (code === 0x08 || code === 0x7f) return keyOf("backspace", modifiers, sequence);
  if (code === 0x09) return keyOf("tab", modifiers, sequence);
  if (code === 0x0d) return keyOf("enter", modifiers, sequence);
  return keyOf(String.fromCharCode(code + 64), modifiers | CTRL, sequence);
}

/** Of an unfinished sequence that is too long only what still tells its kind and its end is kept. */
function dropExcess(pending: string): string {
  if (pending.length <= SEQUENCE_LIMIT + 1) return pending;
  return pending.slice(0, SEQUENCE_LIMIT + 1) + (pending.endsWith(ESC) ? ESC : "");
}

function utf8(bytes: string): string {
  return Buffer.from(bytes, "latin1").toString("utf8");
}
