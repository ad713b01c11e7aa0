import {
  BATCH_EVENTS,
  WEBHOOK_DELIVERIES_PATH,
  WEBHOOK_REDELIVER_PATH,
  WEBHOOK_SECRET_PATH,
  type BatchEvent,
} from '@quarry/contracts';
import { DELIVERY_TIMEOUT_MS, RETRY_DELAYS_MS } from '@quarry/webhooks';
import { code, codeBlock, table } from './docs-html.js';
import { escapeHtml as safe } from './escape-html.js';

/** A receiver's own check, without a library. The same stands in `docs/webhooks.md`. */
export const VERIFY_SNIPPET = `import { createHmac, timingSafeEqual } from 'node:crypto';

// headers: as Node gives them; body: the bytes as they came, before anything parsed them
export const isFromQuarry = (headers, body, secret) => {
  const { 'webhook-id': id, 'webhook-timestamp': time, 'webhook-signature': signatures = '' } = headers;
  if (!(Math.abs(Date.now() / 1000 - Number(time)) < 300)) return false;
  const key = Buffer.from(secret.replace('whsec_', ''), 'base64');
  const expected = createHmac('sha256', key).update(\`\${id}.\${time}.\`).update(body).digest();
  return signatures.split(' ').some((signature) => {
    const given = Buffer.from(signature.replace('v1,', ''), 'base64');
    return given.length === expected.length && timingSafeEqual(given, expected);
  });
};`;

/** When each event is sent. */
export const EVENT_NOTES: Readonly<Record<BatchEvent, string>> = {
  'batch.started': 'The first item is on its way.',
  'batch.progress': 'One more tenth of the items has ended, or several at once: percent says how far it is.',
  'batch.item.failed': 'Items have failed since the last one: their count, and at most 100 of them with their errors.',
  'batch.completed': 'Every item has ended, or the job was stopped. Sent unless other events are asked for.',
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

/** The pauses between tries in words: "5 seconds, 30 seconds, ... and 8 hours". */
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

export const webhookSection = (baseUrl: string): string => `<h2 id="webhooks">Webhooks</h2>
<p>A batch submitted with ${code('"webhook": {"url": "https://...", "events": [...]}')} tells that address how it goes. Each event is
a POST with ids and counts, never page contents, signed by
<a href="https://www.standardwebhooks.com">Standard Webhooks</a>: any of its libraries verifies it.</p>
${table(
  ['Event', 'When'],
  BATCH_EVENTS.map((event) => [code(event), safe(EVENT_NOTES[event])]),
)}
${codeBlock(JSON.stringify({ ...EXAMPLE, data: { ...EXAMPLE.data, resultsUrl: `${baseUrl}/scrape/batch/web/${EXAMPLE.data.jobId}/results` } }, null, 2))}
<p>Answer with any 2xx within ${DELIVERY_TIMEOUT_MS / 1_000} seconds. Whatever else happens, the same bytes come again after
${pausesText()}; then the delivery is ${code('dead')}. A 410 ends it at once; redirects are not followed. An event may come twice
or out of order: go by ${code('webhook-id')}, which stays the same. Verify each one before you believe it:</p>
${codeBlock(VERIFY_SNIPPET)}
${table(
  ['Method', 'Path', 'Meaning'],
  [
    ['GET', WEBHOOK_SECRET_PATH, 'The secret (whsec_...) your webhooks are signed with.'],
    [
      'GET',
      WEBHOOK_DELIVERIES_PATH,
      'What was sent and what became of it, newest first; jobId, state, limit and cursor narrow it.',
    ],
    ['POST', WEBHOOK_REDELIVER_PATH.replace(/:\w+/, '<id>'), 'Sends one again, with all its tries before it.'],
  ].map(([method = '', path = '', meaning = '']) => [
    `<span class="method ${method.toLowerCase()}">${method}</span>`,
    code(path),
    safe(meaning),
  ]),
)}`;

/** The same for language models, in short. */
export const webhookLines = (): readonly string[] => [
  `- A batch's webhook gets POSTs (${BATCH_EVENTS.join(', ')}) signed by Standard Webhooks; tried again after ${pausesText()}.`,
  `- GET ${WEBHOOK_SECRET_PATH}: the secret they are signed with. GET ${WEBHOOK_DELIVERIES_PATH}: what became of them.`,
  `- POST ${WEBHOOK_REDELIVER_PATH.replace(/:\w+/, '<id>')}: sends one again.`,
];
