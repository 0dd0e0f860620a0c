/** Names for the types that a run is made of, as its interface spells them. */
import type { Exchange, MessageRef, Row, Run, ToolExchange } from "../run/run.ts";

export type Kind = Row["kind"];
export type Status = Row["status"];
export type Body = ReturnType<Run["body"]>;
export type Request = NonNullable<Body["request"]>;
export type Response = NonNullable<Body["response"]>;
export type Message = ReturnType<MessageRef["read"]>;
export type Part = Message["parts"][number];
export type Facts = NonNullable<Exchange["facts"]>;
export type Answer = NonNullable<Exchange["answer"]>;
export type { Exchange, MessageRef, Row, Run, ToolExchange };
