import { jobDocument, jobEvent, SIGNATURE_HEADER, type JobReport } from '@quarry/compat';
import { BATCH_EVENTS, COMPAT_EVENTS, describeFailure, webhookBody, type JobEvent } from '@quarry/contracts';
import { resultRow, withAnswers, type StoredAnswer } from '@quarry/exports';
import type { FileStore } from '@quarry/files';
import type { BatchItem, BatchStore, WebhookDelivery } from '@quarry/store';
import type { HeaderSeals } from '@quarry/tokens';
import { signBody, type WebhookSecrets } from '@quarry/webhooks';
import { MAX_PAGE_EVENT_BYTES } from './bounds.js';

/** What is sent beside what every delivery has. It depends on the delivery alone, so that every try sends the same. */
export interface WrittenDelivery {
  readonly body: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** Rejects if a part of it cannot be read. */
export type WriteDelivery = (delivery: WebhookDelivery) => Promise<WrittenDelivery>;

export interface WriteDeliveryOptions {
  readonly batches: Pick<BatchStore, 'get' | 'results'>;
  readonly files: Pick<FileStore, 'read' | 'open'>;
  readonly secrets: WebhookSecrets;
  /** Undefined: the deployment has no secret to open callers' headers with. */
  readonly receiverSeals: HeaderSeals | undefined;
  /** Public URLs, without a slash at the end. */
  readonly baseUrl: string;
  readonly filesUrl: string;
}

const JOB_EVENTS: readonly string[] = [...BATCH_EVENTS, ...COMPAT_EVENTS];
const isJobEvent = (event: string): event is JobEvent => JOB_EVENTS.includes(event);

const parse = (answer: StoredAnswer): Record<string, unknown> | undefined =>
  answer.kind === 'whole' && answer.body.byteLength <= MAX_PAGE_EVENT_BYTES
    ? (JSON.parse(answer.body.toString('utf8')) as Record<string, unknown>)
    : undefined;

/** The page of an item that has ended, as the calls about jobs return it. */
const createPageReader = ({ batches, files, filesUrl }: WriteDeliveryOptions) => {
  const pageOf = async (item: BatchItem): Promise<NonNullable<JobReport['page']>> => {
    if (item.state !== 'ok') {
      const { message } = describeFailure(item);
      return { document: jobDocument(item.params, undefined, message), error: message };
    }
    for await (const { answer } of withAnswers({ files }, [item])) {
      const { result } = resultRow(item, filesUrl);
      const where = 'json' in result ? `: ${result.json}` : '.';
      const why = `The page is too large for a webhook, or no longer stored${where}`;
      return { document: jobDocument(item.params, parse(answer), why) };
    }
    throw new Error('an item has no result');
  };

  return async ({ jobId, event, data }: WebhookDelivery): Promise<Pick<JobReport, 'page'>> => {
    if (event !== 'batch.page') return {};
    const [item] = await batches.results(jobId, { afterSeq: Number(data['seq']) - 1, limit: 1 });
    if (item === undefined) throw new Error('the page of a webhook is no longer stored');
    return { page: await pageOf(item) };
  };
};

/** Writes deliveries in our own words or in those of another API. */
export const createWriteDelivery = (options: WriteDeliveryOptions): WriteDelivery => {
  const { batches, secrets, receiverSeals, baseUrl } = options;
  const readPage = createPageReader(options);

  const headersOf = (accountId: string, requestId: string, sealed: string | undefined) => {
    if (sealed === undefined) return {};
    const headers = receiverSeals?.open({ accountId, requestId }, sealed);
    if (headers === undefined) throw new Error('the headers of a webhook cannot be decrypted');
    return headers;
  };

  return async (delivery) => {
    const { id: deliveryId, jobId, accountId, event, format } = delivery;
    if (format === undefined || !isJobEvent(event)) return { body: webhookBody(delivery, baseUrl), headers: {} };
    const job = await batches.get(jobId);
    if (job === null) throw new Error('the job of a webhook is no longer stored');
    const { metadata, sealedHeaders } = job.webhook ?? {};
    const page = await readPage(delivery);
    const isCrawl = job.crawl !== undefined;
    const body = JSON.stringify(jobEvent({ deliveryId, jobId, event, isCrawl, metadata, ...page }));
    const [secret] = secrets.of(accountId);
    const headers = headersOf(accountId, jobId, sealedHeaders);
    return { body, headers: { ...headers, [SIGNATURE_HEADER]: signBody(body, secret) } };
  };
};
