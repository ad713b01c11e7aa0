/** All spans. A server's span is named by method and route, a consumer's by its operation. */
export const SPANS = {
  admission: 'admission',
  enqueue: 'enqueue',
  wait: 'wait',
  fetch: 'fetch',
  extract: 'extract',
  file: 'store file',
  end: 'end',
  batch: 'batch',
  webhook: 'webhook',
} as const;

/** Every attribute of spans and its meaning. Nothing else is exported: no URL, query, key or parameter. */
export const SPAN_ATTRIBUTES = {
  'http.request.method': 'method of the call',
  'http.route': 'route, as in metrics',
  'http.response.status_code': 'status that was answered, or that a target answered',
  'error.type': 'error code, verdict, or the class of an unexpected error',
  'messaging.destination.name': 'queue',
  'quarry.request_id': '`x-request-id`; of an item, its id',
  'quarry.batch_id': 'batch job',
  'quarry.operation': 'operation id, such as `scrape/web`',
  'quarry.attempt': 'attempt of the request, from 1',
  'quarry.queue_wait_ms': 'milliseconds from enqueueing to a worker',
  'quarry.verdict': 'how the work ended',
  'quarry.credits': 'credits charged by this end',
  'quarry.tier': '`http` or `browser`',
  'quarry.proxy_type': 'pool of exits',
  'quarry.fetch_attempts': 'tries of one fetch',
  'quarry.target_host': 'host name of the target, without path or query',
  'quarry.file': 'kind of the stored file, such as `result.json`',
  'quarry.items': 'items of the batch',
  'quarry.items_failed': 'items of it that failed',
} as const;

export type SpanAttributeName = keyof typeof SPAN_ATTRIBUTES;
export type SpanAttributes = { readonly [Name in SpanAttributeName]?: string | number | undefined };
