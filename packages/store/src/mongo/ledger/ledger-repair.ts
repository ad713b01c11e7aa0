import type { BatchSettlement } from '../batches/batch-settlement.js';
import type { PeriodDocument } from '../documents.js';
import { inLanes } from '../in-lanes.js';
import type { IntentSteps } from './intent-steps.js';
import type { Journal } from './journal.js';
import type { MongoEngine } from '../mongo-engine.js';
import type { Settlement } from './settlement.js';

interface Parts {
  readonly journal: Journal;
  readonly intents: IntentSteps;
  readonly settlement: Settlement;
  readonly batchSettlement: BatchSettlement;
}

/** Carries on what calls left unfinished whose process may have died: admissions, settlements, journal entries. */
export const createRepair = (engine: MongoEngine, { journal, intents, settlement, batchSettlement }: Parts) => {
  const { periods } = engine.models;
  return async (limit: number, nowMs: number): Promise<void> => {
    await intents.repair(limit, nowMs);
    await settlement.repair(limit, nowMs);
    await batchSettlement.repair(limit, nowMs);
    const unwritten = await engine.run('periods.withOutbox', () =>
      periods
        .find({ 'outbox.atMs': { $exists: true } }, { outbox: 1 })
        .limit(limit)
        .lean<Pick<PeriodDocument, '_id' | 'outbox'>[]>()
        .exec(),
    );
    await inLanes(unwritten, ({ _id, outbox }) => journal.flush([_id], outbox));
  };
};
