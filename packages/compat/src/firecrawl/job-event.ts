import { createHash } from 'node:crypto';
import type { JobEvent } from '@quarry/contracts';
import { given, isBody, type Body } from '../compat-call.js';

/** Carries the signature of the body, see `signBody`. */
export const SIGNATURE_HEADER = 'x-firecrawl-signature';

const NAMES: Partial<Record<JobEvent, string>> = {
  'batch.started': 'started',
  'batch.page': 'page',
  'batch.completed': 'completed',
  'batch.stopped': 'failed',
};

export interface JobReport {
  readonly deliveryId: string;
  readonly jobId: string;
  readonly event: JobEvent;
  readonly isCrawl: boolean;
  /** JSON text, as the caller stated it. */
  readonly metadata: string | undefined;
  /** Of `batch.page`: its document, and why it failed if it did. */
  readonly page?: { readonly document: Body; readonly error?: string };
}

/** The same for every try of a delivery, in the form of a UUID. */
const uuidOf = (deliveryId: string): string => {
  const digest = createHash('sha256').update(deliveryId).digest('hex');
  return [
    digest.slice(0, 8),
    digest.slice(8, 12),
    `8${digest.slice(13, 16)}`,
    `8${digest.slice(17, 20)}`,
    digest.slice(20, 32),
  ].join('-');
};

/** The body of an event of a job. */
export const jobEvent = ({ deliveryId, jobId, event, isCrawl, metadata, page }: JobReport): Body => {
  const name = NAMES[event];
  if (name === undefined) throw new TypeError(`${event} has no name in the other API`);
  const known: unknown = metadata === undefined ? undefined : JSON.parse(metadata);
  const error = event === 'batch.stopped' ? 'The job was cancelled.' : page?.error;
  return given({
    success: error === undefined,
    type: `${isCrawl ? 'crawl' : 'batch_scrape'}.${name}`,
    id: jobId,
    webhookId: uuidOf(deliveryId),
    data: page === undefined ? [] : [page.document],
    metadata: isBody(known) ? known : {},
    error,
  });
};
