import { expect, test } from "vitest";
import { capabilitiesOf, escapeHold, terminfoColors } from "../../src/terminal/capabilities.ts";
import { isLight, NO_ANSWERS, TerminalProbe, withAnswer } from "../../src/terminal/probe.ts";

test.each([
  [{ TERM: "xterm-256color" }, 256],
  [{ TERM: "xterm-256color", COLORTERM: "truecolor" }, "true"],
  [{ TERM: "tmux-256color", COLORTERM: "24bit" }, "true"],
  [{ TERM: "xterm-kitty" }, "true"],
  [{ TERM: "xterm" }, 16],
  [{ TERM: "linux" }, 16],
  [{ TERM: "dumb" }, "none"],
  [{ TERM: "dumb", COLORTERM: "truecolor" }, "none"],
  [{}, "none"],
  [{ TERM: "vt100" }, "none"],
  [{ TERM: "xterm-256color", NO_COLOR: "1" }, "none"],
  [{ TERM: "xterm-256color", NO_COLOR: "" }, 256],
] as const)("colours of %j: %s", (env, colors) => {
  expect(capabilitiesOf(env).colors).toBe(colors);
});

test("--color goes before the environment", () => {
  expect(capabilitiesOf({ TERM: "xterm-256color", NO_COLOR: "1" }, "always").colors).toBe(256);
  expect(capabilitiesOf({ TERM: "dumb" }, "always").colors).toBe(16);
  expect(capabilitiesOf({ TERM: "xterm-kitty" }, "never").colors).toBe("none");
});

test("glyphs need a UTF-8 locale, LC_ALL first", () => {
  expect(capabilitiesOf({ LANG: "en_GB.UTF-8" }).unicode).toBe(true);
  expect(capabilitiesOf({ LANG: "C.utf8" }).unicode).toBe(true);
  expect(capabilitiesOf({ LANG: "en_GB.UTF-8", LC_ALL: "C" }).unicode).toBe(false);
  expect(capabilitiesOf({}).unicode).toBe(false);
});

test("Esc is held longer over a network", () => {
  expect(escapeHold(capabilitiesOf({}))).toBe(30);
  expect(escapeHold(capabilitiesOf({ SSH_CONNECTION: "1.2.3.4 5 6.7.8.9 22" }))).toBe(100);
});

test("terminals that print questions are not asked any", () => {
  expect(capabilitiesOf({ TERM: "xterm" }).talks).toBe(true);
  for (const TERM of ["dumb", "linux", "vt100", ""]) expect(capabilitiesOf({ TERM }).talks).toBe(false);
});

test("terminfo is asked for names that say nothing, and a name that is none is no path", async () => {
  expect(capabilitiesOf({ TERM: "xterm-256color" }).guessed).toBe(false);
  expect(capabilitiesOf({ TERM: "qodem" }).guessed).toBe(true);
  expect(capabilitiesOf({ TERM: "qodem" }, "always").guessed).toBe(false);
  expect(await terminfoColors("no-such-terminal-at-all")).toBeNull();
  expect(await terminfoColors("../../etc/passwd")).toBeNull();
});

test("answers to our questions are read", () => {
  expect(withAnswer(NO_ANSWERS, "\x1b[?2026;2$y")).toEqual({ sync: true, background: null });
  expect(withAnswer(NO_ANSWERS, "\x1b[?2026;0$y")).toEqual({ sync: false, background: null });
  expect(withAnswer(NO_ANSWERS, "\x1b]11;rgb:1e1e/2020/ffff\x1b\\")).toEqual({ sync: false, background: "#1e20ff" });
  expect(withAnswer(NO_ANSWERS, "\x1b]11;rgb:f/0/8\x07")).toEqual({ sync: false, background: "#ff0088" });
  expect(withAnswer(NO_ANSWERS, "\x1b[?62;22c")).toEqual(NO_ANSWERS);
  expect(withAnswer(NO_ANSWERS, "\x1b[I")).toBeNull();
});

test("a background is light or dark", () => {
  expect(isLight("#fdf6e3")).toBe(true);
  expect(isLight("#002b36")).toBe(false);
});

test("a terminal that answers when nobody waits any more is believed all the same", async () => {
  const probe = new TerminalProbe();
  await probe.finished;
  expect(probe.answers).toEqual(NO_ANSWERS);
  expect([probe.take("\x1b[?2026;2$y"), probe.take("\x1b[I")]).toEqual([true, false]);
  expect(probe.answers.sync).toBe(true);
});
