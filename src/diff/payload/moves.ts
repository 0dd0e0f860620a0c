import { CHUNK, type Pair } from "../align/anchors.ts";
import type { Steps } from "../work.ts";

/** Equal steps that no pair of `pairs` holds: they stand elsewhere. The first of A goes with the first of B. */
export function* moves(pairs: readonly Pair[], a: readonly string[], b: readonly string[]): Steps<readonly Pair[]> {
  const [inA, inB] = [new Uint8Array(a.length), new Uint8Array(b.length)];
  for (const [i, j] of pairs) {
    inA[i] = 1;
    inB[j] = 1;
  }
  yield 0;
  const waiting = new Map<string, number[]>();
  for (let j = b.length - 1; j >= 0; j--) {
    if (j % CHUNK === CHUNK - 1) yield 0;
    if (inB[j]) continue;
    const places = waiting.get(b[j]!);
    if (places) places.push(j);
    else waiting.set(b[j]!, [j]);
  }
  const moved: Pair[] = [];
  for (let i = 0; i < a.length; i++) {
    if (i % CHUNK === CHUNK - 1) yield 0;
    if (inA[i]) continue;
    const j = waiting.get(a[i]!)?.pop();
    if (j !== undefined) moved.push([i, j]);
  }
  return moved;
}
