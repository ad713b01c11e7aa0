import { given, isBody, type Body } from '../compat-call.js';
import type { FormatName } from './formats.js';
import { documentOf } from './scrape.js';

/** A started job. `jobUrl`: where its status is. */
export const startedJob = (id: string, jobUrl: string, invalidUrls: readonly string[]): Body => ({
  success: true,
  id,
  url: jobUrl,
  ...(invalidUrls.length > 0 ? { invalidURLs: invalidUrls } : {}),
});

export interface JobFigures {
  readonly state: 'accepting' | 'pending' | 'in_progress' | 'done' | 'stopped';
  readonly stopRequestedAtMs?: number;
  readonly requestsCount: number;
  readonly visibleCount: number;
  readonly chargedCredits: number;
  /** Of a crawl: addresses that it knows, and the bounds that left some out. */
  readonly crawl?: { readonly knownCount: number; readonly limitsHit: readonly string[] };
}

/** States by the names that clients know them by; a job that is being stopped takes no more pages. */
const statusOf = ({ state, stopRequestedAtMs }: JobFigures): string => {
  if (state === 'done') return 'completed';
  return state === 'stopped' || stopRequestedAtMs !== undefined ? 'cancelled' : 'scraping';
};

const isOver = ({ state }: JobFigures): boolean => state === 'done' || state === 'stopped';

/** Pages of a job; while a crawl runs, those that it will come to are among them. */
const totalOf = (job: JobFigures): number =>
  isOver(job) ? job.requestsCount : Math.max(job.requestsCount, job.crawl?.knownCount ?? 0);

/** A page of a job. `next`: where the next page is. */
export const jobPage = (
  job: JobFigures,
  page: { readonly data: readonly Body[]; readonly next: string | undefined; readonly expiresAtMs: number },
): Body =>
  given({
    success: true,
    status: statusOf(job),
    total: totalOf(job),
    completed: job.visibleCount,
    creditsUsed: job.chargedCredits,
    expiresAt: new Date(page.expiresAtMs).toISOString(),
    next: page.next,
    warning: job.crawl?.limitsHit.length ? `Pages were left out by ${job.crawl.limitsHit.join(', ')}.` : undefined,
    data: page.data,
  });

export const cancelledJob = (job: JobFigures): Body => ({ success: true, status: statusOf(job) });

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
export const jobDocument = (params: unknown, answer: Body | undefined, why: string): Body => {
  const known: Body = isBody(params) ? params : {};
  if (answer !== undefined) return documentOf(answer, known['url'], namesOf(known));
  return { warning: why, metadata: { sourceURL: known['url'], error: why } };
};

export interface JobFailure {
  readonly id: string;
  readonly url: unknown;
  readonly endedAtMs: number | undefined;
  readonly error: string;
  readonly message: string;
}

/** What failed. */
export const jobErrors = (failures: readonly JobFailure[]): Body => ({
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
