import type Database from 'better-sqlite3';
import type { SyncCalls } from '../engine-port.js';
import { StoreError } from '../store-error.js';
import type { StoreErrorCode } from '../store-error.js';
import { createAccountReads, createAccountWrites } from './account-calls.js';
import { createBatchItemReads, createBatchItemWrites } from './batches/batch-item-calls.js';
import { createBatchJobReads, createBatchJobWrites } from './batches/batch-job-calls.js';
import { createBatchLeadReads, createBatchLeadWrites } from './batches/batch-lead-calls.js';
import { createPublish } from './batches/batch-publish-call.js';
import { isBusyError } from './busy-error.js';
import { createFrontierReads } from './crawls/crawl-frontier-calls.js';
import { createCrawlWrites } from './crawls/crawl-lead-calls.js';
import { createIdempotencyWrites } from './idempotency-calls.js';
import { createLedgerReads, createLedgerWrites } from './ledger-calls.js';
import { createPeriodBook } from './period-book.js';
import { createReadingReads, createReadingWrites } from './reading/reading-calls.js';
import { createRecordReads, createRecordWrites } from './record-calls.js';
import { createRequestReads, createRequestWrites } from './requests/request-calls.js';
import { createSpendingReads } from './spending-calls.js';
import { createWebhookReads, createWebhookWrites } from './webhook-calls.js';

/** Most calls that share one transaction, so that one batch never keeps other processes waiting long. */
export const MAX_BATCH_CALLS = 128;

const createReads = (db: Database.Database) =>
  ({
    ...createAccountReads(db),
    ...createRequestReads(db),
    ...createLedgerReads(db),
    ...createBatchJobReads(db),
    ...createBatchLeadReads(db),
    ...createBatchItemReads(db),
    ...createFrontierReads(db),
    ...createWebhookReads(db),
    ...createRecordReads(db),
    ...createReadingReads(db),
    ...createSpendingReads(db),
    ping: () => void db.prepare('SELECT 1').get(),
  }) satisfies Partial<SyncCalls>;

const createWrites = (db: Database.Database): Omit<SyncCalls, keyof ReturnType<typeof createReads>> => {
  const book = createPeriodBook(db);
  return {
    ...createAccountWrites(db, book),
    ...createRequestWrites(db, book),
    ...createLedgerWrites(db, book),
    ...createIdempotencyWrites(db),
    ...createBatchJobWrites(db, book),
    ...createBatchLeadWrites(db, book),
    ...createBatchItemWrites(db),
    publishItems: createPublish(db, book),
    ...createCrawlWrites(db, book),
    ...createWebhookWrites(db),
    ...createRecordWrites(db),
    ...createReadingWrites(db),
  };
};

export type EngineCallName = keyof SyncCalls;

export interface EngineRequest {
  readonly id: number;
  readonly name: EngineCallName;
  readonly args: readonly unknown[];
}

export type EngineReply =
  | { readonly id: number; readonly value: unknown }
  | { readonly id: number; readonly failure: EngineFailure };

export interface EngineFailure {
  readonly code: StoreErrorCode;
  readonly message: string;
}

export const toFailure = (error: unknown): EngineFailure => {
  if (error instanceof StoreError) return { code: error.code, message: error.message };
  const message = error instanceof Error ? error.message : String(error);
  return { code: isBusyError(error) ? 'busy' : 'engine_failed', message };
};

type AnyCall = (...args: readonly unknown[]) => unknown;

/**
 * Runs batches of calls. All writes of a batch share one immediate transaction, each behind its own savepoint, so one
 * commit (with full durability: one wait for the disk) serves them all; reads need no lock and go first.
 */
export const createEngine = (db: Database.Database): { run: (batch: readonly EngineRequest[]) => EngineReply[] } => {
  const reads = new Map<string, AnyCall>(Object.entries(createReads(db)) as [string, AnyCall][]);
  const writes = new Map<string, AnyCall>(Object.entries(createWrites(db)) as [string, AnyCall][]);

  const answer = ({ id, name, args }: EngineRequest, calls: ReadonlyMap<string, AnyCall>): EngineReply => {
    try {
      const call = calls.get(name);
      if (!call) throw new StoreError('invalid_input', `No such call: ${name}`);
      return { id, value: call(...args) };
    } catch (error) {
      return { id, failure: toFailure(error) };
    }
  };

  const savepoint = db.transaction((request: EngineRequest): EngineReply => {
    const reply = answer(request, writes);
    if ('failure' in reply) throw new RolledBack(reply);
    return reply;
  });

  const write = (request: EngineRequest): EngineReply => {
    try {
      return savepoint(request);
    } catch (error) {
      if (error instanceof RolledBack && db.inTransaction) return error.reply;
      throw error;
    }
  };

  const commit = db.transaction((batch: readonly EngineRequest[]) => batch.map(write));

  const runWrites = (batch: readonly EngineRequest[]): EngineReply[] => {
    if (batch.length === 0) return [];
    try {
      return commit.immediate(batch);
    } catch (error) {
      const failure = error instanceof RolledBack ? error.reply.failure : toFailure(error);
      return batch.map(({ id }) => ({ id, failure }));
    }
  };

  const run = (batch: readonly EngineRequest[]): EngineReply[] => {
    const isWrite = ({ name }: EngineRequest): boolean => writes.has(name);
    return [
      ...batch.filter((request) => !isWrite(request)).map((request) => answer(request, reads)),
      ...runWrites(batch.filter(isWrite)),
    ];
  };

  return { run };
};

/** Leaves the savepoint with the reply of the call that failed inside it. */
class RolledBack extends Error {
  readonly reply: Extract<EngineReply, { failure: EngineFailure }>;

  constructor(reply: Extract<EngineReply, { failure: EngineFailure }>) {
    super(reply.failure.message);
    this.reply = reply;
  }
}
