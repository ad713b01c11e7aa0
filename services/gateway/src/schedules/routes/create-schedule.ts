import { MAX_SCHEDULES, SCHEDULES_PATH, type ScheduleInput } from '@quarry/contracts';
import type { RecordStore, StoredRecord } from '@quarry/store';
import type { HeaderSeals } from '@quarry/tokens';
import { refuse, type Refusal } from '../../admission/screen-request.js';
import type { Caller } from '../../http/caller.js';
import { clientGoneSignal, type Exchange } from '../../http/exchange.js';
import type { createJsonBodyReader } from '../../http/input/read-json-body.js';
import { requestState } from '../../http/request-state.js';
import { fingerprintOf, readIdempotencyKey } from '../../idempotency/idempotency-key.js';
import type { KeyedCall, KeyedOutcome, KeyedWork } from '../../idempotency/idempotency.js';
import { isAnswerKept, keptRefusal } from '../../idempotency/kept-answer.js';
import { refuseKeyed, sendKeyed } from '../../idempotency/send-replay.js';
import { SCHEDULE_KIND, type ScheduleData } from '../runs/schedule-data.js';
import { packTarget } from '../runs/target-text.js';
import { dueTimesOf } from '@quarry/contracts/due-times';
import { createScheduleCheck, type ScheduleCheckOptions } from './check-schedule.js';
import { describeSchedule } from './describe-schedule.js';

export interface CreateScheduleOptions extends ScheduleCheckOptions {
  readonly records: RecordStore;
  readonly headerSeals?: HeaderSeals | undefined;
  readonly baseUrl: string;
  readonly readBody: ReturnType<typeof createJsonBodyReader>;
  readonly runKeyed: <Answer>(call: KeyedCall, work: KeyedWork<Answer>) => Promise<KeyedOutcome<Answer>>;
}

type Created = { readonly kind: 'created'; readonly body: object } | Refusal;

const TOO_MANY = refuse('validation_failed', {
  message: `An account may have ${MAX_SCHEDULES} schedules. Delete one first.`,
  errors: [
    {
      field: 'target',
      rule: 'maxLength',
      message: `target is the account's schedule number ${MAX_SCHEDULES + 1}; ${MAX_SCHEDULES} are allowed.`,
    },
  ],
});

/** `POST /schedules`: checks the call that will be made, then stores the schedule. Free of charge. */
export const createScheduleMaker = (options: CreateScheduleOptions) => {
  const { records, headerSeals, clock, baseUrl } = options;

  const check = createScheduleCheck(options);

  const dataOf = (account: Caller, scheduleId: string, input: ScheduleInput, nowMs: number): ScheduleData => {
    const { name, cron, intervalSeconds, timeZone, target, missedRuns, changeTracking, webhook } = input;
    const timing = { cron, intervalSeconds, timeZone, anchorMs: nowMs };
    return {
      ...{ name, timing, missedRuns, changeTracking, webhookUrl: webhook?.url, keyId: account.key?.id },
      target: packTarget(headerSeals, { accountId: account.id, scheduleId }, target),
      ...{ isPaused: false, nextDueMs: dueTimesOf(timing).after(nowMs), waiting: [], runs: [] },
    };
  };

  const bodyOf = (record: Pick<StoredRecord, 'id'>, data: ScheduleData, input: ScheduleInput): object => ({
    status: 'ok',
    data: describeSchedule(record, data, input.target.params, baseUrl),
  });

  const create = async (account: Caller, body: Record<string, unknown>, id: string): Promise<Created> => {
    const input = await check(account, body);
    if ('outcome' in input) return input;
    const count = async (): Promise<number> =>
      (await records.list(SCHEDULE_KIND, account.id, { limit: MAX_SCHEDULES + 1 })).length;
    if ((await count()) >= MAX_SCHEDULES) return TOO_MANY;
    const nowMs = clock();
    const data = dataOf(account, id, input, nowMs);
    const isNew = await records.insert({ kind: SCHEDULE_KIND, id, owner: account.id, data, dueAtMs: data.nextDueMs });
    // Of several made at the same time none may be one too many.
    if (isNew && (await count()) > MAX_SCHEDULES) {
      await records.remove(SCHEDULE_KIND, id);
      return TOO_MANY;
    }
    return { kind: 'created', body: bodyOf({ id }, data, input) };
  };

  /** A schedule has the id of the call that made it. */
  const keyedWork = (account: Caller, body: Record<string, unknown>, ownId: string): KeyedWork<Created> => ({
    start: async ({ requestId, confirm }) =>
      (await confirm()) ? create(account, body, requestId) : refuseKeyed('overloaded'),
    find: async () => ({ state: 'none' }),
    cancelUnconfirmed: async (id) => void (await records.remove(SCHEDULE_KIND, id)),
    toStoredAnswer: (answer) => {
      if ('kind' in answer) return { statusCode: 200, body: JSON.stringify(answer.body) };
      const kept = keptRefusal(ownId, answer.error, answer.detail);
      return isAnswerKept(kept) ? kept : undefined;
    },
  });

  return async (exchange: Exchange): Promise<void> => {
    const { request, response, account } = exchange;
    const clientGone = clientGoneSignal(response);
    const reading = readIdempotencyKey(request);
    if (!reading.ok) return exchange.refuse(refuse('bad_request', { message: reading.message }));
    const read = await options.readBody(request, response);
    if (!read.ok) return exchange.refuse(read.refusal);
    const { id } = requestState(response);
    const send = (answer: Created): Promise<void> =>
      'kind' in answer ? exchange.send(answer.body) : exchange.refuse(answer);
    if (reading.key === undefined) return send(await create(account, read.body, id));
    const scope = { accountId: account.id, route: SCHEDULES_PATH, key: reading.key };
    const call = { scope, requestId: id, clientGone, fingerprint: fingerprintOf(read.body) };
    await sendKeyed(exchange, await options.runKeyed(call, keyedWork(account, read.body, id)), send);
  };
};
