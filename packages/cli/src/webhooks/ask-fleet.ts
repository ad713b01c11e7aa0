import { z } from 'zod';
import { describeError, parseJson } from '../fleet/fleet-error.js';
import type { Fleet } from '../fleet/fleet-options.js';
import { callFleet } from '../fleet/http-client.js';
import { fail, type Outcome } from '../outcome.js';

const ASK_TIMEOUT_MS = 30_000;
const MAX_ANSWER_BYTES = 4 * 1_048_576;

/** One short call about webhooks; `tell` makes an outcome of its `data`. */
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
  if (answered.outcome === 'unreachable') {
    const remedy = 'Start a fleet with npm start, or name another one with --base-url.';
    return fail(`No answer from ${baseUrl} (${answered.reason}). ${remedy}`);
  }
  if (answered.status !== 200) return fail(describeError(answered.status, answered.body));
  const body = z.object({ data: z.unknown() }).safeParse(parseJson(answered.body));
  const parsed = call.schema.safeParse(body.data?.data);
  return parsed.success
    ? tell(parsed.data)
    : fail(`${baseUrl} did not answer as a Quarry fleet does. Is the base URL right?`);
};
