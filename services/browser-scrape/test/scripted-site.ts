import { gzipSync } from 'node:zlib';
import { judgeDocument } from '@quarry/verdict';
import type { Fetcher, FetchOutcome, FetchRequest } from '@quarry/egress';
import { readAddressTask } from '../src/map/read-address-task.js';
import type { PageConverter } from '../src/page-converter.js';

/** A document of a made site. */
export interface SiteDocument {
  readonly status?: number;
  readonly type?: string;
  readonly body?: string | Uint8Array;
  /** Where it led. */
  readonly url?: string;
  /** Never answered: ends with the signal. */
  readonly hangs?: boolean;
  /** Instead of an answer. */
  readonly fails?: Pick<FetchOutcome, 'verdict' | 'reason'>;
}

export interface ScriptedSite extends Pick<Fetcher, 'fetch' | 'close'> {
  /** In the order asked. */
  readonly asked: readonly string[];
  /** Most requests at once. */
  readonly widest: number;
}

const typeOf = (body: string | Uint8Array): string => {
  if (typeof body !== 'string') return 'application/x-gzip';
  return body.startsWith('<html') ? 'text/html' : body.startsWith('<') ? 'application/xml' : 'text/plain';
};

const aborted = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    if (signal.aborted) resolve();
    signal.addEventListener('abort', () => resolve(), { once: true });
  });

/** Serves documents by their addresses, 404 for others, judged as egress does. */
export const scriptedSite = (documents: Readonly<Record<string, string | Uint8Array | SiteDocument>>): ScriptedSite => {
  const asked: string[] = [];
  const count = { running: 0, widest: 0 };
  const answer = async (request: FetchRequest, signal: AbortSignal): Promise<FetchOutcome> => {
    const given = documents[request.url] ?? { status: 404, type: 'text/html', body: '<html><p>No such page.' };
    const {
      status = 200,
      body = '',
      url = request.url,
      hangs,
      fails,
      ...rest
    }: SiteDocument = typeof given === 'string' || given instanceof Uint8Array ? { body: given } : given;
    const ends = { tier: 'http', proxyType: 'datacenter', attempts: 1 } as const;
    if (hangs) await aborted(signal);
    if (signal.aborted) return { verdict: 'cancelled', ...ends };
    if (fails) return { ...fails, ...ends };
    const headers = { 'content-type': rest.type ?? typeOf(body) };
    const bytes = Buffer.from(body);
    const document = {
      ...({ purpose: 'page', requestedUrl: request.url, url, statusCode: status, headers, tier: 'http' } as const),
      ...{ isRedirected: url !== request.url, bytes, contentType: headers['content-type'] },
    };
    const read = request.readDocument
      ? await request.readDocument(document, signal)
      : { ...judgeDocument(document), body: bytes };
    const page = { url, statusCode: status, statusText: '', headers, body: bytes, mediaType: read.mediaType };
    return { ...read.judgement, ...ends, page };
  };
  return {
    asked,
    get widest() {
      return count.widest;
    },
    fetch: async (request, signal) => {
      asked.push(request.url);
      count.running += 1;
      count.widest = Math.max(count.widest, count.running);
      try {
        return await answer(request, signal);
      } finally {
        count.running -= 1;
      }
    },
    close: async () => undefined,
  };
};

/** As in a thread, but here. */
export const readAddressesHere: PageConverter['readAddresses'] = async (task, signal) => {
  signal.throwIfAborted();
  return { outcome: 'done', value: readAddressTask(task) };
};

export const packed = (text: string): Uint8Array => gzipSync(text);
