import type { Operation } from '@quarry/contracts';
import type { TokenSeals } from '@quarry/tokens';

type Params = Readonly<Record<string, unknown>>;
type Answer = Readonly<Record<string, unknown>>;

/** How answers of an operation are gone on with. */
interface TokenPlan {
  /** Parameters of the first call that hold for all that follow, whatever those say: the engine ties its state to them. */
  readonly kept: readonly string[];
  readonly isWanted: (params: Params) => boolean;
  readonly place: (answer: Answer, token: string) => Answer;
}

const PLANS: Readonly<Record<string, TokenPlan>> = {
  'enginec/serp': {
    kept: ['kl', 'cc', 'setLang', 'safeSearch', 'deviceType'],
    isWanted: () => true,
    place: (answer, nextPageToken) => ({ ...answer, nextPageToken, pagination: { nextPageToken } }),
  },
  'enginea/ai-mode': {
    kept: ['location', 'uule', 'gl', 'hl'],
    isWanted: ({ continuable }) => continuable === true,
    place: (answer, subsequentRequestToken) => ({ ...answer, subsequentRequestToken }),
  },
};

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
  /** `next` of the answer that the call follows. */
  readonly next?: unknown;
  /** Whose exit the search goes on by. */
  readonly sessionId: string;
}

export interface Continuation {
  /** What a call asks, with what its token holds. Throws for a token that the gateway should not have let pass. */
  read(call: Call): Continued;
  /** The answer with a token, where one is wanted and the page led on. */
  write(answer: Answer, call: Call, served: { readonly next?: unknown; readonly sessionId: string }): Answer;
}

const keptOf = ({ kept }: TokenPlan, params: Params): Params =>
  Object.fromEntries(kept.filter((name) => params[name] !== undefined).map((name) => [name, params[name]]));

const withKept = ({ kept }: TokenPlan, params: Params, state: State): Params => ({
  ...Object.fromEntries(Object.entries(params).filter(([name]) => !kept.includes(name))),
  ...state.kept,
});

const NOTHING: Continuation = {
  read: ({ id, params }) => ({ params, sessionId: id }),
  write: (answer) => answer,
};

/** How an operation's tokens are made and taken back. Without `seals` nothing leads on. */
export const createContinuation = (
  { id: operation, tokenField }: Pick<Operation, 'id' | 'tokenField'>,
  seals: TokenSeals | undefined,
  nowMs: () => number = Date.now,
): Continuation => {
  const plan = PLANS[operation];
  if (!plan || tokenField === undefined) return NOTHING;
  const first = ({ id, params }: Call): Continued => ({ params, sessionId: id });
  const follow = (call: Call, token: string): Continued => {
    const { accountId, createdAtMs, params } = call;
    // As of the call, so that a token which was good then does not end while the call waits.
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
    write: (answer, call, { next, sessionId }) => {
      if (next === undefined || !plan.isWanted(call.params)) return answer;
      const state: State = { next, kept: keptOf(plan, read(call).params), sessionId };
      const token = seals?.seal({ operation, accountId: call.accountId }, state, nowMs());
      return token === undefined ? answer : plan.place(answer, token);
    },
  };
};
