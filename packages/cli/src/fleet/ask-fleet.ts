import { z } from 'zod';
import { fail, type Outcome } from '../outcome.js';
import { describeStranger, failureOf, parseJson } from './fleet-error.js';
import type { Fleet } from './fleet-options.js';
import { callFleet } from './http-client.js';

const ASK_TIMEOUT_MS = 30_000;
const MAX_ANSWER_BYTES = 4 * 1_048_576;

interface DataCall<Data> {
  readonly method: 'GET' | 'POST' | 'DELETE';
  readonly path: string;
  /** As JSON. */
  readonly body?: object;
  /** Of a call that makes something. */
  readonly idempotencyKey?: string;
  /** Of `data`. */
  readonly schema: z.ZodType<Data>;
  readonly timeoutMs?: number;
}

export type FetchedData<Data> =
  | { readonly ok: true; readonly data: Data; readonly headers: Readonly<Record<string, string>> }
  | { readonly ok: false; readonly failure: Outcome };

/** The `data` of one short call that costs nothing. */
export const fetchData = async <Data>(
  { baseUrl, apiKey }: Fleet,
  { method, path, body: sent, idempotencyKey, schema, timeoutMs = ASK_TIMEOUT_MS }: DataCall<Data>,
): Promise<FetchedData<Data>> => {
  const answered = await callFleet({
    url: `${baseUrl}${path}`,
    method,
    headers: {
      accept: 'application/json',
      'x-api-key': apiKey,
      ...(sent === undefined ? {} : { 'content-type': 'application/json' }),
      ...(idempotencyKey === undefined ? {} : { 'idempotency-key': idempotencyKey }),
    },
    body: sent === undefined ? undefined : JSON.stringify(sent),
    timeoutMs,
    maxBytes: MAX_ANSWER_BYTES,
  });
  const failure = failureOf(baseUrl, answered);
  if (failure || answered.outcome === 'unreachable') {
    return { ok: false, failure: failure ?? fail(describeStranger(baseUrl)) };
  }
  const body = z.object({ data: z.unknown() }).safeParse(parseJson(answered.body));
  const parsed = schema.safeParse(body.data?.data);
  if (!parsed.success) return { ok: false, failure: fail(describeStranger(baseUrl)) };
  return { ok: true, data: parsed.data, headers: answered.headers };
};

/** One short call that costs nothing; `tell` makes an outcome from its `data`. */
export const askFleet = async <Data>(
  fleet: Fleet,
  call: DataCall<Data>,
  tell: (data: Data) => Outcome,
): Promise<Outcome> => {
  const fetched = await fetchData(fleet, call);
  return fetched.ok ? tell(fetched.data) : fetched.failure;
};
