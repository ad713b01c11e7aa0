import { z } from 'zod';
import { checkInput } from '../input/check-input.js';
import { integer, jsonChoice, text } from '../input/scalars.js';
import type { ValidateResult } from '../validate-params.js';

export const WEBHOOK_DELIVERIES_PATH = '/webhooks/deliveries';
export const WEBHOOK_REDELIVER_PATH = '/webhooks/deliveries/:deliveryId/redeliver';
export const WEBHOOK_SECRET_PATH = '/webhooks/secret';

/** `dead`: given up after the last attempt, or at once if the receiver is forbidden or gone. */
export const DELIVERY_STATES = ['pending', 'delivered', 'dead'] as const;

export const DELIVERIES_LIMIT_MAX = 100;
export const DELIVERIES_LIMIT_DEFAULT = 20;

const JOB_ID = /^[\da-fA-F]{8}(?:-[\da-fA-F]{4}){3}-[\da-fA-F]{12}$/;
/** Time and id of the last delivery of the previous page. */
const CURSOR = /^(\d{1,15})\.([\w.-]{1,128})$/;

export const deliveriesFields = {
  jobId: text({ note: 'Only the events of this job.', pattern: JOB_ID, form: 'a job id' }),
  state: jsonChoice({ note: 'Only deliveries in this state.', values: DELIVERY_STATES }),
  limit: integer({
    note: 'Deliveries per page.',
    min: 1,
    max: DELIVERIES_LIMIT_MAX,
    default: DELIVERIES_LIMIT_DEFAULT,
  }),
  cursor: text({
    note: 'Start of the page, taken from nextPage of the page before.',
    pattern: CURSOR,
    form: 'a cursor from nextPage',
  }),
};

const deliveriesSchema = z.strictObject(deliveriesFields);
export type DeliveriesQuery = z.output<typeof deliveriesSchema>;

/** Checks the query of a page of deliveries. */
export const validateDeliveriesQuery = (query: object): ValidateResult<DeliveriesQuery> =>
  checkInput(deliveriesSchema, query);

/** The cursor of the next page, from the last delivery of a page. */
export const toDeliveriesCursor = ({ createdAtMs, id }: { createdAtMs: number; id: string }): string =>
  `${createdAtMs}.${id}`;

/** The query string of a page of deliveries, without undefined values. */
export const toDeliveriesQuery = ({
  jobId,
  state,
  limit,
  cursor,
}: {
  readonly [Name in keyof DeliveriesQuery]?: string | number | undefined;
}): string => {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries({ jobId, state, limit, cursor })) {
    if (value !== undefined) query.set(name, String(value));
  }
  return query.toString();
};

/** Reads a checked cursor. */
export const readDeliveriesCursor = (cursor: string): { beforeMs: number; beforeId: string } => {
  const [, ms = '', beforeId = ''] = CURSOR.exec(cursor) ?? [];
  return { beforeMs: Number(ms), beforeId };
};
