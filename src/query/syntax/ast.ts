/** What a filter text means, with the places of its parts in the text (offsets in UTF-16 units, `to` exclusive). */

export interface Problem {
  /** What is wrong, in one sentence. */
  readonly message: string;
  readonly from: number;
  readonly to: number;
  /** What to write instead; may be empty. */
  readonly hint: string;
}

const OPERATORS = [":", "=", "!=", ">", ">=", "<", "<="] as const;
/** ":" contains, "=" equals; on numbers ":" is equal as rounded on screen. */
export type Operator = (typeof OPERATORS)[number];

interface Place {
  readonly from: number;
  readonly to: number;
}

export type Value =
  | (Place & { readonly type: "literal"; readonly text: string; readonly quoted: boolean })
  /** `source` as typed between the slashes. */
  | (Place & { readonly type: "regex"; readonly source: string; readonly ignoreCase: boolean });

export interface FieldTerm extends Place {
  readonly type: "field";
  /** Name as the fields table spells it. */
  readonly name: string;
  readonly op: Operator;
  /** Any of them. Empty only for a `path:` that asks whether the place exists. */
  readonly values: readonly Value[];
  /** Place inside the request: of `path:` only, where `op` and `values` speak of what lies there. */
  readonly pointer?: string;
}

export type Filter =
  | (Place & { readonly type: "all" })
  | (Place & { readonly type: "and" | "or"; readonly items: readonly Filter[] })
  | (Place & { readonly type: "not"; readonly item: Filter })
  | (Place & { readonly type: "text"; readonly value: Value })
  | FieldTerm;
