import type { BodyChange, HeldCall } from "../control/protocol.ts";
import type { Json } from "../json/json.ts";
import type { OpenExchange } from "../record/open-exchange.ts";
import type { KnownRequest } from "../record/request/known-request.ts";
import type { Decision, GatewayRequest } from "./exchange.ts";

/** What a handler does with a call, and what else it could do. */
export interface Course {
  /** Nobody steps in. `whole`: a served answer is written down whole before the agent gets any of it. */
  go(request: GatewayRequest, whole: boolean): Decision | Promise<Decision>;
  /** Calls a provider, which may cost money. */
  readonly goesLive?: boolean;
  /** It has parted from the recording: whoever watches says what becomes of it. */
  readonly drift?: HeldCall["drift"];
  /** It goes out with these changes. @throws Error with a message for people */
  edit?(changes: readonly BodyChange[]): void;
  /** It is answered with what was recorded. @throws Error as `edit` */
  recorded?(step: number | undefined): Course;
  /** It goes to its provider although it has drifted. @throws Error as `edit` */
  live?(): Course;
  /** The agent gets this answer; undefined: the one that was served. */
  settled?(changed: Json | undefined): void;
  /** Its client has gone without it. */
  lost?(): void;
}

/** A call on its way: its opening line is in the file. */
export interface PassingCall {
  readonly known: KnownRequest;
  readonly exchange: OpenExchange;
}

/** A call that may stand still. */
export type Standing = PassingCall & {
  readonly course: Course;
  readonly step: number;
  /** It was stopped by a guard, and goes on all the same. */
  readonly accept?: () => void;
};
