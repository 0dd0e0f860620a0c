/**
 * What differs between two equal requests: found by comparing real requests of two runs of the same program.
 * Ids become ordinals by first appearance (id-place.ts); fields of this table are dropped.
 */
export interface NoiseRule {
  /** A pointer into the request body, with wildcards. Never reaches into arguments of tools and schemas. */
  readonly pointer: string;
  readonly why: string;
  /** Dropped only when two runs are compared: a replay asks for exactly what was recorded. */
  readonly diffOnly?: boolean;
}

export const NOISE: readonly NoiseRule[] = [
  { pointer: "/user", why: "end user's id" },
  { pointer: "/metadata", why: "session and device ids" },
  { pointer: "/safety_identifier", why: "end user's id" },
  { pointer: "/service_tier", why: "how fast, not what" },
  { pointer: "/store", why: "kept by the vendor or not" },
  { pointer: "/prompt_cache_retention", why: "caching" },
  { pointer: "/prompt_cache_key", why: "caching, an id a session" },
  { pointer: "/stream_options", why: "form of the stream" },
  { pointer: "/client_metadata", why: "ids of installation and turn" },
  { pointer: "/input/*/internal_chat_message_metadata_passthrough", why: "turn ids and times" },
  { pointer: "/**/cache_control", why: "cache markers move from call to call" },
  { pointer: "/input/*/encrypted_content", why: "sealed reasoning, different each time", diffOnly: true },
  { pointer: "/messages/*/content/*/signature", why: "signature of thinking, different each time", diffOnly: true },
  {
    pointer: "/contents/*/parts/*/thoughtSignature",
    why: "signature of thinking, different each time",
    diffOnly: true,
  },
];
