import {
  BATCH_CSV_COLUMNS,
  BATCH_DEADLINE_MS,
  BATCH_ITEM_DEADLINE_MS,
  BATCH_MAX_REQUESTS,
  groupDigits,
  type BatchRoute,
} from '@quarry/contracts';
import { MAX_TABLE_ROW_BYTES } from '@quarry/exports';
import { MAX_BATCH_BODY_BYTES } from '../bounds.js';
import { bullets, code, codeBlock, jsonBlock, routeTable, table } from './markdown.js';

const MEANINGS: Readonly<Record<BatchRoute['kind'], string>> = {
  submit: 'Submits a list of requests as a job.',
  status: 'Status of the job: counters and credits.',
  stop: 'Stops it: items that no worker has taken end as cancelled, free of charge.',
  results: 'Its ended items in pages; also while it runs.',
  ndjson: 'All of them, one line of JSON each. answers=true or include=document adds each stored response, as answer.',
  csv: 'All of them as a table. columns= chooses its columns.',
  parquet: 'The same table as a Parquet file.',
  warc: 'Its stored documents as a WARC file.',
  'retry-failed': 'Creates a new job with its failed items, once it has ended.',
};

const STATUS_FIELDS: readonly (readonly [name: string, meaning: string])[] = [
  [
    'status',
    'pending, in_progress, and finally done or stopped. done means that every item has ended, with or without success.',
  ],
  ['requestsCount, responsesCount', 'Submitted items, and ended items that can be read.'],
  ['succeededCount, failedCount', 'Ended items by outcome. Failed, cancelled and expired items are free.'],
  ['targetErrorCount', 'Succeeded items that show an error page (4xx) of the target; they are free too.'],
  ['creditsHeld, creditsCharged', 'Credits held for open items, and charged for ended ones.'],
  ['createdAt, startedAt, finishedAt, stopRequestedAt', 'Times; absent until they occur.'],
  ['resultsUrl', 'The first page of results.'],
  ['discoveredCount, limitsHit', 'Of a crawl alone: addresses that it knows, and bounds that left some out.'],
  [
    'delivery',
    'How far the delivery to your bucket is, if you asked for one: status (pending, delivered or failed), bucket, keys, attempts, lastError, nextAttemptAt, endedAt.',
  ],
];

const HOURS = BATCH_DEADLINE_MS / 3_600_000;
const ITEM_SECONDS = BATCH_ITEM_DEADLINE_MS / 1_000;
const MEGABYTES = MAX_BATCH_BODY_BYTES / 1_048_576;
const ROW_MEGABYTES = MAX_TABLE_ROW_BYTES / 1_048_576;
const MAX = groupDigits(BATCH_MAX_REQUESTS);

/** The commands of a batch in their order, ready to paste. */
export const batchWalkthrough = (baseUrl: string, path: string): string => {
  const url = `${baseUrl}${path}`;
  const key = '-H "x-api-key: $QUARRY_API_KEY"';
  return [
    '# submit; the same key with the same body never creates a second job',
    `curl '${url}' ${key} -H 'content-type: application/json' -H "Idempotency-Key: $(uuidgen)" \\`,
    `  -d '{"requests": [{"url": "https://example.com/"}, {"url": "https://example.com/404", "outputFormat": ["markdown"]}]}'`,
    '',
    '# poll until data.status is done or stopped',
    `curl '${url}/<jobId>' ${key}`,
    '',
    '# read: in pages, or all at once',
    `curl '${url}/<jobId>/results?page=1&limit=100' ${key}`,
    `curl -OJ '${url}/<jobId>/results.ndjson?answers=true' ${key}`,
    '',
    '# stop, and retry the failed items',
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
        result: {
          ...{ id: done, index: 1, status: 'ok', json: `${filesUrl}/acc_1/${done}/result-5e1f09ab.json` },
          ...{ statusCode: 200, url: 'https://example.com/' },
        },
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
  return jsonBlock(page);
};

/** Batches, without their webhooks, as markdown. */
export const batchText = (
  routes: readonly BatchRoute[],
  { baseUrl, filesUrl }: { readonly baseUrl: string; readonly filesUrl: string },
): string => {
  const [first] = routes;
  if (first === undefined) return '';
  return `Up to ${MAX} requests of one endpoint in one call of at most ${MEGABYTES} MB, each written as for a single call. All are checked, and the sum of their prices is held, before the response: a 422 names every invalid item as ${code('requests.3.url')}, a 402 reports the credits needed, and a refused batch leaves nothing behind. The response is the job's id. Items do not count against your concurrency; each costs what the single call costs, and unused credits are released.

${codeBlock(batchWalkthrough(baseUrl, first.path), 'sh')}

${code('defaults')} beside ${code('requests')} are parameters of every item that does not set them itself, such as ${code('{"requests": [{"url": "https://example.com/"}], "defaults": {"outputFormat": ["markdown"]}}')}.

A page of results:

${exampleRows(filesUrl)}

${bullets([
  `Every submitted item ends exactly once: with success, with an error, or as ${code('cancelled')} (the job was stopped) or ${code('expired')} (it had not run after ${HOURS} hours). A running item has ${ITEM_SECONDS} seconds.`,
  `Items are in the order in which they ended, which never changes. The first page is ${code('page=1')}; the response counts pages from 0. Follow ${code('nextPage')}; if there is none and the job is still running, request the same page again.`,
  `${code('query')} is the item as sent, without the defaults. ${code('json')} links the response that a single call would have returned; request it with the same key. ${code('statusCode')} is the status of the target's last response, if it gave one.`,
  `${code('results.csv')} has the columns ${BATCH_CSV_COLUMNS.join(', ')}. ${code('results.csv?columns=index,url,title,extractedData.price')} has others: names of that table, or paths in the response (${code('markdown')}, ${code('extractedData.price')}) or in its requestMetadata (${code('title')}). ${code('answer.<path>')} is the path in the response where the table has a column of the same name, as ${code('answer.url')}. Objects and lists are JSON; what a response does not have is an empty cell. Chosen values of one response may have ${ROW_MEGABYTES} MB together; a larger one is replaced by the link of the response.`,
  `${code('results.parquet')} is the same table, typed and exact. ${code('results.warc.gz')} has the stored document of each item with the status and headers of its target, and the row of each item as metadata.`,
  'An export is complete if the connection ends normally; if the connection breaks off, lines are missing.',
  `With ${code('"delivery": {"bucket", "region", "endpoint", "prefix", "accessKeyId", "secretAccessKey", "formats"}')} in the body, the results are written to your S3 bucket once the job has ended, and tried again while it is unavailable.`,
  `To avoid polling, send ${code('webhook')} in the body: see the webhooks.`,
])}

${table(
  ['Field of data', 'Meaning'],
  STATUS_FIELDS.map(([names, meaning]) => [names.split(', ').map(code).join(' '), meaning]),
)}

${routeTable(routes.map(({ method, path, kind }) => [method, path.replace(':jobId', '<jobId>'), MEANINGS[kind]]))}`;
};

/** The same for language models. */
export const batchLines = (): readonly string[] => [
  `- POST /scrape/batch/web or /scrape/batch/enginea/serp with {"requests": [...], "defaults"?: {...}, "webhook"?: {url, events}, "delivery"?: {bucket, region, endpoint, prefix, accessKeyId, secretAccessKey, formats, answers}}: up to ${MAX} items; defaults are parameters of every item that does not set them; returns {"jobId", "status": "ok"}.`,
  '- GET <path>/<jobId>: data.status is pending, in_progress, done or stopped, with requestsCount, responsesCount, succeededCount, failedCount, targetErrorCount (successes that show a 4xx of the target), creditsHeld, creditsCharged.',
  '- DELETE <path>/<jobId>: stops it; items that have not started are free.',
  '- GET <path>/<jobId>/results?page=1&limit=100: rows {query, result: {id, index, status: "ok", json, statusCode} or {id, index, status: "error", error, message, retryable, statusCode}}; follow nextPage, readable while it runs.',
  '- GET <path>/<jobId>/results.ndjson: all ended items; answers=true or include=document adds each response, as answer.',
  `- GET <path>/<jobId>/results.csv: the same as a table of ${BATCH_CSV_COLUMNS.join(', ')}; columns=index,url,title,extractedData.price chooses these or paths in the response or its requestMetadata (answer.<path>: in the response alone).`,
  '- GET <path>/<jobId>/results.parquet: the table as a Parquet file, with the same columns=; results.warc.gz: the stored documents as WARC 1.1.',
  '- POST <path>/<jobId>/retry-failed: creates a new job with the failed items.',
];
