import type { RequestHandler } from 'express';
import type { BatchRoute, BatchRouteKind, Operation } from '@quarry/contracts';
import type { BatchHints } from '@quarry/queue';
import type { BatchJob, BatchStore } from '@quarry/store';
import type { Refusal } from '../admission/screen-request.js';
import { STORE_ANSWER_MS } from '../bounds.js';
import type { AccountHeaders, KeyHeaders } from '../http/account-headers.js';
import { answerWithin } from '../http/answer-within.js';
import type { Authenticator } from '../http/authenticate.js';
import { requestState } from '../http/request-state.js';
import { sendError, sendMethodNotAllowed } from '../http/send-error.js';
import type { BatchExchange, HandleBatch, HandleJob } from './batch-exchange.js';
import { statusBody } from './job-status.js';

export interface BatchRouterOptions {
  readonly authenticator: Authenticator;
  readonly accountHeaders: AccountHeaders;
  readonly keyHeaders: KeyHeaders;
  readonly batches: Pick<BatchStore, 'get' | 'requestStop'>;
  readonly hints: Pick<BatchHints, 'announceJob'>;
  readonly baseUrl: string;
  readonly operations: readonly Operation[];
  readonly submit: HandleBatch;
  readonly about: Readonly<Record<'results' | 'ndjson' | 'csv' | 'retry-failed', HandleJob>>;
}

const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/;

const isRoute = (method: string) => (route: BatchRoute) =>
  route.method === method || (method === 'HEAD' && route.method === 'GET');

/** A path that can be read can be asked for its headers alone. */
const allowedOn = (routes: readonly BatchRoute[]): readonly string[] =>
  routes.flatMap(({ method }) => (method === 'GET' ? ['GET', 'HEAD'] : [method]));

const createHandlers = (options: BatchRouterOptions): Readonly<Record<BatchRouteKind, HandleBatch>> => {
  const { batches, baseUrl, about, hints } = options;
  const sendStatus = (exchange: BatchExchange, job: BatchJob): Promise<void> =>
    exchange.send(statusBody(job, `${baseUrl}${exchange.route.path.replace('/:jobId', '')}`));

  /** One answer for jobs that are unknown, another account's, of another operation or not accepted (yet). */
  const ofJob =
    (handle: HandleJob): HandleBatch =>
    async (exchange) => {
      const jobId = String(exchange.request.params['jobId']).toLowerCase();
      const job = UUID.test(jobId) ? await answerWithin(STORE_ANSWER_MS, batches.get(jobId)) : null;
      const isTheirs = job?.accountId === exchange.account.id && job.operation === exchange.operation.id;
      if (job === null || !isTheirs || job.state === 'accepting') {
        return exchange.refuse({ outcome: 'refused', error: 'job_not_found' });
      }
      return handle(exchange, job);
    };
  const stop: HandleJob = async (exchange, { id }) => {
    const job = await answerWithin(STORE_ANSWER_MS, batches.requestStop(id));
    if (job === null) return exchange.refuse({ outcome: 'refused', error: 'job_not_found' });
    // A hint alone: the leader looks by itself.
    void hints.announceJob(id).catch(() => undefined);
    await sendStatus(exchange, job);
  };
  return {
    submit: options.submit,
    status: ofJob(sendStatus),
    stop: ofJob(stop),
    results: ofJob(about.results),
    ndjson: ofJob(about.ndjson),
    csv: ofJob(about.csv),
    'retry-failed': ofJob(about['retry-failed']),
  };
};

/** Handlers by path pattern. An operation that is not built has its paths all the same: a valid key gets a 501. */
export const createBatchRoutes = (
  options: BatchRouterOptions,
  routes: readonly BatchRoute[],
): readonly (readonly [path: string, handler: RequestHandler])[] => {
  const { authenticator, accountHeaders, keyHeaders, operations } = options;
  const handlers = createHandlers(options);

  const answerOn =
    (path: string, group: readonly BatchRoute[], operation: Operation): RequestHandler =>
    async (request, response) => {
      requestState(response).route = path;
      const route = group.find(isRoute(request.method));
      if (route === undefined) {
        await keyHeaders(request, response);
        return sendMethodNotAllowed(response, allowedOn(group));
      }
      const account = await authenticator.require(request, response);
      if (account === null) return;
      const putHeaders = (): Promise<void> => accountHeaders(response, account);
      const refuse = async ({ error, detail, retryAfterSeconds }: Refusal): Promise<void> => {
        await putHeaders();
        sendError(response, error, { ...detail, retryAfterSeconds });
      };
      const send = async (body: object): Promise<void> => {
        await putHeaders();
        if (!response.destroyed) response.json(body);
      };
      if (!operation.isBuilt) return refuse({ outcome: 'refused', error: 'not_implemented' });
      await handlers[route.kind]({ request, response, account, operation, route, refuse, send, putHeaders });
    };

  const groups = Map.groupBy(routes, ({ path }) => path);
  return [...groups].flatMap(([path, group]) => {
    const operation = operations.find(({ id }) => id === group[0]?.operationId);
    return operation === undefined ? [] : [[path, answerOn(path, group, operation)] as const];
  });
};
