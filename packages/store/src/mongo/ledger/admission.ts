import { randomUUID } from 'node:crypto';
import type { NewRequest } from '../../engine-port.js';
import { dayEndOf, dayUseOf } from '../../keys/key-rules.js';
import type { AdmitResult, KeyUse } from '../../port.js';
import { StoreError } from '../../store-error.js';
import { present } from '../../present.js';
import type { IntentDocument, PeriodNumbers } from '../documents.js';
import type { IntentSteps } from './intent-steps.js';
import type { Journal } from './journal.js';
import { hasKeyDay, hasKeyPlace, moveKeyDay, type KeyDays } from './key-days.js';
import type { MongoEngine } from '../mongo-engine.js';
import { MAX_TURNS, NUMBERS_ONLY } from './period-roll.js';
import type { PeriodRoll } from './period-roll.js';

/** Requests of one account that may be open at once: their holds are in one document. */
export const MAX_OPEN_HOLDS = 20_000;
/** Largest parameters of a request, bytes of JSON; until it is a row they are in the account's period. */
export const MAX_PARAMS_BYTES = 1_048_576;

export interface NewIntent extends NewRequest {
  /** Of a batch's job, as `packJob` writes it. */
  readonly batch?: string;
}

const toIntent = (input: NewIntent, nowMs: number, holdOrder: number): IntentDocument =>
  present({
    _id: input.id,
    accountId: input.accountId,
    operation: input.operation,
    params: input.params,
    sealedHeaders: input.sealedHeaders,
    answerKey: input.answerKey,
    isAsync: input.isAsync,
    webhookUrl: input.webhookUrl,
    contractVersion: input.contractVersion,
    state: 'open' as const,
    attempt: 1,
    heldCredits: input.holdCredits,
    chargedCredits: 0,
    createdAtMs: nowMs,
    deadlineAtMs: input.deadlineAtMs,
    holdToken: randomUUID(),
    holdOrder,
    host: input.host,
    keyId: input.key?.id,
    keyDayMs: dayUseOf(input.key, input.holdCredits, nowMs)?.dayMs,
    batch: input.batch,
  });

interface Parts {
  readonly journal: Journal;
  readonly roll: PeriodRoll;
  readonly intents: IntentSteps;
  readonly keyDays: KeyDays;
  readonly maxOpenHolds: number;
}

/** Why the key may not have it; undefined: there is no reason any more. */
const explainKey = async (
  keyDays: KeyDays,
  { key, holdCredits, batch }: NewIntent,
  { periodId, nowMs }: { readonly periodId: string; readonly nowMs: number },
): Promise<AdmitResult | undefined> => {
  const dayUse = dayUseOf(key, holdCredits, nowMs);
  if (dayUse !== undefined) {
    const used = await keyDays.used(periodId, dayUse);
    if (used === undefined) await keyDays.open(periodId, dayUse);
    const availableCredits = Math.max(0, dayUse.limit - (used ?? 0));
    if (availableCredits < holdCredits) {
      const freesAtMs = dayEndOf(nowMs);
      return { outcome: 'key_day_spent', neededCredits: holdCredits, availableCredits, freesAtMs };
    }
  }
  const isBusy = key?.concurrency !== undefined && batch === undefined && !(await keyDays.hasPlace(periodId, key));
  return isBusy ? { outcome: 'key_busy' } : undefined;
};

/** Admits requests and jobs; the steps are those of the period book. */
export const createAdmission = (engine: MongoEngine, { journal, roll, intents, keyDays, maxOpenHolds }: Parts) => {
  const { periods } = engine.models;
  const lastPlace = `holds.${maxOpenHolds - 1}`;

  const takeHold = (intent: IntentDocument, key: KeyUse | null, nowMs: number): Promise<PeriodNumbers | null> => {
    const { _id: requestId, accountId, heldCredits: credits, holdToken: token } = intent;
    const isRequest = intent.batch === undefined;
    const keyId = isRequest && key?.concurrency !== undefined ? { keyId: key.id } : {};
    const hold = { requestId, token, credits, ...keyId, ...(isRequest ? {} : { visible: 0, charged: 0 }) };
    const dayUse = dayUseOf(key, credits, nowMs);
    const day = moveKeyDay(dayUse, credits);
    const filter = {
      openOf: accountId,
      endMs: { $gt: nowMs },
      available: { $gte: credits },
      'holds.requestId': { $ne: requestId },
      [lastPlace]: { $exists: false },
      ...(dayUse && hasKeyDay(dayUse, dayUse.limit - credits)),
      ...(key && isRequest && hasKeyPlace(key)),
    };
    const change = {
      $inc: { available: -credits, held: credits, ...day.increments },
      $push: { holds: hold, intents: intent },
    };
    return engine.run('periods.hold', () =>
      periods
        .findOneAndUpdate(filter, change, { returnDocument: 'after', projection: NUMBERS_ONLY, ...day.options })
        .lean<PeriodNumbers>()
        .exec(),
    );
  };

  /** Why no hold was taken; undefined: there is no reason any more. */
  const explain = async (input: NewIntent, nowMs: number): Promise<AdmitResult | undefined> => {
    const { id, accountId, holdCredits } = input;
    const period = await roll.current(accountId, nowMs);
    if (!period) return { outcome: 'account_unknown' };
    if (await intents.completeOf(id, accountId, nowMs)) return { outcome: 'duplicate' };
    if (await journal.find(`hold:${id}`)) return { outcome: 'duplicate' };
    const { available } = period;
    if (available < holdCredits) {
      return { outcome: 'credits_exhausted', neededCredits: holdCredits, availableCredits: available };
    }
    const ofKey = input.key && (await explainKey(keyDays, input, { periodId: period._id, nowMs }));
    if (ofKey) return ofKey;
    const isFull = await engine.run('periods.isFull', () =>
      periods.exists({ _id: period._id, [lastPlace]: { $exists: true } }).exec(),
    );
    if (isFull) throw new StoreError('overloaded', `${maxOpenHolds} requests of the account are open.`);
    return undefined;
  };

  const admit = async (input: NewIntent, nowMs: number): Promise<AdmitResult> => {
    if (Buffer.byteLength(input.params) > MAX_PARAMS_BYTES) {
      throw new StoreError('invalid_input', `params must be at most ${MAX_PARAMS_BYTES} bytes of JSON.`);
    }
    for (let turn = 0; turn < MAX_TURNS; turn += 1) {
      const intent = toIntent(input, nowMs, engine.nextOrder());
      const period = await takeHold(intent, input.key, nowMs);
      if (period) {
        return (await intents.complete(intent, period, nowMs))
          ? { outcome: 'admitted', availableCredits: period.available }
          : { outcome: 'duplicate' };
      }
      const reason = await explain(input, nowMs);
      if (reason) return reason;
    }
    throw new StoreError('busy', `Request ${input.id} could not be admitted: too many others move the account.`);
  };

  return admit;
};

export type Admit = ReturnType<typeof createAdmission>;
