import type { AdmitResult } from '@quarry/store';
import { RETRY_AFTER_CONCURRENCY_SECONDS } from '../bounds.js';
import type { Caller } from '../http/caller.js';
import { refuse, type Refusal } from './screen-request.js';

/** Operations that a message names; a key may list more. */
const NAMED_OPERATIONS = 10;

const listOf = (names: readonly string[]): string =>
  names.length <= NAMED_OPERATIONS
    ? names.join(', ')
    : `${names.slice(0, NAMED_OPERATIONS).join(', ')} and ${names.length - NAMED_OPERATIONS} more`;

/** Why the key may not call the operation; a family such as `scrape` has all operations whose id begins with it. */
export const judgeKeyOperation = ({ key }: Caller, operationId: string): Refusal | undefined => {
  const allowed = key?.limits?.operations;
  const isAllowed = allowed?.some((name) => operationId === name || operationId.startsWith(`${name}/`)) ?? true;
  if (isAllowed) return undefined;
  const message =
    `This API key may not call ${operationId}. It may call: ${listOf(allowed ?? [])}. ` +
    'Use another key, or change the limits of this one in the settings of the console.';
  return refuse('forbidden', { reason: 'key_operations', message });
};

type KeyResult = Extract<AdmitResult, { outcome: 'key_day_spent' | 'key_busy' }>;

const minuteOf = (ms: number): string => `${new Date(ms).toISOString().slice(0, 16).replace('T', ' ')} UTC`;

/** The refusal of a call that its key's limits do not admit. `what`: such as "request". */
export const refuseByKey = ({ key }: Caller, result: KeyResult, what: string, nowMs: number): Refusal => {
  const { creditsPerDay = 0, concurrency = 0 } = key?.limits ?? {};
  if (result.outcome === 'key_busy') {
    const message =
      `This API key may have ${concurrency} ${concurrency === 1 ? 'request' : 'requests'} in flight at once, ` +
      'and has as many. Wait for one to finish, then retry.';
    const detail = { reason: 'key_concurrency', message };
    return { ...refuse('concurrency_limit', detail), retryAfterSeconds: RETRY_AFTER_CONCURRENCY_SECONDS };
  }
  const { neededCredits, availableCredits, freesAtMs } = result;
  const start = `This ${what} needs ${neededCredits} credits, and this API key may spend ${creditsPerDay} a day`;
  const reason = 'key_credits_per_day';
  // No day would do.
  if (neededCredits > creditsPerDay) return refuse('credits_exhausted', { reason, message: `${start}.` });
  const message = `${start}, of which ${availableCredits} are left until ${minuteOf(freesAtMs)}.`;
  const retryAfterSeconds = Math.max(1, Math.ceil((freesAtMs - nowMs) / 1_000));
  return { ...refuse('credits_exhausted', { reason, message }), retryAfterSeconds };
};
