import type { AdmitResult, Period, RequestEnd, RequestRow, Store } from '../../src/port.js';
import type { Call, History } from './money-steps.js';

export const DEADLINE_MS = 300_000;

/** The names a history's accounts, requests and grants have in the store. */
export interface Cast {
  readonly history: History;
  readonly accountIds: readonly string[];
  readonly requestIds: readonly string[];
}

type Finished = Awaited<ReturnType<Store['requests']['finish']>>;

/** What a call returned; `lost` when its store died under it: it may have done its work, or not. */
export type Outcome =
  | { readonly kind: 'lost' }
  | { readonly kind: 'admit'; readonly requestId: string; readonly accountId: string; readonly result: AdmitResult }
  | { readonly kind: 'begin'; readonly requestId: string; readonly result: RequestRow | null }
  | { readonly kind: 'nextAttempt'; readonly requestId: string; readonly result: number | null }
  | { readonly kind: 'finish'; readonly requestId: string; readonly end: RequestEnd; readonly result: Finished }
  | { readonly kind: 'grant'; readonly accountId: string; readonly grantId: string; readonly result: Period | null }
  | { readonly kind: 'period'; readonly accountId: string; readonly result: Period | null }
  | { readonly kind: 'sweep'; readonly result: string[] }
  | { readonly kind: 'purge'; readonly result: { id: string; accountId: string }[] }
  | { readonly kind: 'roll'; readonly result: number }
  | { readonly kind: 'disable' };

export interface PlayedCall {
  readonly call: Call;
  readonly outcome: Outcome;
  /** The clock of the store it went through. */
  readonly nowMs: number;
}

const endOf = (call: Extract<Call, { kind: 'finish' }>, held: number): RequestEnd =>
  call.state === 'ok'
    ? { state: 'ok', chargedCredits: Math.floor(held * call.share), verdict: 'ok' }
    : { state: call.state, chargedCredits: 0, verdict: 'internal_error', error: 'internal_error' };

const playRequestCall = async (
  { requests }: Store,
  call: Extract<Call, { slot: number }>,
  cast: Cast,
  nowMs: number,
): Promise<Outcome> => {
  const requestId = cast.requestIds[call.slot] ?? '';
  const held = cast.history.holds[call.slot] ?? 0;
  switch (call.kind) {
    case 'admit': {
      const accountId = cast.accountIds[call.account] ?? '';
      const result = await requests.admit({
        id: requestId,
        accountId,
        operation: 'scrape/web',
        params: { url: 'https://shop.example/' },
        contractVersion: 1,
        holdCredits: held,
        deadlineAtMs: nowMs + DEADLINE_MS,
      });
      return { kind: 'admit', requestId, accountId, result };
    }
    case 'begin':
      return { kind: 'begin', requestId, result: await requests.begin(requestId, call.attempt) };
    case 'nextAttempt':
      return { kind: 'nextAttempt', requestId, result: await requests.nextAttempt(requestId, call.attempt) };
    case 'finish': {
      const end = endOf(call, held);
      return { kind: 'finish', requestId, end, result: await requests.finish(requestId, end, call.attempt) };
    }
  }
};

/** Makes one call of a store. */
export const playCall = async (store: Store, call: Call, cast: Cast, nowMs: number): Promise<Outcome> => {
  if ('slot' in call) return playRequestCall(store, call, cast, nowMs);
  const accountId = 'account' in call ? (cast.accountIds[call.account] ?? '') : '';
  switch (call.kind) {
    case 'grant': {
      const grantId = `gift-${call.grant}`;
      const result = await store.accounts.grant(accountId, cast.history.grants[call.grant] ?? 0, grantId);
      return { kind: 'grant', accountId, grantId, result };
    }
    case 'period':
      return { kind: 'period', accountId, result: await store.accounts.period(accountId) };
    case 'disable':
      await store.accounts.setDisabled(accountId, call.isDisabled);
      return { kind: 'disable' };
    case 'sweep':
      return { kind: 'sweep', result: (await store.requests.sweepExpired(call)).map(({ id }) => id) };
    case 'purge':
      return { kind: 'purge', result: (await store.requests.purge(call)).removed };
    case 'roll':
      return { kind: 'roll', result: await store.ledger.rollPeriods(call.limit) };
  }
};
