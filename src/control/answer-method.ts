import { field, type Json } from "../json/json.ts";
import { isCount, readAction, readBreakpoints } from "./held-action.ts";
import type { HeldAction, MethodName, Methods } from "./protocol.ts";
import { CODES, RpcFailure } from "./rpc.ts";
import type { WatchedRun } from "./watched-run.ts";

type Answers = { readonly [Name in MethodName]: (run: WatchedRun, params: Json) => Methods[Name]["result"] };

const ANSWERS: Answers = {
  who: (run) => run.who(),
  hello: (run) => run.hello(),
  "breakpoints.set": (run, params) => {
    const breakpoints = readBreakpoints(field(params, "breakpoints"));
    if (breakpoints === undefined) throw wrong('breakpoints: expected [{"expression","on"}]');
    run.setBreakpoints(breakpoints);
    return run.hello().breakpoints;
  },
  pause: (run) => done(() => run.pause()),
  act: (run, params) => {
    const id = field(params, "id");
    if (!isCount(id)) throw wrong("id: expected the number of a held call");
    return done(() => run.act(id, action(params)));
  },
  actAll: (run, params) => run.actAll(action(params)),
  "rewrites.set": (run, params) => {
    const index = field(params, "index");
    if (!isCount(index)) throw wrong("index: expected a number from 0");
    return done(() => run.setRewrite(index, flag(params)));
  },
  hold: (run, params) => done(() => run.setHold(flag(params))),
  kill: (run) => done(() => run.kill()),
};

/** @throws RpcFailure; what the run itself refuses becomes one too */
export function answerMethod(run: WatchedRun, method: string, params: Json): unknown {
  if (!isMethod(method))
    throw new RpcFailure(CODES.noMethod, `there is no method ${method}: ${Object.keys(ANSWERS).join(", ")}`);
  try {
    return ANSWERS[method](run, params);
  } catch (error) {
    if (error instanceof RpcFailure) throw error;
    throw new RpcFailure(CODES.refused, error instanceof Error ? error.message : String(error));
  }
}

function isMethod(name: string): name is MethodName {
  return Object.hasOwn(ANSWERS, name);
}

function action(params: Json): HeldAction {
  const read = readAction(field(params, "action"));
  if (typeof read === "string") throw wrong(read);
  return read;
}

function flag(params: Json): boolean {
  const on = field(params, "on");
  if (typeof on !== "boolean") throw wrong("on: expected true or false");
  return on;
}

function wrong(message: string): RpcFailure {
  return new RpcFailure(CODES.wrongParams, message);
}

/** JSON-RPC answers every request with something. */
function done(act: () => void): null {
  act();
  return null;
}
