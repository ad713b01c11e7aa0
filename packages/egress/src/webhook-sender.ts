import { TimeoutError } from 'got';
import { createGuardedLookup, type Resolver } from './target/guarded-lookup.js';
import { portOf } from './target/closed-ports.js';
import { toNetworkFailure } from './fetch/network-error.js';
import { createAgents, createGot, readResponse } from './http/got-stream.js';
import { pickCallerHeaders } from './http/request-headers.js';
import type { TargetRefusal, TargetRule } from './target/target-rule.js';

/** Longest time of one delivery, whatever the caller asks for. */
export const MAX_WEBHOOK_TIME_MS = 60_000;
/** Bytes of a receiver's response that are read and discarded before the connection is cut. */
export const MAX_WEBHOOK_ANSWER_BYTES = 65_536;
/** Longest block of response headers. */
export const MAX_WEBHOOK_HEADER_BYTES = 16_384;
/** Deliveries at once; further ones wait within their time limit. */
export const MAX_WEBHOOK_SOCKETS = 64;

export interface WebhookDelivery {
  readonly url: string;
  readonly body: string | Uint8Array;
  /** Host, Content-Length and hop-by-hop headers are set here. */
  readonly headers: Readonly<Record<string, string>>;
  /** For the whole delivery, at most `MAX_WEBHOOK_TIME_MS`. */
  readonly timeoutMs: number;
}

/**
 * `refused`: the rule forbids the target. `failed`: not delivered; `reason` is `redirect`, `status`, or a cause such as
 * `timeout`, `cancelled`, `ECONNREFUSED`, never an address.
 */
export type WebhookOutcome =
  | { readonly outcome: 'delivered'; readonly statusCode: number }
  | { readonly outcome: 'refused'; readonly reason: TargetRefusal }
  | { readonly outcome: 'failed'; readonly reason: string; readonly statusCode?: number };

export interface WebhookSender {
  /** One POST. Never rejects. */
  send(delivery: WebhookDelivery, signal: AbortSignal): Promise<WebhookOutcome>;
  /** Ends running deliveries as `cancelled`. */
  close(): void;
}

export interface WebhookSenderOptions {
  readonly rule: TargetRule;
  readonly resolver?: Resolver | undefined;
  /** PEM roots in addition to the system's. */
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

/** Lets a receiver finish its response, so that it sees no broken connection; the status has decided already. */
const drain = async (body: AsyncIterable<Buffer>): Promise<void> => {
  let sizeBytes = 0;
  try {
    for await (const chunk of body) {
      sizeBytes += chunk.byteLength;
      if (sizeBytes > MAX_WEBHOOK_ANSWER_BYTES) return;
    }
  } catch {
    // The receiver, the time limit or the caller ended it.
  }
};

/** Delivers webhooks under the target rule: judged and pinned at connect, no redirect followed, every wait bounded. */
export const createWebhookSender = ({
  rule,
  resolver,
  certificateAuthorities,
}: WebhookSenderOptions): WebhookSender => {
  const lookup = createGuardedLookup({ rule, resolver });
  const agents = createAgents(MAX_WEBHOOK_SOCKETS);
  const got = createGot(certificateAuthorities);
  const closing = new AbortController();

  const post = (url: URL, { body, headers, timeoutMs }: WebhookDelivery, signal: AbortSignal) =>
    got.stream.post(url, {
      signal,
      body,
      headers: { ...pickCallerHeaders({ 'user-agent': 'Quarry', ...headers }, true) },
      agent: agents,
      // Sockets resolve through the guard; literals were judged with the URL.
      dnsLookup: lookup.forPort(portOf(url)),
      http2: false,
      maxHeaderSize: MAX_WEBHOOK_HEADER_BYTES,
      timeout: { request: Math.min(Math.max(1, timeoutMs), MAX_WEBHOOK_TIME_MS) },
    });

  const send = async (delivery: WebhookDelivery, signal: AbortSignal): Promise<WebhookOutcome> => {
    const judgement = rule.judgeUrl(delivery.url);
    if (!judgement.isAllowed) return { outcome: 'refused', reason: judgement.reason };
    const either = AbortSignal.any([signal, closing.signal]);
    if (either.aborted) return failed('cancelled');
    try {
      return await readResponse(post(new URL(delivery.url), delivery, either), async ({ statusCode }, body) => {
        await drain(body);
        return judgeStatus(statusCode);
      });
    } catch (error) {
      return judgeError(error, either);
    }
  };

  return {
    send,
    close: () => {
      closing.abort();
      agents.http.destroy();
      agents.https.destroy();
    },
  };
};
