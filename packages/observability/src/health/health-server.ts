import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { boundedCheck, HEALTH_BUDGET_MS } from './bounded-check.js';
import { serve, type HttpServer } from '../http/serve.js';
import type { Metrics } from '../metrics/metrics.js';
import { NotReadyError } from './ready-check.js';

export interface HealthServerOptions {
  /** 0: any free port. */
  readonly port: number;
  readonly host: string;
  /** Resolves if the parts that this service needs respond; rejects otherwise, see `createReadyCheck`. */
  readonly ready: () => Promise<void>;
  /** True, or the names of parts that are stuck and need a restart. */
  readonly alive: () => true | readonly string[];
  readonly metrics: Pick<Metrics, 'text' | 'contentType'>;
}

export type HealthServer = HttpServer;

const sendJson = (response: ServerResponse, status: number, body: Record<string, unknown>): void => {
  response.writeHead(status, { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' });
  response.end(JSON.stringify(body));
};

/** Only names of parts: the text of another error may contain an inner address. */
const partsOf = (error: unknown): readonly string[] => (error instanceof NotReadyError ? error.parts : []);

/** Serves the private port of a service: `/healthz` (process), `/readyz` (its parts), `/metrics`. */
export const startHealthServer = async (options: HealthServerOptions): Promise<HealthServer> => {
  const checkReady = boundedCheck(options.ready, HEALTH_BUDGET_MS);
  const readMetrics = boundedCheck(() => options.metrics.text(), HEALTH_BUDGET_MS);
  const answers: Record<string, (response: ServerResponse) => Promise<void>> = {
    '/healthz': async (response) => {
      const alive = options.alive();
      if (alive === true) sendJson(response, 200, { status: 'ok' });
      else sendJson(response, 503, { status: 'stuck', stuck: alive });
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
      sendJson(response, 503, { status: 'unavailable', notReady: partsOf(error) });
    });
  });
  // A check that hangs does not keep the service from its end.
  return serve(server, { host: options.host, port: options.port, closeMs: 0 });
};
