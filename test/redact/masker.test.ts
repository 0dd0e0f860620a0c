import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { environmentSecrets } from "../../src/redact/environment-secrets.ts";
import { Masker } from "../../src/redact/masker.ts";

const KEY = "zq7-Lk29/pw+Xx0";
const masker = new Masker({ secrets: [{ name: "OPENAI_API_KEY", value: KEY }] });
const shapes = new Masker({ secrets: [] });

describe("values of the environment", () => {
  test("names like credentials count, names that only contain the word do not", () => {
    const found = environmentSecrets({
      OPENAI_API_KEY: "abcdefgh1",
      DB_PASSWORD: "correct horse",
      "my-token": "tok-123456",
      KEYBOARD: "qwertyuiop",
      MONKEY: "bananas-for-all",
      TOKEN_LIMIT: "abcdefgh2",
      AWS_ACCESS_KEY_ID: "abcdefgh3",
      SSH_AUTH_SOCK: "/tmp/ssh-1/agent.5",
      GOOGLE_APPLICATION_CREDENTIALS: "/home/me/key.json",
    });
    expect(found.map(({ name }) => name)).toEqual(["OPENAI_API_KEY", "DB_PASSWORD", "my-token"]);
  });

  test("short, numeric and uniform values are no secrets", () => {
    expect(environmentSecrets({ A_KEY: "1234567890", B_KEY: "short", C_KEY: "aaaaaaaaaaaa" })).toEqual([]);
  });

  test("of a URL the password is the secret", () => {
    expect(environmentSecrets({ DATABASE_URL: "postgres://app:s3cr%40t99@db/x" })).toEqual([
      { name: "DATABASE_URL", value: "s3cr@t99" },
    ]);
  });
});

describe("a value", () => {
  test.each([
    ["as it is", `a ${KEY} b`, "a <OPENAI_API_KEY> b"],
    ["URL-encoded", "k=zq7-Lk29%2Fpw%2BXx0&", "k=<OPENAI_API_KEY>&"],
    ["URL-encoded, small letters", "k=zq7-Lk29%2fpw%2bXx0&", "k=<OPENAI_API_KEY>&"],
    [
      "in base64",
      `"enXE3LUxrMjkvcHcrWHgw" ${Buffer.from(KEY).toString("base64")}`,
      '"enXE3LUxrMjkvcHcrWHgw" <OPENAI_API_KEY>',
    ],
  ])("%s", (_, text, masked) => expect(masker.text(text)).toBe(masked));

  test("in base64 behind other bytes", () => {
    for (const before of ["", "u", "us", "user:"]) {
      const text = Buffer.from(`${before}${KEY}!`).toString("base64");
      expect(masker.text(text)).toContain("<OPENAI_API_KEY>");
    }
  });

  test("in JSON: the rest stays byte for byte and the pointer is told", () => {
    expect(masker.mask(`{ "a" :[1.0, {"b/c":"x ${KEY}"}], "d":"\\u0041"}`)).toEqual({
      text: '{ "a" :[1.0, {"b/c":"x <OPENAI_API_KEY>"}], "d":"\\u0041"}',
      masked: ["/a/1/b~1c"],
    });
  });

  test("in JSON inside a string of JSON", () => {
    const inner = JSON.stringify({ q: KEY });
    const text = JSON.stringify({ arguments: inner });
    expect(masker.text(text)).toBe(JSON.stringify({ arguments: JSON.stringify({ q: "<OPENAI_API_KEY>" }) }));
  });

  test("as the id of a call too", () => expect(masker.text(`{"id":"${KEY}"}`)).toBe('{"id":"<OPENAI_API_KEY>"}'));

  test("met on the way is masked from then on", () => {
    const learning = new Masker({ secrets: [] });
    learning.learnIfTelling("GROQ_API_KEY", "what-ever-99");
    expect(learning.text("x what-ever-99")).toBe("x <GROQ_API_KEY>");
  });
});

describe("arguments named like credentials", () => {
  test.each([
    ['{"password":"hunter2"}', '{"password":"<PASSWORD>"}'],
    ['{"apiKey":"k1"}', '{"apiKey":"<API_KEY>"}'],
    ['{"db_password":"x"}', '{"db_password":"<DB_PASSWORD>"}'],
    ['{"otp":123456}', '{"otp":"<OTP>"}'],
    [
      '{"max_tokens":5,"stop_token":"</s>","token_count":"7"}',
      '{"max_tokens":5,"stop_token":"</s>","token_count":"7"}',
    ],
    ['{"password":{"type":"string"}}', '{"password":{"type":"string"}}'],
    ['{"logprobs":{"content":[{"token":"hello"}]}}', '{"logprobs":{"content":[{"token":"hello"}]}}'],
  ])("%s", (text, masked) => expect(shapes.text(text)).toBe(masked));

  test("in arguments of a call, which are JSON in a string", () => {
    const text = JSON.stringify({ arguments: '{"user":"a","secret":"b"}' });
    expect(shapes.text(text)).toBe(JSON.stringify({ arguments: '{"user":"a","secret":"<SECRET>"}' }));
  });

  test("on a command line", () => {
    expect(shapes.argv(["agent", "--api-key", "abc", "--password=x", "--keep", "y"])).toEqual([
      ...["agent", "--api-key", "<API_KEY>", "--password=<PASSWORD>", "--keep", "y"],
    ]);
    expect(shapes.argv(["env", "OPENAI_API_KEY=short", "agent", "max_tokens=5"])).toEqual([
      ...["env", "OPENAI_API_KEY=<OPENAI_API_KEY>", "agent", "max_tokens=5"],
    ]);
  });

  test("on a command line, what is known keeps its name and what says nothing stays", () => {
    const key = `ghp_${"a1B2".repeat(9)}`;
    expect(shapes.argv(["agent", "--token", key, "--password", "<PASSWORD>", "--secret", ""])).toEqual([
      ...["agent", "--token", "<GITHUB_TOKEN>", "--password", "<PASSWORD>", "--secret", ""],
    ]);
  });
});

describe("shapes", () => {
  test.each([
    [`see sk-proj-${"a1".repeat(12)}.`, "see <OPENAI_KEY>."],
    [`sk-ant-api03-${"Zz9".repeat(8)}`, "<ANTHROPIC_KEY>"],
    ["AKIAABCDEFGHIJKLMNOP", "<AWS_KEY_ID>"],
    [`ghp_${"a1B2".repeat(9)}`, "<GITHUB_TOKEN>"],
    ["eyJhbGciOi.eyJzdWIi.c2lnbmF0dXJl", "<JWT>"],
    ["postgres://me:pa55@host/db", "postgres://me:<PASSWORD>@host/db"],
    ["https://x/y?a=1&key=abcdef&b=2", "https://x/y?a=1&key=<KEY>&b=2"],
    ["-----BEGIN RSA PRIVATE KEY-----\nMIIE\n-----END RSA PRIVATE KEY-----\nrest", "<PRIVATE_KEY>\nrest"],
    ["DB_PASSWORD=abc12345\n", "DB_PASSWORD=<DB_PASSWORD>\n"],
    [`GOCSPX-${"aB1_".repeat(7)}`, "<GOOGLE_CLIENT_SECRET>"],
    [`ABSK${"QmVk".repeat(20)}==`, "<BEDROCK_KEY>"],
    [`AccountName=a;AccountKey=${"aB1+".repeat(21)}==;x=1`, "AccountName=a;AccountKey=<AZURE_KEY>;x=1"],
    [`dop_v1_${"0a".repeat(32)}`, "<DIGITALOCEAN_TOKEN>"],
    [`hvs.${"aB1_".repeat(7)}`, "<VAULT_TOKEN>"],
    [`shpat_${"0a".repeat(16)}`, "<SHOPIFY_TOKEN>"],
    [
      `https://hooks.slack.com/services/T0000AAAA/B0000BBBB/${"aB1".repeat(8)}`,
      "https://hooks.slack.com/services/<SLACK_WEBHOOK>",
    ],
    [`tvly-dev-${"aB1".repeat(8)}`, "<TAVILY_KEY>"],
    [`lsv2_pt_${"0a".repeat(16)}_0123456789`, "<LANGSMITH_KEY>"],
    [`lin_api_${"aB1".repeat(13)}`, "<LINEAR_KEY>"],
    [`ntn_${"aB1".repeat(15)}`, "<NOTION_TOKEN>"],
    [`r8_${"aB1".repeat(12)}`, "<REPLICATE_TOKEN>"],
    [`dckr_pat_${"aB1".repeat(9)}`, "<DOCKER_TOKEN>"],
    [`dapi${"0a".repeat(16)}`, "<DATABRICKS_TOKEN>"],
    [`bot110201543:AA${"aB1".repeat(11)}/getMe`, "bot<TELEGRAM_TOKEN>/getMe"],
    ['   12\t  "client_secret": "abcdefg1",', '   12\t  "client_secret": "<CLIENT_SECRET>",'],
    ["{'db-password': 'pa55w0rd!', 'n': 1}", "{'db-password': '<DB_PASSWORD>', 'n': 1}"],
  ])("%s", (text, masked) => expect(shapes.text(text)).toBe(masked));

  test.each([
    "task-force-management-system-2",
    "sk-slider-container-wrapper",
    "ask 127.0.0.1:80",
    "x = os.environ['API_KEY']",
    '3: "password": "required field"',
    '"max_tokens": "12345678", "user": "hunter2hunter2"',
    "data:AAAAAAAA 12:AAbb",
    "see hooks.slack.com/services for more",
  ])("%s is none", (text) => expect(shapes.text(text)).toBe(text));

  test("ids of calls and signatures may look like keys", () => {
    const text = `{"tool_call_id":"sk-ant-${"a1".repeat(12)}","signature":"AKIAABCDEFGHIJKLMNOP"}`;
    expect(shapes.text(text)).toBe(text);
  });

  test("the user's own rule", () => {
    const own = new Masker({ secrets: [], custom: [{ name: "customer", pattern: /C-\d{4}/ }] });
    expect(own.text("C-1234 and C-9999")).toBe("<CUSTOMER> and <CUSTOMER>");
  });
});

test("any JSON stays JSON, and without secrets stays as it is", () => {
  fc.assert(
    fc.property(fc.json(), (text) => {
      expect(() => JSON.parse(masker.text(text))).not.toThrow();
    }),
  );
  const plain = new Masker({ secrets: [] });
  const word = fc.stringMatching(/^[a-f ]{0,8}$/);
  fc.assert(
    fc.property(fc.array(fc.dictionary(word, word)), (value) => {
      const text = JSON.stringify(value);
      expect(plain.text(text)).toBe(text);
    }),
  );
});

test("any text is masked without an exception", () => {
  fc.assert(fc.property(fc.string({ unit: "binary" }), (text) => typeof masker.text(`{"${text}`) === "string"));
});
