import { BATCH_ROUTES, CRAWL_ROUTES } from '../routes/batch-routes.js';
import { ACCOUNT_EVENTS, type AccountEvent, type WebhookEvent } from '../routes/batch.js';

/** A delivery as far as its body depends on it. */
export interface BodySource {
  readonly event: WebhookEvent;
  /** The job or the request that the event is about. */
  readonly jobId: string;
  readonly data: Readonly<Record<string, unknown>>;
  readonly createdAtMs: number;
}

export const isAccountEvent = (event: WebhookEvent): event is AccountEvent =>
  ACCOUNT_EVENTS.some((own) => own === event);

/** Where the receiver finds what the event is about. */
const linkOf = ({ event, data, jobId }: BodySource, baseUrl: string): Record<string, string | undefined> => {
  // What an account's own event is about is among its data.
  if (isAccountEvent(event)) return {};
  if (event === 'request.completed') return { requestUrl: `${baseUrl}/requests/${jobId}` };
  // Crawls alone discover.
  const routes = data['discoveredCount'] === undefined ? BATCH_ROUTES : CRAWL_ROUTES;
  const route = routes.find(({ kind, operationId }) => kind === 'results' && operationId === data['operation']);
  return { resultsUrl: route && `${baseUrl}${route.path.replace(':jobId', jobId)}` };
};

/**
 * The body that is signed and sent. It depends only on the delivery, so that every try sends the same bytes. `baseUrl`: public URL
 * of the API, without a slash at the end.
 */
export const webhookBody = (source: BodySource, baseUrl: string): string =>
  JSON.stringify({
    type: source.event,
    timestamp: new Date(source.createdAtMs).toISOString(),
    data: { ...source.data, ...linkOf(source, baseUrl) },
  });
