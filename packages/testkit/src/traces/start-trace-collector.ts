import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { poll } from '../host/poll.js';

/** `hang`: never responds. `busy`: asks to retry in a minute. */
export type CollectorMood = 'take' | 'hang' | 'fail' | 'busy';

export interface CollectedSpan {
  readonly service: string;
  readonly name: string;
  /** As OTLP numbers them: 1 internal, 2 server, 3 client, 4 producer, 5 consumer. */
  readonly kind: number;
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId: string | undefined;
  readonly attributes: Readonly<Record<string, unknown>>;
  readonly links: readonly string[];
}

export interface TraceCollector {
  /** For OTEL_EXPORTER_OTLP_ENDPOINT. */
  readonly url: string;
  readonly spans: readonly CollectedSpan[];
  /** Headers of every call. */
  readonly calls: readonly IncomingHttpHeaders[];
  setMood(mood: CollectorMood): void;
  /** Resolves when a span matches; rejects after `timeoutMs`. */
  span(isSo: (span: CollectedSpan) => boolean, timeoutMs?: number): Promise<CollectedSpan>;
  close(): Promise<void>;
}

interface Attribute {
  readonly key: string;
  readonly value: Readonly<Record<string, unknown>>;
}

/** The parts of an export that are read here. */
interface TraceExport {
  readonly resourceSpans: readonly {
    readonly resource: { readonly attributes: readonly Attribute[] };
    readonly scopeSpans: readonly {
      readonly spans: readonly {
        readonly name: string;
        readonly kind: number;
        readonly traceId: string;
        readonly spanId: string;
        readonly parentSpanId?: string;
        readonly attributes: readonly Attribute[];
        readonly links: readonly { readonly traceId: string }[];
      }[];
    }[];
  }[];
}

const attributesOf = (list: readonly Attribute[]): Record<string, unknown> =>
  Object.fromEntries(list.map(({ key, value }) => [key, Object.values(value)[0]]));

const readExport = (text: string): CollectedSpan[] => {
  // safe because only exporters of the tests call it; anything else fails the test that looks for its spans
  const { resourceSpans } = JSON.parse(text) as TraceExport;
  return resourceSpans.flatMap(({ resource, scopeSpans }) => {
    const service = String(attributesOf(resource.attributes)['service.name']);
    const spans = scopeSpans.flatMap((scope) => scope.spans);
    return spans.map(({ name, kind, traceId, spanId, parentSpanId, attributes, links }) => ({
      ...{ service, name, kind, traceId, spanId, parentSpanId: parentSpanId || undefined },
      ...{ attributes: attributesOf(attributes), links: links.map((link) => link.traceId) },
    }));
  });
};

const STATUS = { take: 200, fail: 500, busy: 503 } as const;
const POLL_MS = 20;

/** An OTLP/HTTP collector on loopback that understands JSON and keeps what it received. */
export const startTraceCollector = async (): Promise<TraceCollector> => {
  const spans: CollectedSpan[] = [];
  const calls: IncomingHttpHeaders[] = [];
  let mood: CollectorMood = 'take';
  const answer = (response: ServerResponse, text: string): void => {
    if (mood === 'hang') return;
    if (mood === 'take') spans.push(...readExport(text));
    const headers = { 'content-type': 'application/json', ...(mood === 'busy' ? { 'retry-after': '60' } : {}) };
    response.writeHead(STATUS[mood], headers).end('{}');
  };
  const server = createServer((request, response) => {
    calls.push(request.headers);
    const isExport = request.method === 'POST' && request.url === '/v1/traces';
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      if (isExport) answer(response, Buffer.concat(chunks).toString());
      else response.writeHead(404).end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    spans,
    calls,
    setMood: (next) => {
      mood = next;
    },
    span: async (isSo, timeoutMs = 10_000) => {
      const found = await poll(
        () => spans.find(isSo),
        (span) => span !== undefined,
        { timeoutMs, everyMs: POLL_MS },
      );
      if (found === undefined) throw new Error(`no such span among ${spans.map(({ name }) => name).join(', ')}`);
      return found;
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
};
