import type { FinishedRequest, RequestEngine } from '../../engine-port.js';
import { checkWithinHold } from '../../input-rules.js';
import { receiverHost } from '../../batches/batch-events.js';
import type { RequestEnd } from '../../port.js';
import { requestDelivery } from '../../requests/request-events.js';
import { StoreError } from '../../store-error.js';
import { endFields, periodId, toPackedRequest } from '../documents.js';
import type { RequestDocument } from '../documents.js';
import { mapConcurrent } from '../map-concurrent.js';
import { isDuplicateKey } from '../mongo-error.js';
import type { IntentSteps } from './intent-steps.js';
import { endEntries } from './journal.js';
import { keyDayOf } from './key-days.js';
import type { MongoEngine } from '../mongo-engine.js';
import type { PeriodBook } from './period-book.js';
import { MAX_TURNS } from './period-roll.js';
import type { PeriodRoll } from './period-roll.js';
import type { StoredBytes } from './stored-bytes.js';

interface Parts {
  readonly roll: PeriodRoll;
  readonly book: PeriodBook;
  readonly stored: Pick<StoredBytes, 'add'>;
  readonly intents: Pick<IntentSteps, 'completeLeft'>;
}

/** Writes the event of an ended row, which may be written already. Part of what is left to do until the row is settled. */
const createRequestDelivery =
  ({ models: { deliveries }, run }: MongoEngine) =>
  async (row: RequestDocument, atMs: number): Promise<void> => {
    const due = requestDelivery(toPackedRequest(row));
    if (due === undefined) return;
    const { id, ...event } = due;
    const times = { nextAttemptAtMs: atMs, dueAtMs: atMs, createdAtMs: atMs };
    const host = receiverHost(due.url);
    const made = { _id: id, accountId: row.accountId, jobId: row._id, ...event, host, state: 'pending' as const };
    try {
      await run('deliveries.insert', () => deliveries.insertMany([{ ...made, attempts: 0, ...times }], { lean: true }));
    } catch (error) {
      if (!isDuplicateKey(error)) throw error;
    }
  };

/** Ends rows and settles their holds; the steps are those of the period book. */
export const createSettlement = (engine: MongoEngine, { roll, book, stored, intents }: Parts) => {
  const { requests } = engine.models;
  const deliver = createRequestDelivery(engine);

  const markSettled = (row: RequestDocument): Promise<unknown> =>
    engine.run('requests.settled', () =>
      requests.updateOne({ _id: row._id }, { $unset: { unsettledSinceMs: 1 } }).exec(),
    );

  /** Settles the hold of an ended row, which may be settled already. Returns the account's available credits. */
  const settle = async (row: RequestDocument, nowMs: number): Promise<number> => {
    const { _id: requestId, accountId, periodIndex, endedAtMs: atMs = 0, holdToken: token } = row;
    const { heldCredits: held, chargedCredits: charged } = row;
    const id = periodId(accountId, periodIndex);
    const part = { accountId, periodIndex, requestId, name: requestId, atMs, charged, released: held - charged };
    const toEntries = (isExpired: boolean) => endEntries(engine, { ...part, isExpired });
    const keyDay = keyDayOf(row);
    const end = { periodId: id, accountId, requestId, token, held, charged, keyDay, entries: toEntries };
    const { entries, current } = await book.endHold(end, nowMs);
    await deliver(row, atMs);
    await Promise.all([book.write(id, entries), markSettled(row)]);
    return current?.available ?? (await roll.current(accountId, nowMs))?.available ?? 0;
  };

  const endRow = (
    requestId: string,
    end: RequestEnd,
    attempt: number | undefined,
    nowMs: number,
  ): Promise<RequestDocument | null> => {
    const isOpen = { _id: requestId, state: 'open' as const, heldCredits: { $gte: end.chargedCredits } };
    const filter = attempt === undefined ? isOpen : { ...isOpen, attempt };
    return engine.run('requests.end', () =>
      requests
        .findOneAndUpdate(
          filter,
          { $set: { ...endFields(end, nowMs), unsettledSinceMs: nowMs }, $unset: { sealedHeaders: 1 } },
          { returnDocument: 'after' },
        )
        .lean<RequestDocument>()
        .exec(),
    );
  };

  const lose = async (row: RequestDocument, nowMs: number): Promise<FinishedRequest> => {
    const availableCredits =
      row.unsettledSinceMs === undefined
        ? ((await roll.current(row.accountId, nowMs))?.available ?? 0)
        : await settle(row, nowMs);
    return { isWinner: false, row: toPackedRequest(row), availableCredits };
  };

  const finish: RequestEngine['finish'] = async (requestId, end, attempt, nowMs) => {
    for (let turn = 0; turn < MAX_TURNS; turn += 1) {
      const ended = await endRow(requestId, end, attempt, nowMs);
      if (ended) {
        await stored.add(ended);
        return { isWinner: true, row: toPackedRequest(ended), availableCredits: await settle(ended, nowMs) };
      }
      const row = await engine.run('requests.find', () => requests.findById(requestId).lean<RequestDocument>().exec());
      if (!row) {
        if (await intents.completeLeft(requestId, nowMs)) continue;
        return null;
      }
      if (row.state !== 'open' || (attempt !== undefined && attempt !== row.attempt)) return lose(row, nowMs);
      checkWithinHold(end, row.heldCredits);
    }
    throw new StoreError('busy', `Request ${requestId} could not be ended: too many others move it.`);
  };

  /** Completes settlements whose process may have died. */
  const repair = async (limit: number, nowMs: number): Promise<void> => {
    const rows = await engine.run('requests.unsettled', () =>
      requests
        .find({ unsettledSinceMs: { $exists: true } })
        .limit(limit)
        .lean<RequestDocument[]>()
        .exec(),
    );
    await mapConcurrent(rows, (row) => settle(row, nowMs));
  };

  return { finish, repair };
};

export type Settlement = ReturnType<typeof createSettlement>;
