import { createHash } from 'node:crypto';
import type { Request, Response } from 'express';
import { BATCH_MAX_REQUESTS, canonicalJson } from '@quarry/contracts';
import { refuse, type Refusal } from '../../admission/screen-request.js';
import {
  BATCH_BODY_WAIT_MS,
  MAX_BATCH_BODY_BYTES,
  MAX_BATCH_BYTES_AT_ONCE,
  MAX_BATCH_BYTES_OF_ACCOUNT,
  MAX_BODY_BYTES,
  MAX_BODY_DEPTH,
  MAX_BODY_VALUES,
  REFUSED_ITEM_BYTES,
  RETRY_AFTER_OVERLOADED_SECONDS,
} from '../../bounds.js';
import { describeJsonFault, JSON_FAULT_MAX_CHARS } from '../../http/input/json-fault.js';
import { createJsonBytesReader, isDeeperThan, notJson, TOO_DEEP, TOO_MANY } from '../../http/input/read-json-body.js';
import type { RefusedBytes } from '../../http/refused-bytes.js';
import { requestState } from '../../http/request-state.js';
import { createAccountBudgets } from './account-budgets.js';
import { ByteBudget } from './byte-budget.js';
import type { JobCall } from '../answer-job-call.js';
import type { ReceiverWishes } from './job-receiver.js';
import type { BatchExchange } from '../batch-exchange.js';
import { isUnread } from './check-items.js';
import { splitBody, SplitBodyError, type SplitBody } from './split-body.js';
import { Turns } from '../../http/turns.js';

export interface Submission extends SplitBody {
  readonly outcome: 'read';
  readonly sizeBytes: number;
  /** The body of the response once the job is accepted. Default: ours. */
  readonly accepted?: JobCall['accepted'];
  /** What its webhook expects beside our own events. */
  readonly receiver?: ReceiverWishes | undefined;
}

const LIMITS = {
  maxItems: BATCH_MAX_REQUESTS,
  maxFrameBytes: MAX_BODY_BYTES,
  maxFrameValues: MAX_BODY_VALUES,
} as const;

/** The body of a call without one. */
const NO_BODY = Buffer.from('{}');

/** The maximum size of the body. */
const sizeOf = ({ headers }: Request): number => {
  const sent = Number(headers['content-length']);
  return Number.isSafeInteger(sent) && sent >= 0 ? Math.min(sent, MAX_BATCH_BODY_BYTES) : MAX_BATCH_BODY_BYTES;
};

/** As much of a body as is looked at for its fault; a character has up to four bytes. */
const startOf = (bytes: Buffer): string => new TextDecoder().decode(bytes.subarray(0, 4 * JSON_FAULT_MAX_CHARS));

const refuseSplit = (error: unknown, bytes: Buffer): Refusal => {
  if (!(error instanceof SplitBodyError)) throw error;
  if (error.problem === 'syntax') return notJson(describeJsonFault(startOf(bytes))).refusal;
  if (error.problem === 'frame_too_many') return TOO_MANY.refusal;
  const message = `The body without its requests is larger than ${MAX_BODY_BYTES / 1_048_576} MB. Send less in one call.`;
  return refuse('payload_too_large', { message });
};

/** The items of a body and what is around them. */
export const splitSubmission = async (response: Response, bytes: Buffer): Promise<Submission | Refusal> => {
  const sizeBytes = bytes.byteLength;
  try {
    const split = await splitBody(sizeBytes === 0 ? NO_BODY : bytes, LIMITS);
    requestState(response).bodyBytes = Math.max(sizeBytes, split.items.length * REFUSED_ITEM_BYTES);
    if (isDeeperThan(MAX_BODY_DEPTH, split.frame)) return TOO_DEEP.refusal;
    return { outcome: 'read', sizeBytes, ...split };
  } catch (error) {
    return refuseSplit(error, bytes);
  }
};

/**
 * Reads bodies of batches; `use` has the body while it runs. The memory of all calls is limited, and that of each account, so
 * that a slow sender leaves room for others.
 */
export const createSubmissionReader = (refused: RefusedBytes) => {
  const readBytes = createJsonBytesReader(MAX_BATCH_BODY_BYTES, refused);
  const all = new ByteBudget({ maxBytes: MAX_BATCH_BYTES_AT_ONCE, waitMs: BATCH_BODY_WAIT_MS });
  const enterOwn = createAccountBudgets({ maxBytes: MAX_BATCH_BYTES_OF_ACCOUNT, waitMs: BATCH_BODY_WAIT_MS });

  const enter = async (accountId: string, bytes: number): Promise<(() => void) | undefined> => {
    const leaveOwn = await enterOwn(accountId, bytes);
    if (leaveOwn === undefined) return undefined;
    const leaveAll = await all.enter(bytes);
    if (leaveAll === undefined) {
      leaveOwn();
      return undefined;
    }
    return () => {
      leaveAll();
      leaveOwn();
    };
  };

  const read = async (request: Request, response: Response): Promise<Submission | Refusal> => {
    const body = await readBytes(request, response);
    return body.ok ? splitSubmission(response, body.bytes) : body.refusal;
  };

  return async (
    { request, response, account }: Pick<BatchExchange, 'request' | 'response' | 'account'>,
    use: (read: Submission | Refusal) => Promise<void>,
  ): Promise<void> => {
    const leave = await enter(account.id, sizeOf(request));
    if (leave === undefined) {
      response.setHeader('connection', 'close');
      return use({ ...refuse('overloaded'), retryAfterSeconds: RETRY_AFTER_OVERLOADED_SECONDS });
    }
    try {
      await use(await read(request, response));
    } finally {
      leave();
    }
  };
};

export type ReadSubmission = ReturnType<typeof createSubmissionReader>;

/** Digest of a submission, independent of key order and spacing; undefined if an item is not JSON. Yields between turns. */
export const fingerprintOfSubmission = async ({
  frame,
  items,
  receiver,
}: Pick<Submission, 'frame' | 'items' | 'receiver'>): Promise<string | undefined> => {
  const turns = new Turns();
  const { requests } = frame;
  const head = {
    ...frame,
    requests: Array.isArray(requests) ? { count: requests.length } : requests,
    ...(receiver && { receiver }),
  };
  const digest = createHash('sha256').update(canonicalJson(head));
  for (const item of items) {
    try {
      // Refused anyway, so it need not be parsed.
      digest.update('\n').update(isUnread(item) ? item.readBytes() : canonicalJson(JSON.parse(item.readJson())));
    } catch {
      return undefined;
    }
    await turns.take();
  }
  return digest.digest('base64url');
};
