import fc from "fast-check";
import { expect, test } from "vitest";
import { Masker } from "../../src/redact/masker.ts";
import { isSecretArgument } from "../../src/redact/secret-names.ts";

/** Most texts are passed by at one look; a rule of the user's, here one that never matches, makes the masker look at every string. */
const SECRETS = [
  { name: "A_KEY", value: "zq7-Lk29/pw+Xx0" },
  { name: "B_KEY", value: "né-42-schlüssel" },
];
const quick = new Masker({ secrets: SECRETS.slice(0, 1) });
const slow = new Masker({ secrets: SECRETS.slice(0, 1), custom: [{ name: "NONE", pattern: /(?!)/ }] });

const words = fc.constantFrom(
  ...[
    "password",
    "apiKey",
    "db-Passwd",
    "otp",
    "TOKEN",
    "max_tokens",
    "connectionString",
    "secrets_",
    "totp!",
    "cookie",
  ],
  ...[
    "zq7-Lk29/pw+Xx0",
    "zq7-Lk29%2Fpw%2BXx0",
    "enE3LUxrMjkvcHcrWHgw",
    "sk-ant-api03-Zz9Zz9Zz9Zz9",
    "ghp_a1B2a1B2a1B2a1B2a1B2",
  ],
  ...[
    "https://me:s3cret@host/",
    "https://host/a",
    "?key=abcd1",
    "&Sig=x9x9x9",
    "?q=1",
    "Bearer abcdefgh12345678",
    "Basic dXNlcjpwYXNzd29yZA==",
  ],
  ...[
    "DB_TOKEN='abcdefgh1'",
    "X_KEY=abcdefgh1 ",
    "eyJhbGciOi.eyJzdWIi.c2lnbmF0dXJl",
    "-----BEGIN PRIVATE KEY-----",
    "K",
    "é",
    "\u2028",
  ],
  ...['"', "\\", "/", "{", "}", "[", "]", ":", ",", " ", "\n", "\t", "<", ">", "1", "x", "\ud800"],
);
const prose = fc.array(words, { maxLength: 8 }).map((list) => list.join(""));
const json = fc.letrec((tie) => ({
  value: fc.oneof({ depthSize: "small" }, prose, fc.integer(), tie("list"), tie("object"), tie("nested")),
  list: fc.array(tie("value"), { maxLength: 3 }),
  object: fc.dictionary(prose, tie("value"), { maxKeys: 3 }),
  nested: tie("value").map((value) => JSON.stringify(value)),
})).value;

/** JSON as other programs write it: some characters escaped that need not be. */
function escaped(text: string, which: number): string {
  if (which === 0)
    return text.replace(/[^\0-\x7f]/g, (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, "0")}`);
  if (which === 1) return text.replaceAll("/", "\\/");
  if (which === 2)
    return text.replace(/[a-d&<>]/g, (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, "0").toUpperCase()}`);
  return which === 3 ? text.replace(/:/g, " \n:") : text;
}

const texts = fc.oneof(
  prose,
  prose.map((text) => `{"a":"${text}`),
  fc.tuple(json, fc.nat(4), fc.nat(4)).map(([value, a, b]) => escaped(JSON.stringify(value), a) + (b === 0 ? "]" : "")),
  fc
    .tuple(json, fc.nat(4), fc.nat(4))
    .map(([value, a, b]) => escaped(JSON.stringify({ x: escaped(JSON.stringify(value), a) }), b)),
);

test("what is passed by at one look holds nothing that a look at each string would find", () => {
  fc.assert(
    fc.property(texts, (text) => {
      expect(quick.mask(text)).toEqual(slow.mask(text));
    }),
    { numRuns: 4_000 },
  );
});

test("a secret that JSON has to escape is found wherever it stands", () => {
  const masker = new Masker({ secrets: SECRETS });
  for (const text of ['{"a":"n\\u00e9-42-schl\\u00fcssel"}', '{"a":"né-42-schlüssel"}', "né-42-schlüssel"])
    expect(masker.text(text)).toContain("<B_KEY>");
});

test.each(["pass\\u0077ord", "to\\u212aen", "to\u212aen", "secret\\u00e9", "otp\\n"])(
  "the name %s is one of a secret",
  (name) => {
    expect(isSecretArgument(JSON.parse(`"${name}"`))).toBe(true);
    expect(quick.text(`{"${name}":"hunter2"}`)).not.toContain("hunter2");
  },
);
