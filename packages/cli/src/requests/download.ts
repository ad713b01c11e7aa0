import { CALL_TIMEOUT_MS } from '../fleet/call-operation.js';
import { describeStranger, failureOf } from '../fleet/fleet-error.js';
import type { Fleet } from '../fleet/fleet-options.js';
import { callFleet } from '../fleet/http-client.js';
import { EXIT_CODES } from '../exit-codes.js';
import { fail, succeed, type Outcome } from '../outcome.js';
import { writeWhole } from '../output/write-whole.js';

export interface Download {
  /** A link of a response, such as that of a screenshot. */
  readonly link: string;
  readonly file: string;
}

/** Writes a stored file. Only links of the deployment itself are followed, as the key goes with the call. */
export const download = async ({ baseUrl, apiKey }: Fleet, { link, file }: Download): Promise<Outcome> => {
  if (!URL.canParse(link) || new URL(link).origin !== new URL(baseUrl).origin) {
    return fail(`${link} is no link of ${baseUrl}. Use one that a response of it has.`, EXIT_CODES.invalid);
  }
  const answered = await callFleet({
    url: link,
    method: 'GET',
    headers: { 'x-api-key': apiKey },
    timeoutMs: CALL_TIMEOUT_MS,
  });
  const failure = failureOf(baseUrl, answered);
  if (failure || answered.outcome === 'unreachable') return failure ?? fail(describeStranger(baseUrl));
  const fault = await writeWhole(file, answered.body);
  return fault === undefined ? succeed('', `${answered.body.length} bytes written to ${file}`) : fail(fault);
};
