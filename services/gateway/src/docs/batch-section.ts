import {
  BATCH_DEADLINE_MS,
  BATCH_ITEM_DEADLINE_MS,
  BATCH_MAX_REQUESTS,
  groupDigits,
  type BatchRoute,
} from '@quarry/contracts';
import { MAX_BATCH_BODY_BYTES } from '../bounds.js';
import { code, codeBlock, NOT_YET, table, tag } from './docs-html.js';
import { escapeHtml as safe } from './escape-html.js';

const MEANINGS: Readonly<Record<BatchRoute['kind'], string>> = {
  submit: 'Submits a list of requests as a job.',
  status: 'How the job stands: counters and credits.',
  stop: 'Stops it: what no worker has yet ends as cancelled, free of charge.',
  results: 'Its ended items, page by page; also while it runs.',
  ndjson: 'All of them, a line of JSON each. answers=true adds each stored answer, as answer.',
  csv: 'All of them as a table.',
  'retry-failed': 'A new job of its failed items, once it has ended.',
};

const STATUS_FIELDS: readonly (readonly [name: string, meaning: string])[] = [
  [
    'status',
    'pending, in_progress, and at its end done or stopped. done means that every item has ended, well or not.',
  ],
  ['requestsCount, responsesCount', 'Items submitted, and those that have ended and can be read.'],
  ['succeededCount, failedCount', 'How they ended. Failed, cancelled and expired items are free.'],
  ['creditsHeld, creditsCharged', 'What is held for open items, and what the ended ones cost.'],
  ['createdAt, startedAt, finishedAt, stopRequestedAt', 'Times; those that are not there have not come.'],
  ['resultsUrl', 'The first page of results.'],
];

const HOURS = BATCH_DEADLINE_MS / 3_600_000;
const ITEM_SECONDS = BATCH_ITEM_DEADLINE_MS / 1_000;
const MEGABYTES = MAX_BATCH_BODY_BYTES / 1_048_576;
const MAX = groupDigits(BATCH_MAX_REQUESTS);

/** Commands from the first call to the last, to be pasted one after the other. */
export const batchWalkthrough = (baseUrl: string, path: string): string => {
  const url = `${baseUrl}${path}`;
  const key = '-H "x-api-key: $QUARRY_API_KEY"';
  return [
    '# submit; the same key with the same body never makes a second job',
    `curl '${url}' ${key} -H 'content-type: application/json' -H "Idempotency-Key: $(uuidgen)" \\`,
    `  -d '{"requests": [{"url": "https://example.com/"}, {"url": "https://example.com/404", "outputFormat": ["markdown"]}]}'`,
    '',
    '# poll until data.status is done or stopped',
    `curl '${url}/<jobId>' ${key}`,
    '',
    '# read: page by page, or all at once',
    `curl '${url}/<jobId>/results?page=1&limit=100' ${key}`,
    `curl -OJ '${url}/<jobId>/results.ndjson?answers=true' ${key}`,
    '',
    '# stop, and submit what failed once more',
    `curl -X DELETE '${url}/<jobId>' ${key}`,
    `curl -X POST '${url}/<jobId>/retry-failed' ${key}`,
  ].join('\n');
};

const exampleRows = (filesUrl: string): string => {
  const [done, failed] = ['0197c1f2-6d0b-4b6e-9c55-0f4de2a7b9d1', '7d1c8a0e-93f4-4a6c-8c0b-52d9b8e1f0aa'];
  const page = {
    page: 0,
    limit: 100,
    total: 2,
    results: [
      {
        query: { url: 'https://example.com/' },
        result: { id: done, index: 1, status: 'ok', json: `${filesUrl}/acc_1/${done}/result-5e1f09ab.json` },
      },
      {
        query: { url: 'https://nowhere.example/' },
        result: {
          ...{ id: failed, index: 0, status: 'error', error: 'target_unreachable' },
          message: 'The host name of the target has no public address in DNS. Check its spelling, or retry later.',
          retryable: true,
        },
      },
    ],
  };
  return codeBlock(JSON.stringify(page, null, 2));
};

const method = (name: string): string => `<span class="method ${name.toLowerCase()}">${name}</span>`;

/** Everything about batches but their webhooks. */
export const batchSection = (
  routes: readonly BatchRoute[],
  { baseUrl, filesUrl }: { readonly baseUrl: string; readonly filesUrl: string },
): string => {
  const [first] = routes.filter(({ isBuilt }) => isBuilt).concat(routes);
  if (first === undefined) return '';
  return `<h2 id="batch">Batches</h2>
<p>Up to ${MAX} requests of one endpoint in one call of at most ${MEGABYTES} MB, each written as for a single call. All are checked and
the sum of their prices is held before the answer: a 422 names every bad item as ${code('requests.3.url')}, a 402 says what is needed, and of a batch
that is refused nothing is kept. The answer is the job's id. Items use no place of your concurrency; each costs what the single call costs, and gives
back what it did not need.</p>
${codeBlock(batchWalkthrough(baseUrl, first.path))}
<p>A page of results:</p>
${exampleRows(filesUrl)}
<ul>
<li>Every submitted item ends, each exactly once: well, with an error, or as ${code('cancelled')} (the job was stopped) or ${code('expired')} (it had not
run after ${HOURS} hours). An item that a worker has taken has ${ITEM_SECONDS} seconds.</li>
<li>Items stand in the order in which they ended, and never change their place. Pages are asked for from ${code('page=1')}; the answer counts them from 0.
Follow ${code('nextPage')}; where there is none and the job runs, ask for the same page again.</li>
<li>${code('query')} is the item as you sent it. ${code('json')} is the answer that the single call would have given; ask for it with the same key.</li>
<li>${code('results.csv')} has the columns index, id, status, error, message, retryable, json, html, url and query.</li>
<li>An export is whole when the connection ends well; one that breaks off is not.</li>
<li>With ${code('webhook')} in the body you need not poll: see <a href="#webhooks">Webhooks</a>.</li>
</ul>
${table(
  ['Field of data', 'Meaning'],
  STATUS_FIELDS.map(([names, meaning]) => [names.split(', ').map(code).join(' '), safe(meaning)]),
)}
${table(
  ['Method', 'Path', 'Meaning'],
  routes.map(({ method: verb, path, kind, isBuilt }) => [
    method(verb),
    code(path.replace(':jobId', '<jobId>')),
    `${safe(MEANINGS[kind])}${isBuilt ? '' : ` ${tag(NOT_YET)}`}`,
  ]),
)}`;
};

/** The same for language models. */
export const batchLines = (): readonly string[] => [
  `- POST /scrape/batch/web or /scrape/batch/enginea/serp with {"requests": [...], "webhook"?: {url, events}}: up to ${MAX} items; answers {"jobId", "status": "ok"}.`,
  '- GET <path>/<jobId>: data.status is pending, in_progress, done or stopped, with requestsCount, responsesCount, succeededCount, failedCount, creditsHeld, creditsCharged.',
  '- DELETE <path>/<jobId>: stops it; what has not started is free.',
  '- GET <path>/<jobId>/results?page=1&limit=100: rows {query, result: {id, index, status: "ok", json} or {id, index, status: "error", error, message, retryable}}; follow nextPage, readable while it runs.',
  '- GET <path>/<jobId>/results.ndjson (answers=true adds each answer) and results.csv: everything that has ended.',
  '- POST <path>/<jobId>/retry-failed: a new job of the failed items.',
];
