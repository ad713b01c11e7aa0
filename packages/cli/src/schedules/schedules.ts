import { randomUUID } from 'node:crypto';
import { SCHEDULES_PATH } from '@quarry/contracts';
import { askFleet } from '../fleet/ask-fleet.js';
import type { Fleet } from '../fleet/fleet-options.js';
import { succeed, succeedWithJson, type Outcome } from '../outcome.js';
import type { Presentation } from '../output/presentation.js';
import { pageOf, toSecond } from '../requests/page-of-rows.js';
import { describeDetails, describeSchedule, renderSchedules } from './describe-schedule.js';
import { deletedSchema, detailsSchema, linkSchema, scheduleSchema, type Schedule } from './schedule-schemas.js';

const pathOf = (id: string): string => `${SCHEDULES_PATH}/${encodeURIComponent(id)}`;

/** One page of the account's schedules, newest first. */
export const listSchedules = (
  fleet: Fleet,
  { cursor: from }: { readonly cursor: string | undefined },
  { isJson, columns }: Presentation,
): Promise<Outcome> => {
  const path = `${SCHEDULES_PATH}${from === undefined ? '' : `?cursor=${encodeURIComponent(from)}`}`;
  return askFleet(fleet, { method: 'GET', path, schema: pageOf('schedules', scheduleSchema) }, (read) => {
    const { page, rows, cursor } = read;
    if (isJson) return succeedWithJson(page);
    if (rows.length === 0) return succeed('', 'No schedules.');
    return succeed(renderSchedules(rows, columns), cursor === undefined ? '' : `More: --cursor ${cursor}`);
  });
};

export const showSchedule = (fleet: Fleet, id: string, { isJson, columns }: Presentation): Promise<Outcome> =>
  askFleet(fleet, { method: 'GET', path: pathOf(id), schema: detailsSchema }, (details) =>
    isJson ? succeedWithJson(details) : succeed(describeDetails(details, columns)),
  );

/** Makes a schedule once, however often the network repeats the call. */
export const createSchedule = (fleet: Fleet, body: object, { isJson }: Presentation): Promise<Outcome> => {
  const idempotencyKey = `cli-${randomUUID()}`;
  const call = { method: 'POST', path: SCHEDULES_PATH, body, idempotencyKey, schema: scheduleSchema } as const;
  return askFleet(fleet, call, (made) => (isJson ? succeedWithJson(made) : succeed(describeSchedule(made))));
};

const describeState = ({ id, state, nextRuns: [next] }: Schedule): string =>
  `${id} is ${state}${next === undefined ? '' : `; it runs next at ${toSecond(next)} UTC`}`;

export const pauseOrResume = (
  fleet: Fleet,
  [id, change]: readonly [string, 'pause' | 'resume'],
  { isJson }: Presentation,
): Promise<Outcome> =>
  askFleet(fleet, { method: 'POST', path: `${pathOf(id)}/${change}`, schema: scheduleSchema }, (schedule) =>
    isJson ? succeedWithJson(schedule) : succeed(describeState(schedule)),
  );

export const deleteSchedule = (fleet: Fleet, id: string, { isJson }: Presentation): Promise<Outcome> =>
  askFleet(fleet, { method: 'DELETE', path: pathOf(id), schema: deletedSchema }, (gone) =>
    isJson ? succeedWithJson(gone) : succeed(`${gone.id} is deleted`),
  );

/** Prints only the link on standard output, for scripts. */
export const linkFeed = (
  fleet: Fleet,
  [id, expiresInSeconds]: readonly [string, number | undefined],
  isJson: boolean,
): Promise<Outcome> => {
  const body = expiresInSeconds === undefined ? {} : { expiresInSeconds };
  return askFleet(fleet, { method: 'POST', path: `${pathOf(id)}/feed-link`, body, schema: linkSchema }, (link) =>
    isJson ? succeedWithJson(link) : succeed(link.url, `opens without a key until ${toSecond(link.expiresAt)} UTC`),
  );
};
