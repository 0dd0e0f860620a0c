import { expect, test } from "vitest";
import { Retries } from "../../src/record/retries.ts";

/** A request that asks `key`, and counts how often that had to be worked out. */
class Request {
  worked = 0;
  readonly read: { readonly bytes: { readonly length: number } };
  readonly #key: string;

  constructor(key: string, length = 100) {
    this.#key = key;
    this.read = { bytes: { length } };
  }

  get key(): string {
    this.worked++;
    return this.#key;
  }
}

const OK = { status: 200, aborted: false };
const OVERLOADED = { status: 529, aborted: false };

function made(retries: Retries, request: Request, seq: number, how = OK): Request {
  retries.begin(request, seq);
  retries.end(request, how);
  return request;
}

test("what requests ask is not worked out as long as none has failed", () => {
  const retries = new Retries();
  const requests = [0, 1, 2].map((seq) => made(retries, new Request("same"), seq));
  const next = new Request("same");
  expect(retries.repeats(next, false)).toBeUndefined();
  expect([...requests, next].map(({ worked }) => worked)).toEqual([0, 0, 0, 0]);
});

test("a request that says that it is made again repeats the last one that asked the same, though that went well", () => {
  const retries = new Retries();
  made(retries, new Request("a"), 0);
  made(retries, new Request("a"), 1);
  made(retries, new Request("b"), 2);
  expect(retries.repeats(new Request("a"), true)).toBe(1);
});

test("a failure that comes after the same has been asked anew is no longer the last word", () => {
  const retries = new Retries();
  const slow = new Request("a");
  retries.begin(slow, 0);
  made(retries, new Request("a"), 1);
  retries.end(slow, OVERLOADED);
  expect(retries.repeats(new Request("a"), false)).toBeUndefined();
});

test("after a repetition that went well the next one is a new call, and nothing has to be worked out any more", () => {
  const retries = new Retries();
  made(retries, new Request("a"), 0, OVERLOADED);
  const again = new Request("a");
  expect(retries.repeats(again, false)).toBe(0);
  made(retries, again, 1);
  expect(retries.repeats(new Request("a"), true)).toBe(1);
  const later = new Request("a");
  expect(retries.repeats(later, false)).toBeUndefined();
  expect(later.worked).toBe(0);
});

test("an answer that is replaced by a failure makes its call one that can be repeated", () => {
  const retries = new Retries();
  const request = made(retries, new Request("a"), 0);
  retries.end(request, OVERLOADED);
  expect(retries.repeats(new Request("a"), false)).toBe(0);
});

test("a call under way is found by its repetition, however much has been asked since", () => {
  const retries = new Retries();
  const open = new Request("a", 9 << 20);
  retries.begin(open, 0);
  for (let seq = 1; seq < 200; seq++) made(retries, new Request(`other ${seq}`), seq);
  expect(retries.repeats(new Request("a"), true)).toBe(0);
});

test("requests that went well long ago are not kept", () => {
  const retries = new Retries();
  const first = made(retries, new Request("a"), 0);
  for (let seq = 1; seq < 200; seq++) made(retries, new Request("b"), seq);
  expect(retries.repeats(new Request("a"), true)).toBeUndefined();
  expect(first.worked).toBe(0);
});

test("an old answer that is replaced by a failure does not come before what has been asked since", () => {
  const retries = new Retries();
  const old = made(retries, new Request("a"), 0);
  for (let seq = 1; seq < 200; seq++) made(retries, new Request("b"), seq);
  made(retries, new Request("a"), 200);
  retries.end(old, OVERLOADED);
  expect(retries.repeats(new Request("a"), true)).toBe(200);
});
