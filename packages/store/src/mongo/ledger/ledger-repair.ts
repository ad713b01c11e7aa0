import type { LedgerEngine } from '../../engine-port.js';
import type { BatchSettlement } from '../batches/batch-settlement.js';
import type { PeriodDocument } from '../documents.js';
import { mapConcurrent } from '../map-concurrent.js';
import type { IntentSteps } from './intent-steps.js';
import type { Journal } from './journal.js';
import type { MongoEngine } from '../mongo-engine.js';
import type { PeriodRoll } from './period-roll.js';
import type { Settlement } from './settlement.js';

interface Parts {
  readonly journal: Journal;
  readonly intents: IntentSteps;
  readonly settlement: Settlement;
  readonly batchSettlement: BatchSettlement;
}

/** Completes admissions, settlements and journal entries of calls whose process may have died. */
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
    await mapConcurrent(unwritten, ({ _id, outbox }) => journal.flush([_id], outbox));
  };
};

export type Repair = ReturnType<typeof createRepair>;

export const createLedgerCalls = (journal: Journal, roll: PeriodRoll, repair: Repair): LedgerEngine => ({
  readJournal: journal.read,
  rebuildPeriods: journal.rebuild,
  rollPeriods: async (limit, nowMs) => {
    const rolled = await roll.rollDue(limit, nowMs);
    await repair(limit, nowMs);
    return rolled;
  },
});
