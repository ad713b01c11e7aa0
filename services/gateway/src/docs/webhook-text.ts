import {
  ACCOUNT_EVENTS,
  BATCH_EVENTS,
  REQUEST_EVENTS,
  WEBHOOK_DELIVERIES_PATH,
  WEBHOOK_REDELIVER_PATH,
  WEBHOOK_SECRET_PATH,
  type CompatEvent,
  type WebhookEvent,
} from '@quarry/contracts';
import { VERIFY_NODE } from '@quarry/contracts/verify-webhook';
import { DELIVERY_TIMEOUT_MS, RETRY_DELAYS_MS } from '@quarry/webhooks';
import { code, codeBlock, jsonBlock, routeTable, table } from './markdown.js';

/** When each event is sent. */
export const EVENT_NOTES: Readonly<Record<Exclude<WebhookEvent, CompatEvent>, string>> = {
  'batch.started': 'The first item was handed to a worker.',
  'batch.progress': 'Another tenth of the items has ended, or several at once; percent is the progress.',
  'batch.item.failed':
    'Items have failed since the last such event: their count, and at most 100 of them with their errors.',
  'batch.completed': 'Every item has ended, or the job was stopped. Sent by default.',
  'request.completed': 'A single call with a webhook has ended, well or not; requestUrl has its result.',
  'account.alert': 'The account has reached a level that its owners set in the console; url is the page to look at.',
  'schedule.changed':
    'A run of a schedule with changeTracking differs from the run before; the counts say by how much, scheduleUrl has the change.',
  test: 'Somebody asked for it in the console, to see whether a receiver works.',
};

const UNITS = [
  ['hours', 3_600_000],
  ['minutes', 60_000],
  ['seconds', 1_000],
] as const;

const duration = (ms: number): string => {
  const [unit, unitMs] = UNITS.find(([, size]) => ms >= size) ?? ['seconds', 1_000];
  return `${ms / unitMs} ${unit}`;
};

/** The pauses between attempts: "5 seconds, 30 seconds, ... and 8 hours". */
export const pausesText = (): string => {
  const pauses = RETRY_DELAYS_MS.map(duration);
  return `${pauses.slice(0, -1).join(', ')} and ${pauses.at(-1) ?? ''}`;
};

const EXAMPLE = {
  type: 'batch.completed',
  timestamp: '2026-11-22T10:15:00.000Z',
  data: {
    jobId: '5a0a3c1e-6d0f-4f5b-9d2c-7b7f0a1f8a11',
    operation: 'scrape/web',
    status: 'done',
    requestsCount: 100,
    responsesCount: 100,
    succeededCount: 97,
    failedCount: 3,
  },
};

/** Webhooks, as markdown. */
export const webhookText = (
  baseUrl: string,
): string => `A batch submitted with ${code('"webhook": {"url": "https://...", "events": [...]}')} sends events to that address, and so does a single call with ${code('webhook')} among its parameters. Each event is a POST with ids and counts, never page contents, signed as defined by [Standard Webhooks](https://www.standardwebhooks.com): any of its libraries can verify it.

${table(
  ['Event', 'When'],
  [...BATCH_EVENTS, ...REQUEST_EVENTS, ...ACCOUNT_EVENTS].map((event) => [code(event), EVENT_NOTES[event]]),
)}

${jsonBlock({ ...EXAMPLE, data: { ...EXAMPLE.data, resultsUrl: `${baseUrl}/scrape/batch/web/${EXAMPLE.data.jobId}/results` } })}

Respond with any 2xx within ${DELIVERY_TIMEOUT_MS / 1_000} seconds. Otherwise the same bytes are sent again after ${pausesText()}; then the delivery is ${code('dead')}. A 410 ends it at once; redirects are not followed. Events may arrive twice or out of order: deduplicate by ${code('webhook-id')}, which stays the same. Verify each event before you trust it:

${codeBlock(VERIFY_NODE, 'js')}

${routeTable([
  ['GET', WEBHOOK_SECRET_PATH, 'The secret (whsec_...) that signs your webhooks.'],
  ['GET', WEBHOOK_DELIVERIES_PATH, 'Webhook deliveries, newest first; filters: jobId, state, limit and cursor.'],
  ['POST', WEBHOOK_REDELIVER_PATH.replace(/:\w+/, '<id>'), 'Sends one again, with a full set of attempts.'],
])}`;

/** The same for language models, in short. */
export const webhookLines = (): readonly string[] => [
  `- A batch's webhook gets POSTs (${BATCH_EVENTS.join(', ')}) signed as defined by Standard Webhooks; retried after ${pausesText()}.`,
  `- GET ${WEBHOOK_SECRET_PATH}: the secret that signs them. GET ${WEBHOOK_DELIVERIES_PATH}: their deliveries.`,
  `- POST ${WEBHOOK_REDELIVER_PATH.replace(/:\w+/, '<id>')}: sends one again.`,
];
