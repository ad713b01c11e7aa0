import { isPlainObject, type Operation } from '@quarry/contracts';
import { toQueryPairs } from '@quarry/contracts/query-pairs';
import type { Execution, HttpRequest, HttpResponse } from '../n8n.js';

export const CREDENTIALS = 'quarryApi';
/** Longer than the longest call of the service, which ends each with a response. */
export const CALL_TIMEOUT_MS = 330_000;

interface Call {
  readonly baseUrl: string;
  readonly operation: Pick<Operation, 'method' | 'path'>;
  readonly params: Readonly<Record<string, unknown>>;
  readonly idempotencyKey: string;
}

/** The request of a call. A `POST` carries a key, so that a try again by n8n is never charged twice. */
export const requestOf = ({ baseUrl, operation, params, idempotencyKey }: Call): HttpRequest => {
  const { method, path } = operation;
  const url = `${baseUrl.replace(/\/+$/, '')}${path}`;
  const query = new URLSearchParams(toQueryPairs(params).map((pair): [string, string] => [...pair])).toString();
  const common = {
    json: true,
    returnFullResponse: true,
    ignoreHttpStatusErrors: true,
    timeout: CALL_TIMEOUT_MS,
  } as const;
  return method === 'POST'
    ? { ...common, method, url, headers: { 'idempotency-key': idempotencyKey }, body: params }
    : { ...common, method, url: query === '' ? url : `${url}?${query}`, headers: {} };
};

/** A failure in n8n's shape: it shows the description below the message. */
export class QuarryError extends Error {
  constructor(
    readonly code: string,
    message: string,
    readonly description: string,
    readonly statusCode: number,
    readonly requestId: string | undefined,
  ) {
    super(`${code}: ${message}`);
  }
}

const textAt = (body: Readonly<Record<string, unknown>>, name: string): string | undefined => {
  const value = body[name];
  return typeof value === 'string' ? value : undefined;
};

const violationsOf = ({ errors }: Readonly<Record<string, unknown>>): readonly string[] =>
  Array.isArray(errors) ? errors.filter(isPlainObject).flatMap((violation) => textAt(violation, 'message') ?? []) : [];

const headerOf = ({ headers }: HttpResponse, name: string): string | undefined => {
  const value = headers[name];
  return typeof value === 'string' ? value : undefined;
};

const failureOf = (response: HttpResponse): QuarryError => {
  const body = isPlainObject(response.body) ? response.body : {};
  const again = body['retryable'] === true ? 'It may work on another try.' : 'Another try would end alike.';
  const charged = `Credits charged: ${headerOf(response, 'x-credits-charged') ?? '0'}.`;
  return new QuarryError(
    textAt(body, 'error') ?? `http_${response.statusCode}`,
    textAt(body, 'message') ?? 'The address did not respond as Quarry does. Check the base URL of the credentials.',
    [...violationsOf(body), again, charged].join(' '),
    response.statusCode,
    headerOf(response, 'x-request-id'),
  );
};

const isError = ({ statusCode, body }: HttpResponse): boolean => statusCode >= 400 || !isPlainObject(body);

/** Calls the service; returns the response's body with what it cost. Throws `QuarryError`. */
export const callQuarry = async (execution: Execution, call: Call): Promise<Readonly<Record<string, unknown>>> => {
  const response = await execution.helpers.httpRequestWithAuthentication.call(execution, CREDENTIALS, requestOf(call));
  if (isError(response)) throw failureOf(response);
  return {
    // safe because anything but an object is an error
    ...(response.body as Readonly<Record<string, unknown>>),
    quarry: {
      requestId: headerOf(response, 'x-request-id'),
      creditsCharged: Number(headerOf(response, 'x-credits-charged') ?? 0),
      creditsRemaining: Number(headerOf(response, 'x-credits-remaining') ?? 0),
    },
  };
};
