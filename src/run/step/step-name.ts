import type { StepName } from "../../trace/event.ts";

/**
 * Letters from here on are places of damage: they take no step number, so they stand behind the step before them
 * as "36!", "36!2".
 */
export const DAMAGE_LETTER = 0xf000;

/** 1 → "a", 26 → "z", 27 → "aa": the letter of a derived row; 0 → "". */
export function letters(n: number): string {
  if (n >= DAMAGE_LETTER) return n === DAMAGE_LETTER ? "!" : `!${n - DAMAGE_LETTER + 1}`;
  let rest = n;
  let out = "";
  while (rest > 0) {
    out = String.fromCharCode(97 + ((rest - 1) % 26)) + out;
    rest = Math.floor((rest - 1) / 26);
  }
  return out;
}

export function stepName(seq: number, letter: number): StepName {
  return letter === 0 ? String(seq) : `${seq}${letters(letter)}`;
}

/** "36a" → {seq: 36, letter: 1}; undefined where it is no step name. */
export function parseStep(name: string): { readonly seq: number; readonly letter: number } | undefined {
  const match = /^(\d{1,9})(?:([a-z]{0,3})|!(\d{0,4}))$/.exec(name.trim());
  if (!match) return undefined;
  if (match[3] !== undefined)
    return { seq: Number(match[1]), letter: DAMAGE_LETTER + Math.max(0, Number(match[3] || 1) - 1) };
  let letter = 0;
  for (const char of match[2]!) letter = letter * 26 + (char.charCodeAt(0) - 96);
  return { seq: Number(match[1]), letter };
}
