import { z } from 'zod';
import { groupDigits, toDeliveriesQuery } from '@quarry/contracts';
import { askFleet } from '../fleet/ask-fleet.js';
import type { Fleet } from '../fleet/fleet-options.js';
import { succeed, succeedWithJson, type Outcome } from '../outcome.js';
import { renderTable, type Column } from '../output/table.js';
import { cursorIn, toSecond } from '../requests/page-of-rows.js';

const deliverySchema = z.looseObject({
  id: z.string(),
  event: z.string(),
  state: z.string(),
  attempts: z.number(),
  createdAt: z.string(),
  nextAttemptAt: z.string().optional(),
  lastStatusCode: z.number().optional(),
  lastError: z.string().optional(),
});
const pageSchema = z.object({ deliveries: z.array(deliverySchema), nextPage: z.string().optional() });
const secretSchema = z.object({ secret: z.string(), previousSecret: z.string().optional() });

type Delivery = z.infer<typeof deliverySchema>;

const lastAnswer = ({ lastStatusCode, lastError }: Delivery): string =>
  lastStatusCode === undefined ? (lastError ?? '') : String(lastStatusCode);

const COLUMNS: readonly Column<Delivery>[] = [
  { heading: 'ID', cell: ({ id }) => id },
  { heading: 'STATE', cell: ({ state }) => state },
  { heading: 'TRIES', isNumber: true, cell: ({ attempts }) => groupDigits(attempts) },
  { heading: 'LAST RESPONSE', cell: lastAnswer },
  { heading: 'CREATED (UTC)', cell: ({ createdAt }) => toSecond(createdAt) },
  { heading: 'NEXT TRY (UTC)', cell: ({ nextAttemptAt }) => (nextAttemptAt ? toSecond(nextAttemptAt) : '') },
];

export interface ListInput {
  readonly job: string | undefined;
  readonly state: string | undefined;
  readonly limit: number | undefined;
  readonly cursor: string | undefined;
  readonly isJson: boolean;
}

/** One page of the account's deliveries, newest first. */
export const listDeliveries = (fleet: Fleet, input: ListInput): Promise<Outcome> => {
  const { job: jobId, state, limit, cursor: from } = input;
  const query = toDeliveriesQuery({ jobId, state, limit, cursor: from });
  const path = `/webhooks/deliveries${query === '' ? '' : `?${query}`}`;
  return askFleet(fleet, { method: 'GET', path, schema: pageSchema }, (page) => {
    if (input.isJson) return succeedWithJson(page);
    const cursor = page.nextPage === undefined ? undefined : cursorIn(page.nextPage);
    const note = cursor === undefined ? '' : `More: --cursor ${cursor}`;
    if (page.deliveries.length === 0) return succeed('', 'No deliveries.');
    return succeed(renderTable(COLUMNS, page.deliveries), note);
  });
};

/** Makes a delivery due now, with a full set of attempts. */
export const redeliver = (fleet: Fleet, { id, isJson }: { id: string; isJson: boolean }): Promise<Outcome> => {
  const path = `/webhooks/deliveries/${encodeURIComponent(id)}/redeliver`;
  return askFleet(fleet, { method: 'POST', path, schema: deliverySchema }, (delivery) =>
    isJson ? succeedWithJson(delivery) : succeed(`${delivery.id} will be sent again`),
  );
};

/** Prints only the secret on standard output, for scripts. */
export const showSecret = (fleet: Fleet, { isJson }: { isJson: boolean }): Promise<Outcome> =>
  askFleet(fleet, { method: 'GET', path: '/webhooks/secret', schema: secretSchema }, (secrets) => {
    if (isJson) return succeedWithJson(secrets);
    const note = secrets.previousSecret === undefined ? '' : 'The previous secret also signs; see --json.';
    return succeed(secrets.secret, note);
  });
