import { z } from 'zod';
import type { Fleet } from '../fleet/fleet-options.js';
import { succeed, succeedWithJson, type Outcome } from '../outcome.js';
import { formatCount, renderTable, type Column } from '../table.js';
import { askFleet } from './ask-fleet.js';

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

const toSecond = (iso: string): string => iso.replace('T', ' ').replace(/(\.\d+)?Z$/, '');

const lastAnswer = ({ lastStatusCode, lastError }: Delivery): string =>
  lastStatusCode === undefined ? (lastError ?? '') : String(lastStatusCode);

const COLUMNS: readonly Column<Delivery>[] = [
  { heading: 'ID', cell: ({ id }) => id },
  { heading: 'STATE', cell: ({ state }) => state },
  { heading: 'TRIES', isNumber: true, cell: ({ attempts }) => formatCount(attempts) },
  { heading: 'LAST ANSWER', cell: lastAnswer },
  { heading: 'MADE (UTC)', cell: ({ createdAt }) => toSecond(createdAt) },
  { heading: 'NEXT TRY (UTC)', cell: ({ nextAttemptAt }) => (nextAttemptAt ? toSecond(nextAttemptAt) : '') },
];

export interface ListInput {
  readonly job?: string;
  readonly state?: string;
  readonly limit?: number;
  readonly cursor?: string;
  readonly isJson: boolean;
}

const queryOf = ({ job, state, limit, cursor }: ListInput): string => {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries({ jobId: job, state, limit, cursor })) {
    if (value !== undefined) query.set(name, String(value));
  }
  return query.toString();
};

const cursorIn = (nextPage: string): string | null => URL.parse(nextPage)?.searchParams.get('cursor') ?? null;

/** One page of the account's deliveries, newest first. */
export const listDeliveries = (fleet: Fleet, input: ListInput): Promise<Outcome> => {
  const query = queryOf(input);
  const path = `/webhooks/deliveries${query === '' ? '' : `?${query}`}`;
  return askFleet(fleet, { method: 'GET', path, schema: pageSchema }, (page) => {
    if (input.isJson) return succeedWithJson(page);
    const cursor = page.nextPage === undefined ? null : cursorIn(page.nextPage);
    const note = cursor === null ? '' : `There are more: --cursor ${cursor}`;
    if (page.deliveries.length === 0) return succeed('', 'There are no such deliveries.');
    return succeed(renderTable(COLUMNS, page.deliveries), note);
  });
};

/** Makes a delivery due at once, with all its tries before it. */
export const redeliver = (fleet: Fleet, { id, isJson }: { id: string; isJson: boolean }): Promise<Outcome> => {
  const path = `/webhooks/deliveries/${encodeURIComponent(id)}/redeliver`;
  return askFleet(fleet, { method: 'POST', path, schema: deliverySchema }, (delivery) =>
    isJson ? succeedWithJson(delivery) : succeed(`${delivery.id} is on its way again`),
  );
};

/** The secret is all that goes to standard output, so that a script can keep it. */
export const showSecret = (fleet: Fleet, { isJson }: { isJson: boolean }): Promise<Outcome> =>
  askFleet(fleet, { method: 'GET', path: '/webhooks/secret', schema: secretSchema }, (secrets) => {
    if (isJson) return succeedWithJson(secrets);
    const note = secrets.previousSecret === undefined ? '' : 'The secret before it still signs as well; see --json.';
    return succeed(secrets.secret, note);
  });
