/** Which names stand for credentials: of environment variables, of arguments in JSON, of query parameters. */

/** A word of these anywhere in a variable's name, words being apart by `_` or `-`. `MONKEY` and `KEYBOARD` have none. */
const STRONG =
  /(?:^|[_-])(?:api_?key|key|token|secret|passw(?:or)?d|passphrase|pwd|pass|dsn|pat|apikey)s?(?:[_-]|\d*$)/i;
/** These name files, sockets and flags as often as secrets: a value that looks like a path is left alone. */
const WEAK = /(?:^|[_-])(?:credential|auth|cookie|session|private|bearer|signature|salt)s?(?:[_-]|\d*$)/i;

const NO_SECRETS =
  /(?:_key_id|_id|_ids|_limit|_limits|_count|_path|_file|_dir|_folder|_name|_type|_mode|_method|_url|_uri|_host|_port|_ttl|_expiry|_length|_size|_enabled|_provider|_prefix|_suffix|_algorithm|_version|_sock|_socket|_region)$|^(?:max|min)_|^(?:old|init_)?(?:pwd|cwd)$|^(?:ssh_auth_sock|dbus_|xdg_|session_manager|desktop_session|gdmsession|gpg_key|keymap)/i;

const PATH = /^(?:~|\.{1,2})?\/[\w.@-]+(?:\/[\w.@ -]+)*$/;
const PLAIN_WORDS = /^(?:undefined|disabled|required|optional|enabled|default|development|production|localhost)$/i;

/** Whether the value of the environment variable `name` is a secret. Short, plain and numeric values are none: they occur in any text. */
export function isSecretVariable(variable: string, value: string): boolean {
  const name = variable.replace(/([a-z0-9])([A-Z])/g, "$1_$2");
  if (NO_SECRETS.test(name)) return false;
  const strong = STRONG.test(name);
  if (!strong && !WEAK.test(name)) return false;
  if (!strong && PATH.test(value)) return false;
  return isSecretValue(value);
}

export function isSecretValue(value: string): boolean {
  return value.length >= 8 && new Set(value).size >= 5 && !/^[\d.,:+-]+$/.test(value) && !PLAIN_WORDS.test(value);
}

/** `apiKey`, `api-key`, `db_password`, `X-Api-Key`: split into words, the last ones count. */
export function isSecretArgument(name: string): boolean {
  const known = ARGUMENTS.get(name);
  if (known !== undefined) return known;
  if (ARGUMENTS.size >= 4096) ARGUMENTS.clear();
  const found = namesSecret(name);
  ARGUMENTS.set(name, found);
  return found;
}

/** Bodies repeat a few names over and over. */
const ARGUMENTS = new Map<string, boolean>();

function namesSecret(name: string): boolean {
  const words = wordsOf(name);
  const last = words.at(-1) ?? "";
  const before = words.at(-2) ?? "";
  if (ALONE.has(last)) return true;
  if (last === "key") return BEFORE_KEY.has(before);
  if (last === "string") return before === "connection";
  return last === "token" && !COUNTED.has(before);
}

const ALONE = new Set([
  ...["password", "passwd", "passphrase", "pwd", "secret", "secrets", "apikey", "accesskey", "secretkey", "privatekey"],
  ...["authorization", "cookie", "cookies", "dsn", "otp", "totp", "credential", "credentials", "bearer", "authtoken"],
  ...["accesstoken", "refreshtoken", "idtoken", "clientsecret", "apitoken", "passcode"],
]);
const BEFORE_KEY = new Set([
  "api",
  "access",
  "secret",
  "private",
  "auth",
  "encryption",
  "signing",
  "account",
  "master",
]);
/** `max_token`, `stop_token`, `next_page_token`: no credentials. */
const COUNTED = new Set([
  ...["max", "min", "stop", "start", "end", "page", "pad", "eos", "bos", "next", "continuation", "special", "per"],
  ...["prompt", "completion", "unk", "mask", "sync", "cancellation", "progress", "top", "last", "first"],
]);

/** Every name of a secret argument ends in one of these, capitals aside; behind it comes only what is neither letter nor digit. */
export const LAST_WORDS: readonly string[] = [...ALONE, "key", "string", "token"].filter(
  (word, _, all) => !all.some((other) => other !== word && word.endsWith(other)),
);

function wordsOf(name: string): string[] {
  return name
    .replace(/([a-z0-9])([A-Z])/g, "$1_$2")
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== "");
}

/** `db-password` is `<DB_PASSWORD>`. */
export function placeholder(name: string): string {
  const word = name
    .replace(/([a-z0-9])([A-Z])/g, "$1_$2")
    .toUpperCase()
    .replace(/[^A-Z0-9]+/g, "_")
    .replace(/^_+|_+$/g, "");
  return `<${word || "SECRET"}>`;
}

const PARAMETERS =
  /^(?:key|api[_-]?key|access[_-]?token|auth[_-]?token|token|sig|signature|secret|password|x-amz-.+)$/i;

export function isSecretParameter(name: string): boolean {
  return PARAMETERS.test(name);
}

/** Keys whose values only look like secrets: ids of calls, signatures of thinking, the model's own tokens. */
const EXEMPT = new Set([
  ...["id", "tool_call_id", "call_id", "tool_use_id", "item_id", "previous_response_id", "response_id", "responseId"],
  ...["signature", "thoughtSignature", "thought_signature", "encrypted_content", "obfuscation", "system_fingerprint"],
]);

export function isExempt(key: string | number): boolean {
  return typeof key === "string" && EXEMPT.has(key);
}
