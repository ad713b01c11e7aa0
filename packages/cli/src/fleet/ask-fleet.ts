import { z } from 'zod';
import { fail, type Outcome } from '../outcome.js';
import { describeError, describeSilence, describeStranger, parseJson } from './fleet-error.js';
import type { Fleet } from './fleet-options.js';
import { callFleet } from './http-client.js';

const ASK_TIMEOUT_MS = 30_000;
const MAX_ANSWER_BYTES = 4 * 1_048_576;

/** One short call that costs nothing; `tell` makes an outcome from its `data`. */
export const askFleet = async <Data>(
  { baseUrl, apiKey }: Fleet,
  call: { readonly method: 'GET' | 'POST'; readonly path: string; readonly schema: z.ZodType<Data> },
  tell: (data: Data) => Outcome,
): Promise<Outcome> => {
  const answered = await callFleet({
    url: `${baseUrl}${call.path}`,
    method: call.method,
    headers: { accept: 'application/json', 'x-api-key': apiKey },
    timeoutMs: ASK_TIMEOUT_MS,
    maxBytes: MAX_ANSWER_BYTES,
  });
  if (answered.outcome === 'unreachable') return fail(describeSilence(baseUrl, answered.reason));
  if (answered.status !== 200) return fail(describeError(answered.status, answered.body));
  const body = z.object({ data: z.unknown() }).safeParse(parseJson(answered.body));
  const parsed = call.schema.safeParse(body.data?.data);
  return parsed.success ? tell(parsed.data) : fail(describeStranger(baseUrl));
};
