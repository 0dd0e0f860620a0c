import type { Difference } from "./first-difference.ts";

export const MISS_REASONS = ["never-recorded", "already-served", "differs", "wrong-endpoint"] as const;
export type MissReason = (typeof MISS_REASONS)[number];

/** A call of a replay that nothing recorded answers, and why. */
export interface Miss {
  readonly reason: MissReason;
  /** "llm openai/chat gpt-4o-mini" */
  readonly label: string;
  /** The recorded call that it is most like. */
  readonly nearest?: NearCall;
  /** Where it first differs from that one. */
  readonly difference?: Difference;
  /** One sentence: what it is and why nothing answers it. */
  readonly words: string;
  /** What would have served it, one sentence. */
  readonly hint?: string;
}

export interface NearCall {
  readonly step: number;
  readonly label: string;
  /** 0..1 */
  readonly similarity: number;
}
