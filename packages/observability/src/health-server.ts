import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Metrics } from './metrics.js';

/** Longest time of one check or exposition in milliseconds; past it the answer is a 503. */
export const HEALTH_BUDGET_MS = 1_000;

export interface HealthServerOptions {
  /** 0 takes a free one. */
  readonly port: number;
  readonly host: string;
  /** Resolves when the parts this service needs answer; rejects otherwise. */
  readonly ready: () => Promise<void>;
  /** False when the process should be restarted. */
  readonly alive: () => boolean;
  readonly metrics: Pick<Metrics, 'text' | 'contentType'>;
}

export interface HealthServer {
  readonly port: number;
  close(): Promise<void>;
}

const timeoutAfter = (timeoutMs: number): { promise: Promise<never>; stop: () => void } => {
  let timer: NodeJS.Timeout | undefined;
  const promise = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`no answer within ${timeoutMs} ms`)), timeoutMs);
  });
  return { promise, stop: () => clearTimeout(timer) };
};

/**
 * Bounds a check in time. Callers that come while one runs share it, so a part that hangs never gathers checks.
 */
export const boundedCheck = <T>(check: () => Promise<T>, budgetMs: number): (() => Promise<T>) => {
  let running: Promise<T> | undefined;
  return async () => {
    running ??= Promise.resolve()
      .then(check)
      .finally(() => {
        running = undefined;
      });
    const timeout = timeoutAfter(budgetMs);
    try {
      return await Promise.race([running, timeout.promise]);
    } finally {
      timeout.stop();
      // The loser of the race may still reject.
      running?.catch(() => undefined);
    }
  };
};

const sendJson = (response: ServerResponse, status: number, body: Record<string, string>): void => {
  response.writeHead(status, { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' });
  response.end(JSON.stringify(body));
};

const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : String(error)).slice(0, 200);

/** The private port of a service: `/healthz` (process), `/readyz` (its parts), `/metrics`. */
export const startHealthServer = async (options: HealthServerOptions): Promise<HealthServer> => {
  const checkReady = boundedCheck(options.ready, HEALTH_BUDGET_MS);
  const readMetrics = boundedCheck(() => options.metrics.text(), HEALTH_BUDGET_MS);
  const answers: Record<string, (response: ServerResponse) => Promise<void>> = {
    '/healthz': async (response) => {
      const isAlive = options.alive();
      sendJson(response, isAlive ? 200 : 503, { status: isAlive ? 'ok' : 'stuck' });
    },
    '/readyz': async (response) => {
      await checkReady();
      sendJson(response, 200, { status: 'ok' });
    },
    '/metrics': async (response) => {
      const text = await readMetrics();
      response.writeHead(200, { 'content-type': options.metrics.contentType });
      response.end(text);
    },
  };
  const server = createServer((request: IncomingMessage, response) => {
    const path = (request.url ?? '').split('?', 1)[0] ?? '';
    const answer = Object.hasOwn(answers, path) ? answers[path] : undefined;
    if (answer === undefined) return sendJson(response, 404, { status: 'not_found' });
    if (request.method !== 'GET' && request.method !== 'HEAD')
      return sendJson(response, 405, { status: 'method_not_allowed' });
    answer(response).catch((error: unknown) => {
      sendJson(response, 503, { status: 'unavailable', reason: reasonOf(error) });
    });
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(options.port, options.host, resolve);
  });
  return {
    port: (server.address() as AddressInfo).port,
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
};
