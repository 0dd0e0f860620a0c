/**
 * What comes out of the terminal's input.
 * `name` is a printable character ("j", "G", "é", "{") or one of the named keys; modifiers stand apart.
 * A printable key never carries `shift` (the character says it); `ctrl` and `alt` go with lower-case names.
 */
export interface Key {
  readonly type: "key";
  readonly name: string;
  readonly ctrl: boolean;
  readonly alt: boolean;
  readonly shift: boolean;
  /** The bytes as they came, for a component that reads them itself. */
  readonly sequence: string;
}

export interface Mouse {
  readonly type: "mouse";
  readonly action: "press" | "release" | "wheel-up" | "wheel-down";
  readonly button: number;
  readonly x: number;
  readonly y: number;
}

export interface Paste {
  readonly type: "paste";
  readonly text: string;
}

/** An answer of the terminal to a question of ours (background colour, synchronised output), or a focus change. */
export interface Reply {
  readonly type: "reply";
  readonly sequence: string;
}

export type InputEvent = Key | Mouse | Paste | Reply;
