import { caseMixtures } from "./case-mixtures.ts";
import { isSecretArgument, isSecretParameter, LAST_WORDS, placeholder } from "./secret-names.ts";

/** What credentials look like, whatever they are called. Sources: the vendors' own descriptions of their key formats. */

export interface Shape {
  /** Every match holds one of these, or follows it; of three characters or more, none of which JSON would escape. */
  readonly hints: readonly string[];
  /** Sticky; what else stands at the hint of every match, also where the text is JSON and some of its characters are escaped. */
  readonly near?: RegExp;
  /** Global; matches the secret and nothing else. */
  readonly pattern: RegExp;
  /** Placeholder for a match; undefined: not a secret after all. */
  name(match: RegExpExecArray): string | undefined;
}

const BEFORE = "(?<![A-Za-z0-9_-])";

export const SHAPES: readonly Shape[] = [
  shape("ANTHROPIC_KEY", ["sk-ant-"], `${BEFORE}sk-ant-[A-Za-z0-9_-]{12,}`),
  shape("OPENROUTER_KEY", ["sk-or-"], `${BEFORE}sk-or-[A-Za-z0-9_-]{12,}`),
  shape("OPENAI_KEY", ["sk-"], `${BEFORE}sk-(?=[A-Za-z0-9_-]*\\d)[A-Za-z0-9_-]{16,}`),
  shape("GOOGLE_KEY", ["AIza"], `${BEFORE}AIza[A-Za-z0-9_-]{30,}`),
  shape("GOOGLE_TOKEN", ["ya29."], `${BEFORE}ya29\\.[A-Za-z0-9_-]{20,}`),
  shape("GITHUB_TOKEN", ["ghp_", "gho_", "ghu_", "ghs_", "ghr_"], `${BEFORE}gh[pousr]_[A-Za-z0-9]{20,}`),
  shape("GITHUB_TOKEN", ["github_pat_"], `${BEFORE}github_pat_[A-Za-z0-9_]{20,}`),
  shape("GITLAB_TOKEN", ["glpat-"], `${BEFORE}glpat-[A-Za-z0-9_-]{16,}`),
  shape("AWS_KEY_ID", ["AKIA", "ASIA"], "(?<![A-Za-z0-9])(?:AKIA|ASIA)[A-Z0-9]{16}(?![A-Za-z0-9])"),
  shape("SLACK_TOKEN", ["xox", "xapp-"], `${BEFORE}(?:xox[abeoprs]|xapp)-[A-Za-z0-9-]{10,}`),
  shape("HF_TOKEN", ["hf_"], `${BEFORE}hf_[A-Za-z0-9]{20,}`),
  shape("GROQ_KEY", ["gsk_"], `${BEFORE}gsk_[A-Za-z0-9]{20,}`),
  shape("XAI_KEY", ["xai-"], `${BEFORE}xai-[A-Za-z0-9]{20,}`),
  shape("PERPLEXITY_KEY", ["pplx-"], `${BEFORE}pplx-[A-Za-z0-9]{20,}`),
  shape("NPM_TOKEN", ["npm_"], `${BEFORE}npm_[A-Za-z0-9]{30,}`),
  shape("PYPI_TOKEN", ["pypi-"], `${BEFORE}pypi-[A-Za-z0-9_-]{40,}`),
  shape("STRIPE_KEY", ["_live_", "_test_"], `${BEFORE}(?:sk|rk|pk)_(?:live|test)_[A-Za-z0-9]{12,}`),
  shape("SENDGRID_KEY", ["SG."], `${BEFORE}SG\\.[A-Za-z0-9_-]{16,}\\.[A-Za-z0-9_-]{16,}`),
  shape("GOOGLE_CLIENT_SECRET", ["GOCSPX-"], `${BEFORE}GOCSPX-[A-Za-z0-9_-]{20,}`),
  shape("BEDROCK_KEY", ["ABSK"], `${BEFORE}ABSK[A-Za-z0-9+/]{60,}={0,2}`),
  shape("AZURE_KEY", ["AccountKey=", "AccessKey="], "(?<=(?:AccountKey|SharedAccessKey)=)[A-Za-z0-9+/]{40,}={0,2}"),
  shape("DIGITALOCEAN_TOKEN", ["dop_v1_", "doo_v1_", "dor_v1_"], `${BEFORE}do[opr]_v1_[a-f0-9]{40,}`),
  shape("VAULT_TOKEN", ["hvs.", "hvb.", "hvr."], `${BEFORE}hv[sbr]\\.[A-Za-z0-9_-]{24,}`),
  shape("SHOPIFY_TOKEN", ["shpat_", "shpca_", "shppa_", "shpss_"], `${BEFORE}shp(?:at|ca|pa|ss)_[A-Fa-f0-9]{32}`),
  shape("SLACK_WEBHOOK", ["hooks.slack.com"], "(?<=hooks\\.slack\\.com\\/services\\/)\\w{6,}\\/\\w{6,}\\/\\w{16,}"),
  shape("TAVILY_KEY", ["tvly-"], `${BEFORE}tvly-[A-Za-z0-9-]{20,}`),
  shape("LANGSMITH_KEY", ["lsv2_"], `${BEFORE}lsv2_[a-z]{2}_[A-Za-z0-9]{20,}(?:_[A-Za-z0-9]+)?`),
  shape("LINEAR_KEY", ["lin_api_"], `${BEFORE}lin_api_[A-Za-z0-9]{20,}`),
  shape("NOTION_TOKEN", ["ntn_"], `${BEFORE}ntn_[A-Za-z0-9]{30,}`),
  shape("REPLICATE_TOKEN", ["r8_"], `${BEFORE}r8_[A-Za-z0-9]{30,}`),
  shape("DOCKER_TOKEN", ["dckr_pat_"], `${BEFORE}dckr_pat_[A-Za-z0-9_-]{20,}`),
  shape("DATABRICKS_TOKEN", ["dapi"], `${BEFORE}dapi[a-f0-9]{32}(?:-\\d)?`),
  near(/:AA[\w-]{33}/y, shape("TELEGRAM_TOKEN", [":AA"], "(?<!\\d)\\d{8,10}:AA[A-Za-z0-9_-]{33}(?![A-Za-z0-9_-])")),
  shape("JWT", ["eyJ"], `${BEFORE}eyJ[A-Za-z0-9_-]{6,}\\.eyJ[A-Za-z0-9_-]{4,}\\.[A-Za-z0-9_-]{6,}`),
  shape(
    "PRIVATE_KEY",
    ["PRIVATE KEY-----"],
    "-----BEGIN [A-Z ]{0,40}PRIVATE KEY-----[\\s\\S]*?(?:-----END [A-Z ]{0,40}PRIVATE KEY-----|$)",
  ),
  near(
    /:\/\/[^\s@/"'<>]*@/y,
    shape("PASSWORD", ["://"], "(?<=[a-z][a-z0-9+.-]{1,20}:\\/\\/[^\\s:@/\"'<>]{0,200}:)[^\\s@/\"'<>]+(?=@)"),
  ),
  near(
    /earer +[\w.~+/-]{16}/y,
    shape("BEARER_TOKEN", ["earer "], "(?<=[Bb]earer +)(?=[^\\s]*\\d)[A-Za-z0-9._~+/-]{16,}=*"),
  ),
  near(
    /asic +[A-Za-z0-9+/]{12}/y,
    shape("BASIC_AUTH", ["asic "], "(?<=\\b[Bb]asic +)(?=[^\\s]*[\\d=])[A-Za-z0-9+/]{12,}={0,2}"),
  ),
  {
    // The first letters of every parameter that `isSecretParameter` knows.
    hints: ["ke", "ap", "ac", "au", "to", "si", "se", "pa", "x-"]
      .flatMap(caseMixtures)
      .flatMap((letters) => [`?${letters}`, `&${letters}`]),
    near: /.[\w-]{1,40}=[^&\s"'#<>]/y,
    pattern: /(?<=[?&]([\w-]{1,40})=)[^&\s"'#<>\\]{4,}/g,
    name: ([, parameter = ""]) => (isSecretParameter(parameter) ? placeholder(parameter) : undefined),
  },
  {
    // `"client_secret": "..."` in a piece of JSON, as tools print lines of a file; whole JSON is read by its names.
    hints: LAST_WORDS.flatMap((word) => caseMixtures(word.slice(0, 3))),
    near: /[a-z]{3,}\\*["'](?:\s|\\[nrt])*:(?:\s|\\[nrt])*\\*["'][^"'\s\\<]{8}/iy,
    pattern: /(?<=["']([A-Za-z][\w.-]{0,60})["']\s{0,4}:\s{0,4}["'])(?=[^"'\s\\]*\d)[^"'\s\\<>]{8,}(?=["'])/g,
    name: ([, member = ""]) => (isSecretArgument(member) ? placeholder(member) : undefined),
  },
  {
    // `DB_PASSWORD=...` as in a printed .env file; a value with a digit, so that code which assigns is left alone.
    hints: ["KEY=", "TOKEN=", "SECRET=", "PASSWORD=", "PASSWD="],
    near: /[A-Z]+=\\*["']?[\w+/=.!@#%^&*-]{8}/y,
    pattern:
      /(?<=\b([A-Z][A-Z0-9_]{0,60}(?:KEY|TOKEN|SECRET|PASSWORD|PASSWD))=["']?)(?=[\w+/=.!@#%^&*-]*\d)[\w+/=.!@#%^&*-]{8,}(?=["'\s\\]|$)/g,
    name: ([, variable = ""]) => placeholder(variable),
  },
];

function near(pattern: RegExp, of: Shape): Shape {
  return { ...of, near: pattern };
}

function shape(name: string, hints: readonly string[], pattern: string): Shape {
  return { hints, pattern: new RegExp(pattern, "g"), name: () => `<${name}>` };
}
