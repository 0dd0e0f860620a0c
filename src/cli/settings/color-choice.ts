import type { ColorChoice } from "../../terminal/capabilities.ts";
import { Trouble } from "../trouble.ts";

/** @throws Trouble for another word than auto, always, never */
export function colorChoice(word: string): ColorChoice {
  if (word === "auto" || word === "always" || word === "never") return word;
  throw new Trouble(`--color takes auto, always or never, not "${word}"`);
}
