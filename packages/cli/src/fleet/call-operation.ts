import { groupDigits } from '@quarry/contracts';
import { fail, succeed, succeedWithJson, type Outcome } from '../outcome.js';
import type { Presentation } from '../output/presentation.js';
import { renderValue } from '../output/render-value.js';
import { formatCredits } from '../output/table.js';
import { describeStranger, failureOf, parseJson } from './fleet-error.js';
import type { Fleet } from './fleet-options.js';
import { callFleet } from './http-client.js';

/** Slightly longer than the deadline of a request, so that the fleet's own response comes first. */
export const CALL_TIMEOUT_MS = 310_000;

/** What the call cost, and what is left, from the headers of the response. */
export const describeCredits = (headers: Readonly<Record<string, string>>): string => {
  const remaining = headers['x-credits-remaining'];
  const left = remaining === undefined ? '' : `, ${groupDigits(Number(remaining))} left`;
  return `${formatCredits(Number(headers['x-credits-charged'] ?? 0))} charged${left}`;
};

export interface OperationCall {
  readonly method: 'GET' | 'POST';
  /** With the query. */
  readonly path: string;
  readonly body?: string;
}

export type SentCall =
  | { readonly ok: true; readonly value: unknown; readonly credits: string }
  /** `refuse`: the outcome; the body of the error is on standard output if that is JSON. */
  | { readonly ok: false; readonly refuse: (isJson: boolean) => Outcome };

/** One call of a fleet: its response as JSON, and what it cost. */
export const sendCall = async (fleet: Fleet, { method, path, body }: OperationCall): Promise<SentCall> => {
  const answered = await callFleet({
    url: `${fleet.baseUrl}${path}`,
    method,
    headers: {
      accept: 'application/json',
      'x-api-key': fleet.apiKey,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    body,
    timeoutMs: CALL_TIMEOUT_MS,
  });
  const failure = failureOf(fleet.baseUrl, answered);
  const stranger = fail(describeStranger(fleet.baseUrl));
  if (answered.outcome === 'unreachable') return { ok: false, refuse: () => failure ?? stranger };
  const value = parseJson(answered.body);
  if (failure) {
    const withBody = value === undefined ? failure : { ...failure, out: `${JSON.stringify(value, null, 2)}\n` };
    return { ok: false, refuse: (isJson) => (isJson ? withBody : failure) };
  }
  if (value === undefined) return { ok: false, refuse: () => stranger };
  return { ok: true, value, credits: describeCredits(answered.headers) };
};

/** One call of a fleet: its whole response on standard output, as JSON an error too; notes on standard error. */
export const callOperation = async (
  fleet: Fleet,
  call: OperationCall,
  { isJson, columns }: Presentation,
): Promise<Outcome> => {
  const called = await sendCall(fleet, call);
  if (!called.ok) return called.refuse(isJson);
  const { value, credits } = called;
  return isJson ? succeedWithJson(value, credits) : succeed(renderValue(value, columns), credits);
};
