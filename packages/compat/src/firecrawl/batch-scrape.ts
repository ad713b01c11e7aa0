import { given, isBody, type Body, type Unread } from '../compat-call.js';
import type { FormatName } from './formats.js';
import { documentOf, readPageOptions } from './scrape.js';

/** Starts a job; with `/:jobId` its status and pages, and how it is cancelled; with `/errors` what failed. */
export const BATCH_SCRAPE_PATH = '/v2/batch/scrape';

const FIELDS = ['urls', 'webhook', 'ignoreInvalidURLs'];

/** Events of a job by the names that clients know them by. */
const EVENTS: ReadonlyMap<unknown, string> = new Map([
  ['started', 'batch.started'],
  ['failed', 'batch.item.failed'],
  ['completed', 'batch.completed'],
]);

export type BatchScrapeReading =
  | {
      readonly ok: true;
      /** The body of a submission of ours. */
      readonly submission: Body;
      /** Addresses that are none, and are left out. */
      readonly invalidUrls: readonly string[];
    }
  | Unread;

const isWebUrl = (url: unknown): boolean => typeof url === 'string' && /^https?:$/.test(URL.parse(url)?.protocol ?? '');

type ReceiverReading = { readonly ok: true; readonly webhook?: Body } | Unread;

const readReceiver = (stated: unknown): ReceiverReading => {
  if (stated === undefined || stated === null) return { ok: true };
  const { url, events, headers, metadata }: Body = isBody(stated) ? stated : { url: stated };
  if ([headers, metadata].some((value) => isBody(value) && Object.keys(value).length > 0)) {
    return { ok: false, message: 'Quarry sends webhooks without headers and metadata of the caller. Leave them out.' };
  }
  const asked: readonly unknown[] = Array.isArray(events) && events.length > 0 ? events : [...EVENTS.keys()];
  const unknown = asked.find((event) => !EVENTS.has(event));
  if (unknown !== undefined) {
    const supported = [...EVENTS.keys()].join(', ');
    return {
      ok: false,
      message: `Quarry does not send the event ${JSON.stringify(unknown)?.slice(0, 40)}. Supported: ${supported}.`,
    };
  }
  return { ok: true, webhook: { url, events: asked.map((event) => EVENTS.get(event)) } };
};

/** A call that starts a batch, as a submission of ours. */
export const readBatchScrape = (body: Body): BatchScrapeReading => {
  const options = readPageOptions(body, FIELDS);
  if (!options.ok) return options;
  const receiver = readReceiver(body['webhook']);
  if (!receiver.ok) return receiver;
  const { urls } = body;
  // Clients send it by themselves; items of a batch are always read anew.
  const { maxAge: _, ...input } = options.input;
  if (!Array.isArray(urls) || urls.length === 0) return { ok: false, message: 'urls must be a list of addresses.' };
  const sent = urls as readonly unknown[];
  const invalid = body['ignoreInvalidURLs'] === false ? [] : sent.filter((url) => !isWebUrl(url));
  const left = invalid.length === 0 ? sent : sent.filter(isWebUrl);
  if (left.length === 0) return { ok: false, message: 'None of the urls is an http or https address.' };
  return {
    ok: true,
    submission: given({
      requests: left.map((url) => ({ url })),
      defaults: input,
      webhook: receiver.webhook,
    }),
    invalidUrls: invalid.map(String),
  };
};

/** A started job. `jobUrl`: where its status is. */
export const startedBatch = (id: string, jobUrl: string, invalidUrls: readonly string[]): Body => ({
  success: true,
  id,
  url: jobUrl,
  ...(invalidUrls.length > 0 ? { invalidURLs: invalidUrls } : {}),
});

export interface BatchFigures {
  readonly state: 'accepting' | 'pending' | 'in_progress' | 'done' | 'stopped';
  readonly stopRequestedAtMs?: number;
  readonly requestsCount: number;
  readonly visibleCount: number;
  readonly chargedCredits: number;
}

/** States by the names that clients know them by; a job that is being stopped takes no more pages. */
const statusOf = ({ state, stopRequestedAtMs }: BatchFigures): string => {
  if (state === 'done') return 'completed';
  return state === 'stopped' || stopRequestedAtMs !== undefined ? 'cancelled' : 'scraping';
};

/** A page of a job. `next`: where the next page is. */
export const batchPage = (
  job: BatchFigures,
  page: { readonly data: readonly Body[]; readonly next: string | undefined; readonly expiresAtMs: number },
): Body =>
  given({
    success: true,
    status: statusOf(job),
    total: job.requestsCount,
    completed: job.visibleCount,
    creditsUsed: job.chargedCredits,
    expiresAt: new Date(page.expiresAtMs).toISOString(),
    next: page.next,
    data: page.data,
  });

export const cancelledBatch = (job: BatchFigures): Body => ({ success: true, status: statusOf(job) });

/** The formats of an item's parameters. A page as it was served cannot be told from one that is left unchanged. */
const namesOf = ({ outputFormat, onlyMainContent, removeBase64Images }: Body): ReadonlySet<FormatName> => {
  const formats: readonly unknown[] = Array.isArray(outputFormat) ? outputFormat : ['html'];
  const isUnchanged = onlyMainContent !== true && removeBase64Images !== true;
  const names: FormatName[] = [];
  if (formats.includes('markdown')) names.push('markdown');
  if (formats.includes('html')) names.push('html');
  if (formats.includes('html') && isUnchanged) names.push('rawHtml');
  return new Set(names);
};

/** The page of an item: its parameters and its response, undefined if that cannot be given. */
export const batchDocument = (params: unknown, answer: Body | undefined, why: string): Body => {
  const known: Body = isBody(params) ? params : {};
  if (answer !== undefined) return documentOf(answer, known['url'], namesOf(known));
  return { warning: why, metadata: { sourceURL: known['url'], error: why } };
};

export interface BatchFailure {
  readonly id: string;
  readonly url: unknown;
  readonly endedAtMs: number | undefined;
  readonly error: string;
  readonly message: string;
}

/** What failed. */
export const batchErrors = (failures: readonly BatchFailure[]): Body => ({
  success: true,
  errors: failures.map(({ id, url, endedAtMs, error, message }) =>
    given({
      id,
      timestamp: endedAtMs === undefined ? undefined : new Date(endedAtMs).toISOString(),
      url: String(url),
      code: error,
      error: message,
    }),
  ),
  robotsBlocked: failures.filter(({ error }) => error === 'robots_disallowed').map(({ url }) => String(url)),
});
