import type { RequestHandler } from 'express';
import {
  SCHEDULE_CHANGES_PATH,
  SCHEDULE_FEED_LINK_PATH,
  SCHEDULE_PATH,
  SCHEDULE_PAUSE_PATH,
  SCHEDULE_RESUME_PATH,
  MAX_SCHEDULES,
  SCHEDULES_PATH,
} from '@quarry/contracts';
import type { StoredRecord } from '@quarry/store';
import { refuse } from '../../admission/screen-request.js';
import type { SignedLinks } from '../../files/signed-links.js';
import { onPath, type Exchange, type ExchangeOptions } from '../../http/exchange.js';
import { createRunRecords } from '../runs/run-records.js';
import { SCHEDULE_KIND, type ScheduleData } from '../runs/schedule-data.js';
import { unpackTarget } from '../runs/target-text.js';
import { dueTimesOf } from '@quarry/contracts/due-times';
import { createScheduleMaker, type CreateScheduleOptions } from './create-schedule.js';
import { describeRun, describeSchedule } from './describe-schedule.js';
import { createFeedRoutes } from './feed-routes.js';

export interface ScheduleRoutesOptions extends CreateScheduleOptions, ExchangeOptions {
  /** Undefined: the deployment has no secret to sign links with. */
  readonly links?: SignedLinks | undefined;
}

const READ = ['GET', 'HEAD'];
/** A change of a schedule is tried again when its clock or another call was faster. */
const CHANGE_TRIES = 5;
const NONE = refuse('not_found', { message: 'No such schedule. GET /schedules lists those of the account.' });

type Change = (data: ScheduleData, nowMs: number) => ScheduleData;

const pause: Change = (data) => ({ ...data, isPaused: true, waiting: [] });
/** What was due while it was paused is not missed. */
const resume: Change = (data, nowMs) =>
  data.isPaused ? { ...data, isPaused: false, nextDueMs: dueTimesOf(data.timing).after(nowMs) } : data;

// safe because only this code and the runs beside it write records of this kind
const dataOf = ({ data }: StoredRecord): ScheduleData => data as ScheduleData;

/** Handlers of the paths of schedules, by path pattern. All are free of charge. */
export const openScheduleRoutes = (
  options: ScheduleRoutesOptions,
): readonly (readonly [path: string, handler: RequestHandler])[] => {
  const { records, headerSeals, baseUrl, clock } = options;
  const runRecords = createRunRecords(records, clock);
  const feeds = createFeedRoutes({ ...options, runRecords });

  const describe = (record: StoredRecord): Record<string, unknown> => {
    const data = dataOf(record);
    const params = unpackTarget(headerSeals, { accountId: record.owner, scheduleId: record.id }, data.target);
    return describeSchedule(record, data, params, baseUrl);
  };
  const findOwn = async ({ request, account }: Exchange): Promise<StoredRecord | undefined> => {
    const record = await records.get(SCHEDULE_KIND, String(request.params['scheduleId']).toLowerCase());
    return record?.owner === account.id ? record : undefined;
  };
  const ofOwn =
    (answer: (exchange: Exchange, record: StoredRecord) => Promise<void>) =>
    async (exchange: Exchange): Promise<void> => {
      const record = await findOwn(exchange);
      return record === undefined ? exchange.refuse(NONE) : answer(exchange, record);
    };

  const show = ofOwn(async (exchange, record) => {
    const runs = await runRecords.listRuns(record.id);
    await exchange.send({
      status: 'ok',
      data: { ...describe(record), runs: runs.map((run) => describeRun(record.id, run)) },
    });
  });
  const remove = ofOwn(async (exchange, { id }) => {
    await runRecords.removeAll(id);
    await records.remove(SCHEDULE_KIND, id);
    // What its clock wrote in between.
    await runRecords.removeAll(id);
    await exchange.send({ status: 'ok', data: { id } });
  });
  /** A lease of its clock stays: the step under way finds out, and another one follows. */
  const dueAfter = (record: StoredRecord, data: ScheduleData): number | undefined => {
    if (data.open !== undefined) return record.dueAtMs;
    return data.isPaused ? undefined : data.nextDueMs;
  };
  const changeBy =
    (change: Change) =>
    async (exchange: Exchange): Promise<void> => {
      for (let tries = 0; tries < CHANGE_TRIES; tries += 1) {
        const record = await findOwn(exchange);
        if (record === undefined) return exchange.refuse(NONE);
        const data = change(dataOf(record), clock());
        const next = { data, dueAtMs: dueAfter(record, data) };
        const changed = await records.replace(SCHEDULE_KIND, record.id, record.version, next);
        if (changed !== null) return exchange.send({ status: 'ok', data: describe(changed) });
      }
      return exchange.refuse(refuse('overloaded'));
    };
  const listAll = async (exchange: Exchange): Promise<void> => {
    const found = await records.list(SCHEDULE_KIND, exchange.account.id, { limit: MAX_SCHEDULES });
    await exchange.send({ status: 'ok', data: { schedules: found.map(describe) } });
  };
  const create = createScheduleMaker(options);
  const handlers = [
    [
      SCHEDULES_PATH,
      [...READ, 'POST'],
      (exchange) => (exchange.request.method === 'POST' ? create : listAll)(exchange),
    ],
    [
      SCHEDULE_PATH,
      [...READ, 'DELETE'],
      (exchange) => (exchange.request.method === 'DELETE' ? remove : show)(exchange),
    ],
    [SCHEDULE_PAUSE_PATH, ['POST'], changeBy(pause)],
    [SCHEDULE_RESUME_PATH, ['POST'], changeBy(resume)],
    [SCHEDULE_FEED_LINK_PATH, ['POST'], ofOwn(feeds.sign)],
  ] as const satisfies readonly (readonly [string, readonly string[], (exchange: Exchange) => Promise<void>])[];
  return [
    ...handlers.map(([path, methods, answer]) => [path, onPath(options, { path, methods }, answer)] as const),
    [SCHEDULE_CHANGES_PATH, feeds.send],
  ];
};
