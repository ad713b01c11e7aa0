import { Agent as HttpAgent } from 'node:http';
import { Agent as HttpsAgent } from 'node:https';
import got, { TimeoutError, type Request, type Response } from 'got';
import { createGuardedLookup, type GuardedLookup, type Resolver } from './target/guarded-lookup.js';
import { toNetworkFailure } from './fetch/network-error.js';
import { pickCallerHeaders, type HeaderList } from './http/request-headers.js';
import type { TargetRefusal, TargetRule } from './target/target-rule.js';

/** Longest time of one delivery, whatever the caller asks for. */
export const MAX_WEBHOOK_TIME_MS = 60_000;
/** Bytes of a receiver's answer that are read, and thrown away, before the connection is cut. */
export const MAX_WEBHOOK_ANSWER_BYTES = 65_536;
/** Longest block of answer headers. */
export const MAX_WEBHOOK_HEADER_BYTES = 16_384;
/** Deliveries at once in all; further ones wait within their time. */
export const MAX_WEBHOOK_SOCKETS = 64;

export interface WebhookDelivery {
  readonly url: string;
  readonly body: string | Uint8Array;
  /** Host, Content-Length and hop-by-hop headers are our own. */
  readonly headers: Readonly<Record<string, string>>;
  /** For the whole delivery, at most `MAX_WEBHOOK_TIME_MS`. */
  readonly timeoutMs: number;
}

/**
 * `refused`: the rule forbids the target. `failed`: not taken, by status (`redirect`, `status`) or by a cause such as
 * `timeout`, `cancelled`, `ECONNREFUSED`. Never an address.
 */
export type WebhookOutcome =
  | { readonly outcome: 'delivered'; readonly statusCode: number }
  | { readonly outcome: 'refused'; readonly reason: TargetRefusal }
  | { readonly outcome: 'failed'; readonly reason: string; readonly statusCode?: number };

export interface WebhookSender {
  /** One POST. Never rejects. */
  send(delivery: WebhookDelivery, signal: AbortSignal): Promise<WebhookOutcome>;
  /** Ends deliveries under way as `cancelled`. */
  close(): void;
}

export interface WebhookSenderOptions {
  readonly rule: TargetRule;
  readonly resolver?: Resolver | undefined;
  /** Extra PEM roots beside the system's. */
  readonly certificateAuthorities?: readonly string[] | undefined;
}

const failed = (reason: string): WebhookOutcome => ({ outcome: 'failed', reason });

const judgeStatus = (statusCode: number): WebhookOutcome => {
  if (statusCode >= 200 && statusCode < 300) return { outcome: 'delivered', statusCode };
  return { outcome: 'failed', reason: statusCode >= 300 && statusCode < 400 ? 'redirect' : 'status', statusCode };
};

const judgeError = (error: unknown, signal: AbortSignal): WebhookOutcome => {
  if (signal.aborted) return failed('cancelled');
  if (error instanceof TimeoutError) return failed('timeout');
  const { verdict, reason } = toNetworkFailure(error);
  return verdict === 'forbidden' ? { outcome: 'refused', reason: 'address' } : failed(reason);
};

const firstResponse = (stream: Request): Promise<Response> =>
  new Promise((resolve, reject) => {
    stream.once('response', resolve);
    stream.once('error', reject);
  });

/** Lets a receiver finish its answer, so that it sees no broken connection; the status has decided already. */
const drain = async (stream: Request): Promise<void> => {
  let sizeBytes = 0;
  try {
    for await (const chunk of stream as AsyncIterable<Buffer>) {
      sizeBytes += chunk.byteLength;
      if (sizeBytes > MAX_WEBHOOK_ANSWER_BYTES) return;
    }
  } catch {
    // The receiver, the clock or the caller ended it.
  }
};

interface Connections {
  readonly lookup: GuardedLookup;
  readonly agents: { readonly http: HttpAgent; readonly https: HttpsAgent };
  readonly certificateAuthorities: readonly string[] | undefined;
}

/** Nothing is kept alive: every delivery is judged where it connects. */
const createConnections = ({ rule, resolver, certificateAuthorities }: WebhookSenderOptions): Connections => ({
  lookup: createGuardedLookup({ rule, resolver }),
  agents: {
    http: new HttpAgent({ keepAlive: false, maxTotalSockets: MAX_WEBHOOK_SOCKETS }),
    https: new HttpsAgent({ keepAlive: false, maxTotalSockets: MAX_WEBHOOK_SOCKETS }),
  },
  certificateAuthorities,
});

const portOf = (url: URL): number => Number(url.port || (url.protocol === 'https:' ? 443 : 80));

const open = (connections: Connections, url: URL, delivery: WebhookDelivery, signal: AbortSignal): Request => {
  const { lookup, agents, certificateAuthorities } = connections;
  const headers: HeaderList = pickCallerHeaders({ 'user-agent': 'Quarry', ...delivery.headers }, true);
  return got.stream.post(url, {
    signal,
    body: delivery.body,
    headers: { ...headers },
    agent: agents,
    // Sockets resolve through the guard; literals were judged with the URL.
    dnsLookup: lookup.forPort(portOf(url)),
    http2: false,
    followRedirect: false,
    throwHttpErrors: false,
    retry: { limit: 0 },
    decompress: false,
    maxHeaderSize: MAX_WEBHOOK_HEADER_BYTES,
    timeout: { request: Math.min(Math.max(1, delivery.timeoutMs), MAX_WEBHOOK_TIME_MS) },
    https: certificateAuthorities ? { certificateAuthority: [...certificateAuthorities] } : {},
  });
};

/** Delivers webhooks under the target rule: judged and pinned at connect, no redirect followed, every wait bounded. */
export const createWebhookSender = (options: WebhookSenderOptions): WebhookSender => {
  const connections = createConnections(options);
  const closing = new AbortController();

  const send = async (delivery: WebhookDelivery, signal: AbortSignal): Promise<WebhookOutcome> => {
    const judgement = options.rule.judgeUrl(delivery.url);
    if (!judgement.isAllowed) return { outcome: 'refused', reason: judgement.reason };
    const either = AbortSignal.any([signal, closing.signal]);
    if (either.aborted) return failed('cancelled');
    let stream: Request | undefined;
    try {
      stream = open(connections, new URL(delivery.url), delivery, either);
      // Errors after the outcome have no reader left.
      stream.on('error', () => undefined);
      const { statusCode } = await firstResponse(stream);
      await drain(stream);
      return judgeStatus(statusCode);
    } catch (error) {
      return judgeError(error, either);
    } finally {
      stream?.destroy();
    }
  };

  return {
    send,
    close: () => {
      closing.abort();
      connections.agents.http.destroy();
      connections.agents.https.destroy();
    },
  };
};
