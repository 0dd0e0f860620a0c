import { Dice, id } from "./words.ts";

/** Many small events: the worst case for whatever costs per line and per row. */
export function* shortLines(): Generator<string> {
  const dice = new Dice(3);
  yield '{"vcr":1,"id":"r_short","by":"bench"}';
  let at = Date.UTC(2026, 0, 5, 9);
  for (let step = 0; ; step += 1) {
    at += dice.roll(20);
    yield `{"seq":${step},"kind":"tool","name":"probe","callId":"${id("call", step)}","status":"ok","at":${at},"durationMs":${dice.roll(9)},"request":{"body":{"n":${step}}},"response":{"body":{"ok":true}}}`;
  }
}
