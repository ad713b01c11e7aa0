import type { WebhookOutcome } from '@quarry/egress/webhook-sender';
import { batchTraceContext, SPANS, traceCarrier, traceIdOf, type Span, type Tracing } from '@quarry/observability';
import type { WebhookDelivery } from '@quarry/store';

const recordOutcome = (span: Span, sent: WebhookOutcome): void => {
  if ('statusCode' in sent) span.set({ 'http.response.status_code': sent.statusCode });
  if (sent.outcome !== 'delivered') span.fail(sent.reason);
};

/**
 * Sends as part of the batch's trace. If that is recorded, the receiver gets a `traceparent` header, which the signature does not
 * cover.
 */
export const traceWebhook = async (
  tracing: Tracing,
  { jobId, url, attempts }: WebhookDelivery,
  send: (headers: Readonly<Record<string, string>>) => Promise<WebhookOutcome>,
): Promise<WebhookOutcome> => {
  const traceId = traceIdOf(jobId);
  const parent = batchTraceContext(jobId, tracing.samples(traceId));
  const span = tracing.begin(SPANS.webhook, { kind: 'client', parent, traceId });
  const { context, isRecording } = span;
  if (!isRecording || context === undefined) return send({});
  span.set({ 'quarry.batch_id': jobId, 'quarry.attempt': attempts, 'quarry.target_host': URL.parse(url)?.hostname });
  try {
    const sent = await send({ traceparent: traceCarrier(context).traceparent });
    recordOutcome(span, sent);
    return sent;
  } finally {
    span.end();
  }
};
