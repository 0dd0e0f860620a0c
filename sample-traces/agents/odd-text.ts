import { runChatAgent } from "./chat-agent.ts";
import type { Sample } from "./studio.ts";
import { folderTools } from "./tools.ts";

const SCRIPTS = [
  "日本語の文章、全角ＡＢＣと半角ｱｲｳ",
  "한국어 문장과 옛한글 ᄒᆞᆫ글",
  "नमस्ते दुनिया · ภาษาไทย · தமிழ்",
  "שלום עולם · مرحبا بالعالم",
  "e\u0301 o\u0308 a\u030a\u0331 (marks of their own)",
  "👩‍👩‍👧‍👦 👍🏽 🇳🇴 1️⃣ ❤️ ☎︎ 🏴󠁧󠁢󠁳󠁣󠁴󠁿",
  "𝔐𝔞𝔱𝔥 ℵ₀ ∑ ∫ ≤ → ⟨x⟩",
  "ﬁ ﬂ Ⅷ ① ㊗ ｗｉｄｅ",
];

export const unicode: Sample = {
  name: "unicode",
  title: "Letters of many scripts",
  shows: "wide, combining, joined and right-to-left text in arguments, results and answers",
  at: "2026-03-05T10:00:00Z",
  files: { "文字.txt": `${SCRIPTS.join("\n")}\n` },
  script: [
    { after: 500, calls: [{ name: "read_file", args: { path: "文字.txt" } }] },
    {
      after: 650,
      text: "八つの行 🎉",
      calls: [{ name: "write_file", args: { path: "übersicht.txt", text: SCRIPTS.join(" ⏐ ") } }],
    },
    { after: 480, text: `Fertig: ${SCRIPTS.length} Zeilen. ${SCRIPTS[5]}\n\n${SCRIPTS.join("\n")}` },
  ],
  run: ({ clock, folder, fetch }) =>
    runChatAgent(
      {
        model: "gpt-4o-mini",
        system: "Answer in the language of the text. 🌍",
        tools: folderTools(folder, clock),
        clock,
        fetch,
        stream: true,
      },
      "Read 文字.txt, copy its lines to übersicht.txt and show them to me.",
    ),
};

/** What a program might print to take over the terminal of whoever reads its log. */
const ATTACKS = [
  "clipboard: \u001b]52;c;cm0gLXJmIH4=\u0007 (OSC 52)",
  "title: \u001b]0;pwned\u0007\u001b]2;pwned\u001b\\",
  "clear: \u001b[2J\u001b[3J\u001b[H and hide: \u001b[?25l and other screen: \u001b[?1049l",
  "link: \u001b]8;;https://example.com\u001b\\safe.example\u001b]8;;\u001b\\",
  "answer back: \u001b[6n \u001b[c \u001bP$qm\u001b\\ \u0005",
  "mouse: \u001b[?1003h paste: \u001b[?2004h keys: \u001b[>1u",
  "C1: \u009b31m \u009d52;c;YQ==\u009c \u0090q\u009c",
  "overwrite: all is well\rALL IS LOST\b\b\b\bWELL",
  "bidi: access \u202e\u2066// admin only\u2069 \u2066user\u2069\u202c",
  "invisible: pass\u200bword\u00ad \ufeffend \u{e0041}\u{e0042}",
  "charset: \u001b(0lqqk\u001b(B reset: \u001bc",
  "bell: \u0007\u0007 nul: \u0000 del: \u007f",
];

export const hostile: Sample = {
  name: "hostile",
  title: "A log that bites",
  shows:
    "escape sequences, control characters and bidi overrides in tool results and answers: none may reach your terminal",
  at: "2026-03-06T11:00:00Z",
  files: { "server.log": `${ATTACKS.join("\n")}\n` },
  script: [
    { after: 450, calls: [{ name: "read_file", args: { path: "server.log" } }] },
    { after: 520, calls: [{ name: "shell", args: { command: "printf '\\033]52;c;aGk=\\007\\033[31mred\\033[0m'" } }] },
    { after: 600, text: `The log says:\n${ATTACKS.join("\n")}` },
  ],
  run: ({ clock, folder, fetch }) =>
    runChatAgent(
      { model: "gpt-4o-mini", system: "You read logs.", tools: folderTools(folder, clock), clock, fetch, stream: true },
      "What does server.log say? \u001b[31mQuote it.\u001b[0m",
    ),
};
