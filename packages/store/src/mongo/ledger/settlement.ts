import type { LedgerEntryKind, RequestEnd, RequestRow } from '../../port.js';
import { StoreError } from '../../store-error.js';
import { periodId, toRequestRow } from '../documents.js';
import type { JournalDocument, RequestDocument } from '../documents.js';
import { inLanes } from '../in-lanes.js';
import type { IntentSteps } from './intent-steps.js';
import type { MongoEngine } from '../mongo-engine.js';
import type { PeriodBook } from './period-book.js';
import { MAX_TURNS } from './period-roll.js';
import type { PeriodRoll } from './period-roll.js';
import type { StoredBytes } from './stored-bytes.js';

export interface FinishResult {
  readonly isWinner: boolean;
  readonly row: RequestRow;
  readonly availableCredits: number;
}

const given = <Value extends object>(values: Value): Partial<Value> =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as Partial<Value>;

const endFields = (end: RequestEnd, nowMs: number): Partial<RequestDocument> => {
  const { state, chargedCredits, verdict, error, reason, message, answerName, pageName, storedBytes } = end;
  const told = given({
    verdict,
    error,
    reason,
    message,
    answerName,
    pageName,
    storedBytes,
  }) as Partial<RequestDocument>;
  return { state, chargedCredits, ...told, endedAtMs: nowMs, unsettledSinceMs: nowMs };
};

/** Where each credit of an ended row's hold goes, as the journal tells it. */
const createEntries =
  ({ nextOrder }: MongoEngine, row: RequestDocument) =>
  (isExpired: boolean): JournalDocument[] => {
    const { _id: requestId, accountId, periodIndex, heldCredits, chargedCredits, endedAtMs: atMs = 0 } = row;
    const released = heldCredits - chargedCredits;
    const movements: [LedgerEntryKind, number][] = [
      ['settle', chargedCredits],
      ['release', released],
      ['expire', isExpired ? released : 0],
    ];
    return movements
      .filter(([, credits]) => credits > 0)
      .map(([kind, credits]) => ({
        _id: `${kind}:${requestId}`,
        accountId,
        periodIndex,
        kind,
        credits,
        requestId,
        atMs,
        order: nextOrder(),
      }));
  };

interface Parts {
  readonly roll: PeriodRoll;
  readonly book: PeriodBook;
  readonly stored: Pick<StoredBytes, 'add'>;
  readonly intents: Pick<IntentSteps, 'completeLeft'>;
}

/** Ends rows and settles their holds; the steps are those of the period book. */
export const createSettlement = (engine: MongoEngine, { roll, book, stored, intents }: Parts) => {
  const { requests } = engine.models;

  const markSettled = (row: RequestDocument): Promise<unknown> =>
    engine.run('requests.settled', () =>
      requests.updateOne({ _id: row._id }, { $unset: { unsettledSinceMs: 1 } }).exec(),
    );

  /** Settles the hold of an ended row, which may be settled already. Returns the account's available credits. */
  const settle = async (row: RequestDocument, nowMs: number): Promise<number> => {
    const { _id: requestId, accountId, heldCredits: held, chargedCredits: charged, holdToken: token } = row;
    const id = periodId(accountId, row.periodIndex);
    const end = { periodId: id, accountId, requestId, token, held, charged, entries: createEntries(engine, row) };
    const { entries, current } = await book.endHold(end, nowMs);
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
          { $set: endFields(end, nowMs), $unset: { sealedHeaders: 1 } },
          { returnDocument: 'after' },
        )
        .lean<RequestDocument>()
        .exec(),
    );
  };

  const lose = async (row: RequestDocument, nowMs: number): Promise<FinishResult> => {
    const availableCredits =
      row.unsettledSinceMs === undefined
        ? ((await roll.current(row.accountId, nowMs))?.available ?? 0)
        : await settle(row, nowMs);
    return { isWinner: false, row: toRequestRow(row), availableCredits };
  };

  const finish = async (
    requestId: string,
    end: RequestEnd,
    attempt: number | undefined,
    nowMs: number,
  ): Promise<FinishResult | null> => {
    for (let turn = 0; turn < MAX_TURNS; turn += 1) {
      const ended = await endRow(requestId, end, attempt, nowMs);
      if (ended) {
        await stored.add(ended);
        return { isWinner: true, row: toRequestRow(ended), availableCredits: await settle(ended, nowMs) };
      }
      const row = await engine.run('requests.find', () => requests.findById(requestId).lean<RequestDocument>().exec());
      if (!row) {
        if (await intents.completeLeft(requestId, nowMs)) continue;
        return null;
      }
      if (row.state !== 'open' || (attempt !== undefined && attempt !== row.attempt)) return lose(row, nowMs);
      if (end.chargedCredits > row.heldCredits) {
        throw new StoreError('invalid_input', 'chargedCredits may not exceed the credits held.');
      }
    }
    throw new StoreError('busy', `Request ${requestId} could not be ended: too many others move it.`);
  };

  /** Carries on settlements whose process may have died. */
  const repair = async (limit: number, nowMs: number): Promise<void> => {
    const rows = await engine.run('requests.unsettled', () =>
      requests
        .find({ unsettledSinceMs: { $exists: true } })
        .limit(limit)
        .lean<RequestDocument[]>()
        .exec(),
    );
    await inLanes(rows, (row) => settle(row, nowMs));
  };

  return { finish, repair };
};

export type Settlement = ReturnType<typeof createSettlement>;
