import type { Operation } from '@quarry/contracts';
import type { TokenPlan } from '@quarry/scrapers/scraper';
import type { TokenSeals } from '@quarry/tokens';

type Params = Readonly<Record<string, unknown>>;

/** What a token holds. */
interface State {
  readonly next: unknown;
  readonly kept: Params;
  readonly sessionId: string;
}

/** One call of an account. */
export interface Call {
  readonly id: string;
  readonly accountId: string;
  readonly createdAtMs: number;
  readonly params: Params;
}

export interface Continued {
  readonly params: Params;
  /** `next` of the response that the call continues. */
  readonly next?: unknown;
  /** Session whose exit the call uses. */
  readonly sessionId: string;
}

export interface Continuation {
  /** The parameters of a call, with those of its token. Throws for a token that the gateway should have refused. */
  read(call: Call): Continued;
  /** The response, with a token if one is wanted and there is a next page. */
  write(result: Params, call: Call, served: { readonly next?: unknown; readonly sessionId: string }): Params;
}

const keptOf = ({ kept }: TokenPlan, params: Params): Params =>
  Object.fromEntries(kept.filter((name) => params[name] !== undefined).map((name) => [name, params[name]]));

const withKept = ({ kept }: TokenPlan, params: Params, state: State): Params => ({
  ...Object.fromEntries(Object.entries(params).filter(([name]) => !kept.includes(name))),
  ...state.kept,
});

const NOTHING: Continuation = {
  read: ({ id, params }) => ({ params, sessionId: id }),
  write: (result) => result,
};

export interface ContinuationOptions {
  readonly operation: Pick<Operation, 'id' | 'tokenField'>;
  /** Absent: responses of this operation are not continued. */
  readonly plan: TokenPlan | undefined;
  /** Absent: there is no secret, and no response has a token. */
  readonly seals: TokenSeals | undefined;
  /** Default: the system clock. */
  readonly nowMs?: () => number;
}

/** How an operation's tokens are made and read. */
export const createContinuation = ({
  operation: { id: operation, tokenField },
  plan,
  seals,
  nowMs = Date.now,
}: ContinuationOptions): Continuation => {
  if (!plan || tokenField === undefined) return NOTHING;
  const first = ({ id, params }: Call): Continued => ({ params, sessionId: id });
  const follow = (call: Call, token: string): Continued => {
    const { accountId, createdAtMs, params } = call;
    // As of the time of the call, so that a token does not expire while the call waits.
    const opened = seals?.open({ operation, accountId }, token, createdAtMs);
    if (!opened) throw new Error('the gateway let a token pass that this worker cannot open: do their secrets differ?');
    // safe because only `write` seals for this operation
    const state = opened.state as State;
    return { params: withKept(plan, params, state), next: state.next, sessionId: state.sessionId };
  };
  const read = (call: Call): Continued => {
    const token = call.params[tokenField];
    return typeof token === 'string' ? follow(call, token) : first(call);
  };
  return {
    read,
    write: (result, call, { next, sessionId }) => {
      if (next === undefined || !plan.isWanted(call.params)) return result;
      const state: State = { next, kept: keptOf(plan, read(call).params), sessionId };
      const token = seals?.seal({ operation, accountId: call.accountId }, state, nowMs());
      return token === undefined ? result : plan.place(result, token);
    },
  };
};
