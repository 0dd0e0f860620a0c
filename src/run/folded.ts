import type { Json } from "../json/json.ts";
import type { Dialect, Folded } from "../providers/dialect.ts";
import type { EventBody, ResponseBody } from "../trace/event.ts";

/** A streamed response with `json` as its folded form, worked out when first asked for. */
function foldedResponse(response: ResponseBody, dialect: Dialect): ResponseBody {
  if (!response.streamed) return response;
  let folded: Folded | undefined;
  const fold = (): Folded => (folded ??= dialect.fold(response.text ?? ""));
  return {
    ...copyOf(response),
    get json(): Json {
      return fold().body;
    },
    get text() {
      return response.text;
    },
    get bytes() {
      return response.bytes;
    },
    get notice() {
      return response.notice;
    },
    get masked() {
      return response.masked;
    },
    get cut() {
      return response.cut ?? !fold().complete;
    },
  };
}

export function withFoldedResponse(body: EventBody, dialect: Dialect | undefined): EventBody {
  const { response } = body;
  if (!response?.streamed || !dialect) return body;
  return {
    ...(body.request && { request: body.request }),
    response: foldedResponse(response, dialect),
    ...(body.error && { error: body.error }),
    ...(body.sent !== undefined && { sent: body.sent }),
    raw: () => body.raw(),
    ...(body.field && { field: (key, of) => body.field?.(key, of) }),
  };
}

/** The plain fields only: spreading the object itself would run its lazy getters. */
function copyOf(response: ResponseBody): Pick<ResponseBody, "status" | "headers" | "chunks" | "streamed"> {
  const { status, headers, chunks, streamed } = response;
  return {
    ...(status !== undefined && { status }),
    ...(headers && { headers }),
    ...(chunks && { chunks }),
    ...(streamed !== undefined && { streamed }),
  };
}
