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

/** One call of a fleet: its whole response on standard output, as JSON an error too; notes on standard error. */
export const callOperation = async (
  fleet: Fleet,
  { method, path, body }: OperationCall,
  { isJson, columns }: Presentation,
): Promise<Outcome> => {
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
  if (answered.outcome === 'unreachable') return failure ?? fail(describeStranger(fleet.baseUrl));
  const parsed = parseJson(answered.body);
  if (failure) {
    return parsed === undefined || !isJson ? failure : { ...failure, out: `${JSON.stringify(parsed, null, 2)}\n` };
  }
  if (parsed === undefined) return fail(describeStranger(fleet.baseUrl));
  const credits = describeCredits(answered.headers);
  return isJson ? succeedWithJson(parsed, credits) : succeed(renderValue(parsed, columns), credits);
};
