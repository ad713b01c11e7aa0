import type { AccountEngine } from '../../engine-port.js';
import { StoreError } from '../../store-error.js';
import { toAccount, toPeriod } from '../documents.js';
import type { AccountDocument, JournalDocument, PeriodNumbers } from '../documents.js';
import type { Journal } from './journal.js';
import type { MongoEngine } from '../mongo-engine.js';
import { isDuplicateKey } from '../mongo-error.js';
import { MAX_TURNS, NUMBERS_ONLY } from './period-roll.js';
import type { PeriodRoll } from './period-roll.js';

/** Grants one period may take: their ids are in its document. */
export const MAX_GRANTS_PER_PERIOD = 10_000;

const createGrant = (
  engine: MongoEngine,
  { journal, roll, maxGrants }: { journal: Journal; roll: PeriodRoll; maxGrants: number },
): AccountEngine['grantCredits'] => {
  const { periods } = engine.models;
  const lastPlace = `grantIds.${maxGrants - 1}`;

  const add = async (period: PeriodNumbers, entry: JournalDocument, grantId: string): Promise<PeriodNumbers | null> => {
    const { credits } = entry;
    const filter = {
      _id: period._id,
      openOf: period.accountId,
      grantIds: { $ne: grantId },
      granted: { $lte: Number.MAX_SAFE_INTEGER - credits },
      [lastPlace]: { $exists: false },
    };
    const change = { $inc: { granted: credits, available: credits }, $push: { grantIds: grantId, outbox: entry } };
    const granted = await engine.run('periods.grant', () =>
      periods
        .findOneAndUpdate(filter, change, { returnDocument: 'after', projection: NUMBERS_ONLY })
        .lean<PeriodNumbers>()
        .exec(),
    );
    if (granted) await journal.flush([period._id], [entry]);
    return granted;
  };

  const explain = async (period: PeriodNumbers, credits: number): Promise<void> => {
    if (period.granted > Number.MAX_SAFE_INTEGER - credits) {
      throw new StoreError('engine_failed', 'The period cannot take that many credits.');
    }
    const isFull = await engine.run('periods.isFull', () =>
      periods.exists({ _id: period._id, [lastPlace]: { $exists: true } }).exec(),
    );
    if (isFull) throw new StoreError('overloaded', `The period has taken ${maxGrants} grants.`);
  };

  return async (accountId, credits, grantId, nowMs) => {
    for (let turn = 0; turn < MAX_TURNS; turn += 1) {
      // The period first, then the journal: see the period book.
      const period = await roll.current(accountId, nowMs);
      if (!period) return null;
      const _id = `grant:${accountId}:${grantId}`;
      const order = engine.nextOrder();
      const entry = { _id, accountId, periodIndex: period.index, kind: 'grant' as const, credits, atMs: nowMs, order };
      const isKnown = (await journal.find(_id)) !== null;
      const granted = isKnown ? null : await add(period, entry, grantId);
      if (granted) return toPeriod(granted);
      const standing = await engine.run('periods.granted', () =>
        periods
          .findOne({ openOf: accountId, ...(isKnown ? {} : { grantIds: grantId }) }, { holds: 0, intents: 0 })
          .lean<PeriodNumbers & { outbox: JournalDocument[] }>()
          .exec(),
      );
      if (standing) {
        await journal.flush(
          [standing._id],
          standing.outbox.filter((one) => one._id === _id),
        );
        return toPeriod(standing);
      }
      await explain(period, credits);
    }
    throw new StoreError('busy', `Grant ${grantId} could not be made: too many others move the account.`);
  };
};

export const createAccountCalls = (
  engine: MongoEngine,
  parts: { journal: Journal; roll: PeriodRoll; maxGrants: number },
): AccountEngine => {
  const { accounts, periods } = engine.models;
  const { run } = engine;
  const { roll } = parts;

  const rollPeriod: AccountEngine['rollPeriod'] = async (accountId, nowMs) => {
    const period = await roll.current(accountId, nowMs);
    return period && toPeriod(period);
  };

  return {
    grantCredits: createGrant(engine, parts),
    createAccount: async ({ id, name, plan, concurrency }, nowMs) => {
      const made = { _id: id, name, ...plan, concurrency, isDisabled: false, createdAtMs: nowMs };
      try {
        await run('accounts.insert', () => accounts.insertMany([made], { lean: true }));
      } catch (error) {
        if (!isDuplicateKey(error)) throw error;
      }
      const standing = await roll.findAccount(id);
      if (!standing) throw new StoreError('engine_failed', `Account ${id} was neither created nor found.`);
      // An account without a period is one whose creation was interrupted.
      const hasPeriod = await run('periods.exists', () => periods.exists({ accountId: id }).exec());
      if (!hasPeriod) await roll.roll(standing, nowMs);
      return toAccount(standing);
    },
    getAccount: async (accountId) => {
      const found = await roll.findAccount(accountId);
      return found && toAccount(found);
    },
    listAccounts: async () => {
      const found = await run('accounts.list', () =>
        accounts.find().sort({ createdAtMs: 1, _id: 1 }).lean<AccountDocument[]>().exec(),
      );
      return found.map(toAccount);
    },
    changePlan: async (accountId, change) => {
      const given = Object.entries(change).filter(([, value]) => value !== undefined);
      const changed = await run('accounts.changePlan', () =>
        accounts
          .findOneAndUpdate({ _id: accountId }, { $set: Object.fromEntries(given) }, { returnDocument: 'after' })
          .lean<AccountDocument>()
          .exec(),
      );
      return changed && toAccount(changed);
    },
    setAccountDisabled: async (accountId, isDisabled) => {
      const changed = await run('accounts.setDisabled', () =>
        accounts
          .findOneAndUpdate({ _id: accountId }, { $set: { isDisabled } }, { returnDocument: 'after' })
          .lean<AccountDocument>()
          .exec(),
      );
      return changed && toAccount(changed);
    },
    rollPeriod,
    readPeriod: rollPeriod,
    listPeriods: async (accountId) => {
      const found = await run('periods.list', () =>
        periods.find({ accountId }, NUMBERS_ONLY).sort({ index: 1 }).lean<PeriodNumbers[]>().exec(),
      );
      return found.map(toPeriod);
    },
  };
};
