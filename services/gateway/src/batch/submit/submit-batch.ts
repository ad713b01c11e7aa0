import { randomUUID } from 'node:crypto';
import {
  BATCH_DEADLINE_MS,
  CONTRACT_VERSION,
  withoutSecretHeaders,
  type BatchReceiver,
  type Operation,
} from '@quarry/contracts';
import { batchTraceContext, currentSpan, type Logger, type PassFaultPoint, type Span } from '@quarry/observability';
import type { Account, BatchStore, Clock, NewBatchItem } from '@quarry/store';
import type { HeaderSeals } from '@quarry/tokens';
import type { Catalogue } from '../../admission/catalogue.js';
import { findCheaperWay } from '../../admission/cheaper-way.js';
import { sealParams } from '../../admission/secret-headers.js';
import { refuse, type Refusal } from '../../admission/screen-request.js';
import {
  BATCH_ACTIVATE_TRIES,
  BATCH_CHUNK_CHARS,
  BATCH_CHUNK_ITEMS,
  RETRY_AFTER_OVERLOADED_SECONDS,
  STORE_ANSWER_MS,
  UNDO_RETRY_MS,
} from '../../bounds.js';
import { answerWithin } from '../../http/answer-within.js';
import { pauseUntil } from '../../idempotency/pause-until.js';
import type { CheckedItem } from './check-items.js';
import { kindsOf } from './kinds-of.js';
import type { UndoBatch } from './undo-batch.js';

export interface SubmitOptions {
  readonly batches: BatchStore;
  readonly catalogue: Catalogue;
  readonly clock: Clock;
  readonly undo: UndoBatch;
  readonly headerSeals?: HeaderSeals | undefined;
  /** Aborts when this process must go. */
  readonly stopping: AbortSignal;
  readonly log: Logger;
  readonly pass: PassFaultPoint;
}

export interface SubmitInput {
  readonly jobId: string;
  readonly account: Account;
  readonly operation: Operation;
  readonly items: readonly CheckedItem[];
  readonly webhook?: BatchReceiver | undefined;
  /** Asked before anything may run. False: nothing may, the job is undone. */
  readonly confirm: () => Promise<boolean>;
  /** Its caller asks again for a job whose activation nobody knows of. */
  readonly isAskedAgain: boolean;
}

export type SubmitAnswer =
  | { readonly kind: 'accepted'; readonly jobId: string }
  | {
      readonly kind: 'refused';
      readonly refusal: Refusal;
      /** The operator may change it, so that it is not given again as the answer to the same key. */
      readonly isOfDeployment?: boolean;
    };

export const refused = (refusal: Refusal): SubmitAnswer => ({ kind: 'refused', refusal });

export const overloaded = (): Refusal => ({
  ...refuse('overloaded'),
  retryAfterSeconds: RETRY_AFTER_OVERLOADED_SECONDS,
});

const holdOf = (items: readonly CheckedItem[]): number => items.reduce((sum, { holdCredits }) => sum + holdCredits, 0);

/** Bounded by number and by size: one call must not fill the store's turn. */
function* chunksOf(
  { headerSeals }: Pick<SubmitOptions, 'headerSeals'>,
  { account: { id: accountId }, items }: Pick<SubmitInput, 'account' | 'items'>,
): Generator<NewBatchItem[]> {
  let chunk: NewBatchItem[] = [];
  let chars = 0;
  for (const [index, { sizeChars, query, params, ...item }] of items.entries()) {
    if (chunk.length >= BATCH_CHUNK_ITEMS || (chars + sizeChars > BATCH_CHUNK_CHARS && chunk.length > 0)) {
      yield chunk;
      chunk = [];
      chars = 0;
    }
    const id = randomUUID();
    const kept = sealParams(headerSeals, { accountId, requestId: id }, params);
    chunk.push({ id, index, ...item, query: withoutSecretHeaders(query), ...kept });
    chars += sizeChars;
  }
  if (chunk.length > 0) yield chunk;
}

const creditsMessage = async (
  { catalogue, clock }: SubmitOptions,
  { operation, items }: SubmitInput,
  { neededCredits, availableCredits }: { readonly neededCredits: number; readonly availableCredits: number },
): Promise<string> => {
  const kinds = await kindsOf(items);
  const cheaper = kinds && (await findCheaperWay({ catalogue, nowMs: clock(), availableCredits }, operation, kinds));
  const hint = cheaper === undefined ? '' : ` With ${cheaper.description} it needs ${cheaper.credits}.`;
  return `This batch needs ${neededCredits} credits and ${availableCredits} are available.${hint}`;
};

/** Makes the job and takes its hold. Undefined when it stands. */
const admit = async (options: SubmitOptions, input: SubmitInput): Promise<Refusal | undefined> => {
  const { jobId, account, operation, items, webhook } = input;
  const admitting = options.batches.admit({
    ...{ id: jobId, accountId: account.id, operation: operation.id },
    contractVersion: CONTRACT_VERSION,
    requestsCount: items.length,
    holdCredits: holdOf(items),
    deadlineAtMs: options.clock() + BATCH_DEADLINE_MS,
    ...(webhook === undefined ? {} : { webhook }),
  });
  const admitted = await answerWithin(STORE_ANSWER_MS, admitting).catch((error: unknown) => {
    // Nobody knows whether the hold was taken, or will be.
    const undo = (): void => void options.undo(jobId, false);
    void admitting.then(undo, undo);
    throw error;
  });
  switch (admitted.outcome) {
    case 'admitted':
      return undefined;
    case 'credits_exhausted':
      return refuse('credits_exhausted', { message: await creditsMessage(options, input, admitted) });
    case 'account_unknown':
      return refuse('unauthorized');
    case 'duplicate':
      // Ids are random: it is this very admission that the store tried twice.
      await options.undo(jobId, false);
      throw new Error('a fresh job id was taken already');
  }
};

/** False: the job was undone meanwhile. A store that does not say is asked again, so that a job which runs is not denied. */
const activate = async ({ batches, stopping }: SubmitOptions, jobId: string): Promise<boolean> => {
  for (let tries = 1; ; tries += 1) {
    try {
      return (await answerWithin(STORE_ANSWER_MS, batches.activate(jobId))) !== null;
    } catch (error) {
      if (tries >= BATCH_ACTIVATE_TRIES || stopping.aborted) throw error;
      await pauseUntil(UNDO_RETRY_MS, [stopping]);
    }
  }
};

/** The items have a trace of their own: a batch goes on for long after its call. */
const tellOfBatch = (span: Span, { jobId, items }: SubmitInput): void => {
  if (!span.isRecording) return;
  span.set({ 'quarry.batch_id': jobId, 'quarry.items': items.length });
  span.link(batchTraceContext(jobId, true));
};

/**
 * Makes a job of checked items: hold, store, activate. What goes wrong before the last step leaves nothing behind. Rejects
 * when the store cannot be asked.
 */
export const createSubmit =
  (options: SubmitOptions) =>
  async (input: SubmitInput): Promise<SubmitAnswer> => {
    const { batches, pass, log } = options;
    const { jobId } = input;
    const refusal = await admit(options, input);
    if (refusal !== undefined) return refused(refusal);
    let isActive = false;
    try {
      await pass('gateway.batch_held');
      for (const chunk of chunksOf(options, input)) {
        await answerWithin(STORE_ANSWER_MS, batches.addItems(jobId, chunk));
      }
      await pass('gateway.batch_items_stored');
      isActive = (await input.confirm()) && (await activate(options, jobId));
    } finally {
      if (!isActive) await options.undo(jobId, input.isAskedAgain);
    }
    if (!isActive) return refused(overloaded());
    tellOfBatch(currentSpan(), input);
    // What runs is told of whatever else fails.
    await pass('gateway.batch_activated').catch((error: unknown) => log.warn('failure after the end', { error }));
    return { kind: 'accepted', jobId };
  };

export type SubmitBatch = ReturnType<typeof createSubmit>;
