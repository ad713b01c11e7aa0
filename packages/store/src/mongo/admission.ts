import { randomUUID } from 'node:crypto';
import type { AdmitResult } from '../port.js';
import { StoreError } from '../store-error.js';
import type { IntentDocument, JournalDocument, PeriodDocument, PeriodNumbers } from './documents.js';
import type { Journal } from './journal.js';
import type { MongoEngine } from './mongo-engine.js';
import { isDuplicateKey } from './mongo-error.js';
import type { PeriodBook } from './period-book.js';
import { MAX_TURNS, NUMBERS_ONLY } from './period-roll.js';
import type { PeriodRoll } from './period-roll.js';

/** Requests of one account that may be open at once: their holds lie in one document. */
export const MAX_OPEN_HOLDS = 20_000;
/** Largest parameters of a request, bytes of JSON; until it is a row they lie in the account's period. */
export const MAX_PARAMS_BYTES = 1_048_576;

export interface NewRequest {
  readonly id: string;
  readonly accountId: string;
  readonly operation: string;
  readonly params: string;
  readonly contractVersion: number;
  readonly holdCredits: number;
  readonly deadlineAtMs: number;
}

type PeriodOfIntent = Pick<PeriodNumbers, '_id' | 'index'>;

const holdEntry = (intent: IntentDocument, period: PeriodOfIntent): JournalDocument => ({
  _id: `hold:${intent._id}`,
  accountId: intent.accountId,
  periodIndex: period.index,
  kind: 'hold',
  credits: intent.heldCredits,
  requestId: intent._id,
  atMs: intent.createdAtMs,
  order: intent.holdOrder,
  token: intent.holdToken,
});

const toIntent = (input: NewRequest, nowMs: number, holdOrder: number): IntentDocument => ({
  _id: input.id,
  accountId: input.accountId,
  operation: input.operation,
  params: input.params,
  contractVersion: input.contractVersion,
  state: 'open',
  attempt: 1,
  heldCredits: input.holdCredits,
  chargedCredits: 0,
  createdAtMs: nowMs,
  deadlineAtMs: input.deadlineAtMs,
  holdToken: randomUUID(),
  holdOrder,
});

/** Admits requests; the steps are those of the period book. */
export const createAdmission = (
  engine: MongoEngine,
  { journal, roll, book, maxOpenHolds }: { journal: Journal; roll: PeriodRoll; book: PeriodBook; maxOpenHolds: number },
) => {
  const { periods, requests } = engine.models;
  const lastPlace = `holds.${maxOpenHolds - 1}`;

  const takeHold = (intent: IntentDocument, nowMs: number): Promise<PeriodNumbers | null> => {
    const { _id: requestId, accountId, heldCredits: credits, holdToken: token } = intent;
    const filter = {
      openOf: accountId,
      endMs: { $gt: nowMs },
      available: { $gte: credits },
      'holds.requestId': { $ne: requestId },
      [lastPlace]: { $exists: false },
    };
    const change = {
      $inc: { available: -credits, held: credits },
      $push: { holds: { requestId, token, credits }, intents: intent },
    };
    return engine.run('periods.hold', () =>
      periods
        .findOneAndUpdate(filter, change, { returnDocument: 'after', projection: NUMBERS_ONLY })
        .lean<PeriodNumbers>()
        .exec(),
    );
  };

  /** True: the id is this hold's. False: it was used before. */
  const claimId = async (intent: IntentDocument, period: PeriodOfIntent): Promise<boolean> => {
    const entry = holdEntry(intent, period);
    if (await journal.append([entry])) return true;
    return (await journal.find(entry._id))?.token === intent.holdToken;
  };

  /** Gives a hold back that the journal never heard of. */
  const giveBack = async (intent: IntentDocument, period: PeriodOfIntent, nowMs: number): Promise<void> => {
    const { accountId, heldCredits: credits, holdToken: token } = intent;
    const expired = (): JournalDocument => ({
      _id: `expire:hold:${token}`,
      accountId,
      periodIndex: period.index,
      kind: 'expire',
      credits,
      atMs: nowMs,
      order: engine.nextOrder(),
    });
    const end = {
      periodId: period._id,
      accountId,
      requestId: intent._id,
      token,
      held: credits,
      charged: 0,
      entries: (isExpired: boolean) => (isExpired && credits > 0 ? [expired()] : []),
    };
    const { entries } = await book.endHold(end, nowMs);
    await book.flush([period._id], entries);
  };

  /** Makes an intent a row. False: its id was used before, and the hold is given back. */
  const complete = async (intent: IntentDocument, period: PeriodOfIntent, nowMs: number): Promise<boolean> => {
    if (!(await claimId(intent, period))) {
      await giveBack(intent, period, nowMs);
      return false;
    }
    try {
      await engine.run('requests.insert', () =>
        requests.insertMany([{ ...intent, periodIndex: period.index }], { lean: true }),
      );
    } catch (error) {
      // The id is this hold's alone, so the row is as well: somebody carried on here.
      if (!isDuplicateKey(error)) throw error;
    }
    const done = { $pull: { intents: { holdToken: intent.holdToken } } };
    await engine.run('periods.admitted', () => periods.updateOne({ _id: period._id }, done).exec());
    return true;
  };

  const findIntent = async (id: string, accountId: string): Promise<boolean> => {
    const nowMs = engine.clock();
    const found = await engine.run('periods.findIntent', () =>
      periods.findOne({ openOf: accountId, 'intents._id': id }).lean<PeriodDocument>().exec(),
    );
    const intent = found?.intents.find(({ _id }) => _id === id);
    if (!found || !intent) return false;
    return complete(intent, found, nowMs);
  };

  /** Why no hold was taken; undefined: no reason stands any more. */
  const explain = async (input: NewRequest, nowMs: number): Promise<AdmitResult | undefined> => {
    const { id, accountId, holdCredits } = input;
    const period = await roll.current(accountId, nowMs);
    if (!period) return { outcome: 'account_unknown' };
    if (await findIntent(id, accountId)) return { outcome: 'duplicate' };
    if (await journal.find(`hold:${id}`)) return { outcome: 'duplicate' };
    const { available } = period;
    if (available < holdCredits) {
      return { outcome: 'credits_exhausted', neededCredits: holdCredits, availableCredits: available };
    }
    const isFull = await engine.run('periods.isFull', () =>
      periods.exists({ _id: period._id, [lastPlace]: { $exists: true } }).exec(),
    );
    if (isFull) throw new StoreError('overloaded', `${maxOpenHolds} requests of the account are open.`);
    return undefined;
  };

  const admit = async (input: NewRequest, nowMs: number): Promise<AdmitResult> => {
    for (let turn = 0; turn < MAX_TURNS; turn += 1) {
      const intent = toIntent(input, nowMs, engine.nextOrder());
      const period = await takeHold(intent, nowMs);
      if (period) {
        return (await complete(intent, period, nowMs))
          ? { outcome: 'admitted', availableCredits: period.available }
          : { outcome: 'duplicate' };
      }
      const reason = await explain(input, nowMs);
      if (reason) return reason;
    }
    throw new StoreError('busy', `Request ${input.id} could not be admitted: too many others move the account.`);
  };

  /** Carries on admissions whose process may have died. */
  const repair = async (limit: number, nowMs: number): Promise<void> => {
    const found = await engine.run('periods.withIntents', () =>
      periods
        .find({ 'intents.createdAtMs': { $exists: true } })
        .limit(limit)
        .lean<PeriodDocument[]>()
        .exec(),
    );
    for (const period of found) {
      for (const intent of period.intents.slice(0, limit)) await complete(intent, period, nowMs);
    }
  };

  return { admit, repair };
};

export type Admission = ReturnType<typeof createAdmission>;
