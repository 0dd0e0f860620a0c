import fc from "fast-check";
import { expect, test } from "vitest";
import { decode, flush, isHeld, NO_INPUT, PASTE_LIMIT } from "../../src/terminal/input.ts";
import type { InputEvent } from "../../src/terminal/input-event.ts";

function eventsOf(...chunks: (string | Buffer)[]): InputEvent[] {
  let state = NO_INPUT;
  const events: InputEvent[] = [];
  for (const chunk of chunks) {
    const decoded = decode(state, Buffer.from(chunk));
    state = decoded.state;
    events.push(...decoded.events);
  }
  return [...events, ...flush(state).events];
}

/** "C-a", "M-up", "S-tab": the way Emacs and tmux write keys. */
function named(event: InputEvent): string {
  if (event.type === "key")
    return `${event.ctrl ? "C-" : ""}${event.alt ? "M-" : ""}${event.shift ? "S-" : ""}${event.name}`;
  if (event.type === "mouse") return `${event.action} ${event.button} ${event.x},${event.y}`;
  if (event.type === "paste") return `paste ${JSON.stringify(event.text)}`;
  return `reply ${JSON.stringify(event.sequence)}`;
}

const names = (...chunks: (string | Buffer)[]): string[] => eventsOf(...chunks).map(named);

// From xterm's ctlseqs, `infocmp rxvt-256color linux tmux-256color` and kitty's keyboard protocol.
const KEYS: [string, string][] = [
  ["j", "j"],
  ["G", "G"],
  ["é", "é"],
  ["漢", "漢"],
  ["👍", "👍"],
  [" ", "space"],
  ["\r", "enter"],
  ["\n", "C-j"],
  ["\t", "tab"],
  ["\x7f", "backspace"],
  ["\x08", "backspace"],
  ["\0", "C-space"],
  ["\x01", "C-a"],
  ["\x1a", "C-z"],
  ["\x1c", "C-\\"],
  ["\x1f", "C-_"],
  ["\x1b", "esc"],
  ["\x1bx", "M-x"],
  ["\x1bX", "M-x"],
  ["\x1b\r", "M-enter"],
  ["\x1b\x7f", "M-backspace"],
  ["\x1b\x01", "C-M-a"],
  ["\x1bé", "M-é"],
  ["\x1b[", "M-["],
  ["\x1bO", "M-o"],
  ["\x1b[A", "up"],
  ["\x1bOB", "down"],
  ["\x1b[H", "home"],
  ["\x1bOF", "end"],
  ["\x1b[1~", "home"],
  ["\x1b[7~", "home"],
  ["\x1b[8~", "end"],
  ["\x1b[2~", "insert"],
  ["\x1b[3~", "delete"],
  ["\x1b[5~", "pageup"],
  ["\x1b[6~", "pagedown"],
  ["\x1b[1;5C", "C-right"],
  ["\x1b[1;2D", "S-left"],
  ["\x1b[1;3A", "M-up"],
  ["\x1b[3;5~", "C-delete"],
  ["\x1b[Z", "S-tab"],
  ["\x1bOP", "f1"],
  ["\x1b[11~", "f1"],
  ["\x1b[[A", "f1"],
  ["\x1b[[E", "f5"],
  ["\x1b[15~", "f5"],
  ["\x1b[15;2~", "S-f5"],
  ["\x1b[1;2P", "S-f1"],
  ["\x1bO2P", "S-f1"],
  ["\x1b[24~", "f12"],
  ["\x1b[a", "S-up"],
  ["\x1bOd", "C-left"],
  ["\x1b[5^", "C-pageup"],
  ["\x1b[3$", "S-delete"],
  ["\x1b[2@", "C-S-insert"],
  ["\x1b\x1b[A", "M-up"],
  ["\x1bOM", "enter"],
  ["\x1bOj", "*"],
  ["\x1b[97u", "a"],
  ["\x1b[97;5u", "C-a"],
  ["\x1b[97:65;2u", "A"],
  ["\x1b[49:33;2;33u", "!"],
  ["\x1b[27u", "esc"],
  ["\x1b[13;2u", "S-enter"],
  ["\x1b[57417u", "left"],
  ["\x1b[27;5;105~", "C-i"],
];

test.each(KEYS)("%j is %s", (bytes, name) => {
  expect(names(bytes)).toEqual([name]);
});

test("the sequence of a key is what came", () => {
  expect(eventsOf("é\x1b[1;5Cj").map((event) => event.type === "key" && event.sequence)).toEqual([
    "é",
    "\x1b[1;5C",
    "j",
  ]);
});

test("several keys in a chunk are several events", () => {
  expect(names("jj\x1b[B\x1b[Bé\rq")).toEqual(["j", "j", "down", "down", "é", "enter", "q"]);
});

test("a lone ESC is held until time decides", () => {
  const { state, events } = decode(NO_INPUT, Buffer.from("\x1b"));
  expect(events).toEqual([]);
  expect(isHeld(state)).toBe(true);
  expect(flush(state).events.map(named)).toEqual(["esc"]);
  expect(isHeld(flush(state).state)).toBe(false);
});

test("an arrow whose bytes come apart is an arrow", () => {
  expect(names("\x1b", "[", "A")).toEqual(["up"]);
});

test("time does not cut a sequence that has begun", () => {
  const { state } = decode(NO_INPUT, Buffer.from("\x1b[1;"));
  expect(isHeld(state)).toBe(false);
  expect(decode(flush(state).state, Buffer.from("5A")).events.map(named)).toEqual(["C-up"]);
});

test("two ESC are two Esc keys, and a key after them is Alt", () => {
  expect(names("\x1b\x1b")).toEqual(["esc", "esc"]);
  expect(names("\x1b\x1bx")).toEqual(["esc", "M-x"]);
});

test("SGR mouse: presses, releases and the wheel, counted from zero", () => {
  expect(names("\x1b[<0;10;5M\x1b[<0;10;5m\x1b[<64;1;1M\x1b[<65;1;1M\x1b[<2;3;4M")).toEqual([
    "press 0 9,4",
    "release 0 9,4",
    "wheel-up 0 0,0",
    "wheel-down 1 0,0",
    "press 2 2,3",
  ]);
});

test("mouse motion is no event", () => {
  expect(names("\x1b[<35;10;5M\x1b[<32;10;5M")).toEqual([]);
});

test("mouse without SGR is understood, and its bytes are not typed", () => {
  expect(names("\x1b[M +%")).toEqual(["press 0 10,4"]);
});

test("a paste is one event, whatever it contains", () => {
  expect(names("\x1b[200~one\rtwo\r\n\x1b[A\x1b\x03é\x1b[201~j")).toEqual([
    `paste ${JSON.stringify("one\ntwo\n\x1b[A\x1b\x03é")}`,
    "j",
  ]);
});

test("a paste spans chunks, and so may its end", () => {
  expect(names("\x1b[20", "0~ab", "c\x1b[2", "01~q")).toEqual(['paste "abc"', "q"]);
});

test("a paste beyond the limit is cut and the keys after it are keys", () => {
  const events = eventsOf("\x1b[200~", "x".repeat(PASTE_LIMIT + 10), "\x1b[201~", "q");
  expect(events.map((event) => (event.type === "paste" ? event.text.length : named(event)))).toEqual([
    PASTE_LIMIT,
    "q",
  ]);
});

test("answers of the terminal are replies", () => {
  const replies = [
    "\x1b]11;rgb:1e1e/1e1e/2e2e\x07",
    "\x1b]11;rgb:ffff/ffff/ffff\x1b\\",
    "\x1b[?2026;2$y",
    "\x1b[?62;22c",
    "\x1bP>|tmux 3.4\x1b\\",
    "\x1b[I",
    "\x1b[O",
  ];
  expect(names(replies.join(""))).toEqual(replies.map((reply) => `reply ${JSON.stringify(reply)}`));
});

test("unknown sequences are swallowed whole", () => {
  expect(names("a\x1b[99~\x1b[1;2;3z\x1b[?1;2;3q\x1bOzb").filter((name) => !name.startsWith("reply"))).toEqual([
    "a",
    "b",
  ]);
});

test("a kitty key release is no event", () => {
  expect(names("\x1b[97;1:3u\x1b[1;1:3A")).toEqual([]);
});

test("super and hyper keys are not taken for others", () => {
  expect(names("\x1b[113;9u")).toEqual([]);
});

test("a control character inside of a sequence ends it", () => {
  expect(names("\x1b[1;\rj")).toEqual(["enter", "j"]);
  expect(names("\x1b]11;rgb\x03j")).toEqual(["C-c", "j"]);
  expect(names("\x1b]11;rgb\x1b[A")).toEqual(["up"]);
});

test("bytes that are not UTF-8 are dropped", () => {
  expect(names(Buffer.from([0x61, 0xff, 0xc3, 0x62, 0xed, 0xa0, 0x80, 0x63]))).toEqual(["a", "b", "c"]);
});

test("an endless sequence costs no memory and its end is found", () => {
  let state = NO_INPUT;
  state = decode(state, Buffer.from("\x1b]52;c;")).state;
  for (let i = 0; i < 100; i++) state = decode(state, Buffer.alloc(10_000, 0x41)).state;
  expect(state.pending.length).toBeLessThan(5000);
  expect(decode(state, Buffer.from("\x1b\\j")).events.map(named)).toEqual(["j"]);
});

const piece = fc.oneof(
  fc.constantFrom(...KEYS.map(([bytes]) => bytes)),
  fc.constantFrom(
    "\x1b[200~",
    "\x1b[201~",
    "\x1b[<0;1;1M",
    "\x1b]11;rgb:00/00/00\x07",
    "\x1bP1$r\x1b\\",
    "\x1b[M ab",
    "\x1b\x1b",
  ),
  fc.string({ unit: "grapheme", maxLength: 3 }),
  fc.string({ unit: "binary-ascii", maxLength: 4 }),
);
const bytesOf = fc.oneof(
  fc.array(piece, { maxLength: 12 }).map((pieces) => Buffer.from(pieces.join(""))),
  fc.uint8Array({ maxLength: 40 }).map((bytes) => Buffer.from(bytes)),
);

test("any split of the bytes gives the same events", () => {
  fc.assert(
    fc.property(bytesOf, fc.array(fc.nat(60), { maxLength: 8 }), (bytes, cuts) => {
      const places = [0, ...cuts.filter((cut) => cut < bytes.length).sort((a, b) => a - b), bytes.length];
      const chunks = places.slice(1).map((end, i) => bytes.subarray(places[i], end));
      expect(eventsOf(...chunks)).toEqual(eventsOf(bytes));
      expect(eventsOf(...[...bytes].map((byte) => Buffer.from([byte])))).toEqual(eventsOf(bytes));
    }),
    { numRuns: 2000 },
  );
});

test("no printable key carries shift or a control character", () => {
  fc.assert(
    fc.property(bytesOf, (bytes) => {
      for (const event of eventsOf(bytes)) {
        if (event.type !== "key" || [...event.name].length > 1) continue;
        expect(event.shift).toBe(false);
        expect(event.name).not.toMatch(/[\0-\x20\x7f-\x9f]/);
      }
    }),
  );
});
