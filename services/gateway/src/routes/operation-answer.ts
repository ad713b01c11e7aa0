import { ERRORS } from '@quarry/contracts';
import type { Account, IdempotentAnswer, RequestRow } from '@quarry/store';
import type { Admission, AdmissionInput, AdmittedRequest } from '../admission/admission.js';
import { refuse, type Refusal } from '../admission/screen-request.js';
import { RETRY_AFTER_OVERLOADED_SECONDS } from '../bounds.js';
import { isAnswerKept, keptRefusal } from '../idempotency/kept-answer.js';
import type { KeyedWork, WorkStart } from '../idempotency/idempotency.js';
import type { LaunchAsync } from '../settlement/launch-async.js';
import type { SettleCall, Settled } from '../settlement/settlement.js';
import type { RowSender } from './send-row.js';

/** The outcome of a call before it is sent. `inUse`: leases of the account in use after it. */
export type OperationAnswer = (
  | { readonly kind: 'refused'; readonly refusal: Refusal }
  | ({ readonly kind: 'ended' } & Settled)
  /** The response of an earlier call. */
  | { readonly kind: 'known'; readonly row: RequestRow }
  /** It runs, and nobody waits for it. */
  | { readonly kind: 'pending'; readonly requestId: string }
) & { readonly inUse?: number | undefined };

export type Settle = (
  request: AdmittedRequest,
  call: Pick<SettleCall, 'clientGone' | 'confirm' | 'isAdopted'>,
) => Promise<Settled>;

export interface AnswerParts {
  readonly admit: (input: AdmissionInput) => Promise<Admission>;
  readonly settle: Settle;
  readonly launch: LaunchAsync;
}

/** Admits a request and waits for its end. */
export const answerOperation = async (
  { admit, settle, launch }: AnswerParts,
  input: AdmissionInput,
  clientGone: AbortSignal,
  confirm?: WorkStart['confirm'],
): Promise<OperationAnswer> => {
  const admission = await admit(input);
  if (admission.outcome === 'refused') return { kind: 'refused', refusal: admission, inUse: admission.inUse };
  if (admission.outcome === 'known') return { kind: 'known', row: admission.row };
  if (input.isAsync) {
    const launched = await launch(admission.request, confirm);
    if (launched === 'launched') {
      return { kind: 'pending', requestId: admission.request.requestId, inUse: admission.inUse };
    }
    const refusal = { ...refuse('overloaded'), retryAfterSeconds: RETRY_AFTER_OVERLOADED_SECONDS };
    return { kind: 'refused', refusal };
  }
  const settled = await settle(admission.request, { clientGone, confirm });
  // This request's own lease is released by now.
  return { kind: 'ended', ...settled, inUse: admission.inUse === undefined ? undefined : admission.inUse - 1 };
};

/** The body of a 202. */
export const pendingBody = (requestId: string) => ({ id: requestId, status: 'pending' }) as const;

/** Status of a kept response that is the response of an earlier request, whose id is its body. Never sent. */
const SEE_OTHER = 303;

const storedElsewhere = (requestId: string): IdempotentAnswer => ({ statusCode: SEE_OTHER, body: requestId });

/** The request whose response was kept, if it is not the call's own. */
export const otherRequestOf = ({ statusCode, body }: IdempotentAnswer): string | undefined =>
  statusCode === SEE_OTHER ? body : undefined;

export interface KeyedParts extends AnswerParts {
  readonly requests: {
    get(requestId: string): Promise<RequestRow | null>;
  };
  /** Ends a request that may not run. */
  readonly undo: (requestId: string) => Promise<void>;
  readonly rows: Pick<RowSender, 'errorOf'>;
}

/** The same as work behind an idempotency key; the row is what a dead call has left. */
export const keyedOperation = (
  parts: KeyedParts,
  input: Omit<AdmissionInput, 'deadlineAtMs'> & { readonly account: Account },
  clientGone: AbortSignal,
): KeyedWork<OperationAnswer> => ({
  start: ({ deadlineAtMs, confirm }) => answerOperation(parts, { ...input, deadlineAtMs }, clientGone, confirm),
  find: async (requestId) => {
    const row = await parts.requests.get(requestId);
    if (row === null) return { state: 'none' };
    const { accountId, deadlineAtMs } = row;
    if (row.state !== 'open') return { state: 'ended', answer: { kind: 'ended', row, availableCredits: undefined } };
    const request = { requestId, accountId, operation: input.operation, deadlineAtMs };
    if (row.isAsync) return { state: 'open', resume: async () => ({ kind: 'pending', requestId }) };
    return {
      state: 'open',
      resume: async () => ({
        kind: 'ended',
        ...(await parts.settle(request, { clientGone, isAdopted: true })),
      }),
    };
  },
  cancelUnconfirmed: (requestId) => parts.undo(requestId),
  toStoredAnswer: (answer) => {
    // The row says by then whether it has ended.
    if (answer.kind === 'pending') return { statusCode: 202 };
    if (answer.kind === 'known') return storedElsewhere(answer.row.id);
    if (answer.kind === 'ended' && answer.row.state === 'ok') return { statusCode: 200 };
    // A cancelled request got no response.
    if (answer.kind === 'ended' && answer.row.state === 'cancelled') return undefined;
    const kept =
      answer.kind === 'refused'
        ? keptRefusal(input.requestId, answer.refusal.error, answer.refusal.detail)
        : // The row has the error.
          { statusCode: ERRORS[parts.rows.errorOf(answer.row).code].status };
    return isAnswerKept(kept) ? kept : undefined;
  },
});
