import { ERRORS } from '@quarry/contracts';
import type { Account, RequestRow } from '@quarry/store';
import type { Admission, AdmissionInput, AdmittedRequest } from '../admission/admission.js';
import type { Refusal } from '../admission/screen-request.js';
import { isAnswerKept, keptRefusal } from '../idempotency/kept-answer.js';
import type { KeyedWork, WorkStart } from '../idempotency/idempotency.js';
import type { SettleCall, Settled } from '../settlement/settlement.js';
import type { RowSender } from './send-row.js';

/** What one call of an operation comes to, before it is sent. `inUse`: places of the account in use after it. */
export type OperationAnswer = (
  | { readonly kind: 'refused'; readonly refusal: Refusal }
  | ({ readonly kind: 'ended' } & Settled)
) & { readonly inUse?: number | undefined };

export type Settle = (
  request: AdmittedRequest,
  call: Pick<SettleCall, 'clientGone' | 'confirm' | 'isAdopted'>,
) => Promise<Settled>;

export interface AnswerParts {
  readonly admit: (input: AdmissionInput) => Promise<Admission>;
  readonly settle: Settle;
}

/** Admits a request and waits for its end. */
export const answerOperation = async (
  { admit, settle }: AnswerParts,
  input: AdmissionInput,
  clientGone: AbortSignal,
  confirm?: WorkStart['confirm'],
): Promise<OperationAnswer> => {
  const admission = await admit(input);
  if (admission.outcome === 'refused') return { kind: 'refused', refusal: admission, inUse: admission.inUse };
  const settled = await settle(admission.request, { clientGone, confirm });
  // By now this request's own lease is free again.
  return { kind: 'ended', ...settled, inUse: admission.inUse === undefined ? undefined : admission.inUse - 1 };
};

export interface KeyedParts extends AnswerParts {
  readonly requests: {
    get(requestId: string): Promise<RequestRow | null>;
  };
  /** Ends a request of which nothing may run. */
  readonly undo: (requestId: string) => Promise<void>;
  readonly rows: Pick<RowSender, 'errorOf'>;
}

/** The same as work behind an idempotency key: its row says what a call that died has left. */
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
    return {
      state: 'open',
      resume: async () => ({
        kind: 'ended',
        ...(await parts.settle(request, { clientGone, isAdopted: true })),
      }),
    };
  },
  bar: (requestId) => parts.undo(requestId),
  keep: (answer) => {
    if (answer.kind === 'ended' && answer.row.state === 'ok') return { statusCode: 200 };
    // Nobody got an answer to what was cancelled.
    if (answer.kind === 'ended' && answer.row.state === 'cancelled') return undefined;
    const kept =
      answer.kind === 'refused'
        ? keptRefusal(input.requestId, answer.refusal.error, answer.refusal.detail)
        : // Its row says what it ended with.
          { statusCode: ERRORS[parts.rows.errorOf(answer.row).code].status };
    return isAnswerKept(kept) ? kept : undefined;
  },
});
