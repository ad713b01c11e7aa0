import { z } from 'zod';
import { checkInput } from '../input/check-input.js';
import { integer, jsonChoice, text } from '../input/scalars.js';
import type { ValidateResult } from '../validate-params.js';

export const WEBHOOK_DELIVERIES_PATH = '/webhooks/deliveries';
export const WEBHOOK_REDELIVER_PATH = '/webhooks/deliveries/:deliveryId/redeliver';
export const WEBHOOK_SECRET_PATH = '/webhooks/secret';

/** `dead`: given up after the last try, or at once where the receiver may not be asked or is gone. */
export const DELIVERY_STATES = ['pending', 'delivered', 'dead'] as const;

export const DELIVERIES_LIMIT_MAX = 100;
export const DELIVERIES_LIMIT_DEFAULT = 20;

const JOB_ID = /^[\da-fA-F]{8}(?:-[\da-fA-F]{4}){3}-[\da-fA-F]{12}$/;
/** Time and id of the last delivery of the page before. */
const CURSOR = /^(\d{1,15})\.([\w.-]{1,128})$/;

export const deliveriesFields = {
  jobId: text({ note: 'Only the events of this job.', pattern: JOB_ID, form: 'the id of a job' }),
  state: jsonChoice({ note: 'Only deliveries in this state.', values: DELIVERY_STATES }),
  limit: integer({
    note: 'Deliveries per page.',
    min: 1,
    max: DELIVERIES_LIMIT_MAX,
    default: DELIVERIES_LIMIT_DEFAULT,
  }),
  cursor: text({ note: 'Where the page goes on; nextPage has it.', pattern: CURSOR, form: 'what nextPage has' }),
};

const deliveriesSchema = z.strictObject(deliveriesFields);
export type DeliveriesQuery = z.output<typeof deliveriesSchema>;

/** Checks the query of a page of deliveries. */
export const validateDeliveriesQuery = (query: object): ValidateResult<DeliveriesQuery> =>
  checkInput(deliveriesSchema, query);

/** The last delivery of a page as the next page's cursor. */
export const toDeliveriesCursor = ({ createdAtMs, id }: { createdAtMs: number; id: string }): string =>
  `${createdAtMs}.${id}`;

/** What a checked cursor says. */
export const readDeliveriesCursor = (cursor: string): { beforeMs: number; beforeId: string } => {
  const [, ms = '', beforeId = ''] = CURSOR.exec(cursor) ?? [];
  return { beforeMs: Number(ms), beforeId };
};
