import { randomUUID } from 'node:crypto';
import {
  BATCH_DEADLINE_MS,
  CONTRACT_VERSION,
  withoutSecretHeaders,
  type BatchDelivery,
  type Operation,
} from '@quarry/contracts';
import { batchTraceContext, currentSpan, type Logger, type PassFaultPoint, type Span } from '@quarry/observability';
import type { BatchStore, Clock, NewBatchItem, NewCrawl } from '@quarry/store';
import type { HeaderSeals } from '@quarry/tokens';
import type { Catalogue } from '../../admission/catalogue.js';
import { findCheaperWay, type RequestKind } from '../../admission/cheaper-way.js';
import { refuseByKey } from '../../admission/key-limits.js';
import { sealParams } from '../../admission/secret-headers.js';
import { refuse, type Refusal } from '../../admission/screen-request.js';
import {
  BATCH_ACTIVATE_TRIES,
  BATCH_CHUNK_CHARS,
  BATCH_CHUNK_ITEMS,
  MAX_PRICED_KINDS,
  RETRY_AFTER_OVERLOADED_SECONDS,
  STORE_ANSWER_MS,
  UNDO_RETRY_MS,
} from '../../bounds.js';
import { keyUseOf, type Caller } from '../../http/caller.js';
import { Turns } from '../../http/turns.js';
import { withTimeout } from '../../http/with-timeout.js';
import { pauseUntil } from '../../idempotency/pause-until.js';
import type { CheckedItem } from './check-items.js';
import { sealReceiver, type JobReceiver } from './job-receiver.js';
import type { KeepDelivery } from './keep-delivery.js';
import type { UndoBatch } from './undo-batch.js';

export interface SubmitOptions {
  readonly batches: BatchStore;
  readonly catalogue: Catalogue;
  readonly clock: Clock;
  readonly undo: UndoBatch;
  readonly headerSeals?: HeaderSeals | undefined;
  /** Of the headers that callers state for webhooks. */
  readonly receiverSeals?: HeaderSeals | undefined;
  readonly keepDelivery: KeepDelivery;
  /** Aborts when this process must stop. */
  readonly stopping: AbortSignal;
  readonly log: Logger;
  readonly faultPoint: PassFaultPoint;
}

export interface SubmitInput {
  readonly jobId: string;
  readonly account: Caller;
  readonly operation: Operation;
  readonly items: readonly CheckedItem[];
  readonly webhook?: JobReceiver | undefined;
  /** Of a crawl, whose only item is its first page. */
  readonly crawl?: NewCrawl | undefined;
  readonly delivery?: BatchDelivery | undefined;
  /** Called before anything may run. False: the job is undone. */
  readonly confirm: () => Promise<boolean>;
  /** The caller will ask again for a job whose activation is unknown. */
  readonly isAskedAgain: boolean;
}

export type SubmitAnswer =
  | { readonly kind: 'accepted'; readonly jobId: string }
  | {
      readonly kind: 'refused';
      readonly refusal: Refusal;
      /** Depends on the deployment's settings, so it is not stored as the response to a key. */
      readonly isOfDeployment?: boolean;
    };

export const refused = (refusal: Refusal): SubmitAnswer => ({ kind: 'refused', refusal });

export const overloaded = (): Refusal => ({
  ...refuse('overloaded'),
  retryAfterSeconds: RETRY_AFTER_OVERLOADED_SECONDS,
});

const holdOf = (items: readonly CheckedItem[]): number => items.reduce((sum, { holdCredits }) => sum + holdCredits, 0);

/** Bounded in number and size, so that one call does not block the store. */
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

/** The subject of an item, which never affects its price. */
const isSubject = (name: string): boolean => name === 'url' || name === 'q';

/** The items grouped by what their price may depend on, yielding between turns; undefined if there are too many groups. */
const groupByPriceShape = async (items: readonly CheckedItem[]): Promise<readonly RequestKind[] | undefined> => {
  const turns = new Turns();
  const kinds = new Map<string, { params: CheckedItem['params']; count: number }>();
  for (const { params } of items) {
    const text = JSON.stringify(params, (name, value: unknown) => (isSubject(name) ? undefined : value));
    const kind = kinds.get(text);
    if (kind === undefined) kinds.set(text, { params, count: 1 });
    else kind.count += 1;
    if (kinds.size > MAX_PRICED_KINDS) return undefined;
    await turns.take();
  }
  return [...kinds.values()];
};

const creditsMessage = async (
  { catalogue, clock }: SubmitOptions,
  { operation, items }: SubmitInput,
  { neededCredits, availableCredits }: { readonly neededCredits: number; readonly availableCredits: number },
): Promise<string> => {
  const kinds = await groupByPriceShape(items);
  const cheaper = kinds && (await findCheaperWay({ catalogue, nowMs: clock(), availableCredits }, operation, kinds));
  const hint = cheaper === undefined ? '' : ` With ${cheaper.description} it needs ${cheaper.credits}.`;
  return `This batch needs ${neededCredits} credits and ${availableCredits} are available.${hint}`;
};

/** Creates the job with its hold. Undefined on success. */
const admit = async (options: SubmitOptions, input: SubmitInput): Promise<Refusal | undefined> => {
  const { jobId, account, operation, items, webhook, crawl } = input;
  const scope = { accountId: account.id, requestId: jobId };
  const admitting = options.batches.admit({
    ...{ id: jobId, accountId: account.id, operation: operation.id },
    contractVersion: CONTRACT_VERSION,
    requestsCount: items.length,
    holdCredits: holdOf(items),
    deadlineAtMs: options.clock() + BATCH_DEADLINE_MS,
    key: keyUseOf(account),
    ...(webhook && { webhook: sealReceiver(options.receiverSeals, scope, webhook) }),
    crawl,
  });
  const admitted = await withTimeout(STORE_ANSWER_MS, admitting).catch((error: unknown) => {
    // The hold may have been taken, or may still be.
    const undo = (): void => void options.undo(jobId, false);
    void admitting.then(undo, undo);
    throw error;
  });
  switch (admitted.outcome) {
    case 'admitted':
      return undefined;
    case 'credits_exhausted':
      return refuse('credits_exhausted', { message: await creditsMessage(options, input, admitted) });
    case 'key_day_spent':
    case 'key_busy':
      return refuseByKey(account, admitted, 'batch', options.clock());
    case 'account_unknown':
      return refuse('unauthorized');
    case 'duplicate':
      // Ids are random, so the store ran this very admission twice.
      await options.undo(jobId, false);
      throw new Error('a fresh job id was taken already');
  }
};

/** False: the job was undone meanwhile. Retries a store that does not respond, so that a running job is not reported as refused. */
const activate = async ({ batches, stopping }: SubmitOptions, jobId: string): Promise<boolean> => {
  for (let tries = 1; ; tries += 1) {
    try {
      return (await withTimeout(STORE_ANSWER_MS, batches.activate(jobId))) !== null;
    } catch (error) {
      if (tries >= BATCH_ACTIVATE_TRIES || stopping.aborted) throw error;
      await pauseUntil(UNDO_RETRY_MS, [stopping]);
    }
  }
};

/** Links the trace of the items, which have their own because a batch runs long after its call. */
const traceBatch = (span: Span, { jobId, items }: SubmitInput): void => {
  if (!span.isRecording) return;
  span.set({ 'quarry.batch_id': jobId, 'quarry.items': items.length });
  span.link(batchTraceContext(jobId, true));
};

/**
 * Creates a job from checked items: hold, store, activate. A failure before the last step leaves nothing behind. Rejects if
 * the store is unavailable.
 */
export const createSubmit =
  (options: SubmitOptions) =>
  async (input: SubmitInput): Promise<SubmitAnswer> => {
    const { batches, faultPoint, log } = options;
    const { jobId } = input;
    const refusal = await admit(options, input);
    if (refusal !== undefined) return refused(refusal);
    let isActive = false;
    try {
      await faultPoint('gateway.batch_held');
      for (const chunk of chunksOf(options, input)) {
        await withTimeout(STORE_ANSWER_MS, batches.addItems(jobId, chunk));
      }
      await options.keepDelivery(input);
      await faultPoint('gateway.batch_items_stored');
      isActive = (await input.confirm()) && (await activate(options, jobId));
    } finally {
      if (!isActive) await options.undo(jobId, input.isAskedAgain);
    }
    if (!isActive) return refused(overloaded());
    traceBatch(currentSpan(), input);
    // A running job is reported whatever else fails.
    await faultPoint('gateway.batch_activated').catch((error: unknown) => log.warn('failure after the end', { error }));
    return { kind: 'accepted', jobId };
  };

export type SubmitBatch = ReturnType<typeof createSubmit>;
