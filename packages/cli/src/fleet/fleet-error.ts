import { z } from 'zod';
import { exitCodeOfError, exitCodeOfSilence } from '../exit-codes.js';
import { fail, type Outcome } from '../outcome.js';
import { ViolationGroups } from '../violation-groups.js';
import type { FleetAnswer } from './http-client.js';

/** The place of a violation within a batch. */
const ITEM = /^(requests\.\d+)(.*)$/s;

const LIST_NAMED = / The errors list names each of them\.$/;

const errorSchema = z.object({
  error: z.string(),
  message: z.string(),
  reason: z.string().optional(),
  errors: z.array(z.object({ field: z.string(), message: z.string() })).optional(),
});

/** Nothing responds at the base URL. */
export const describeSilence = (baseUrl: string, reason: string): string =>
  `No response from ${baseUrl} (${reason}). Check the base URL, and that the deployment is running.`;

/** Something responds, but not a fleet. */
export const describeStranger = (baseUrl: string): string =>
  `${baseUrl} did not respond as a Quarry fleet does. Is the base URL right?`;

/** Undefined for what is not JSON. */
export const parseJson = (body: Buffer): unknown => {
  try {
    return JSON.parse(body.toString('utf8'));
  } catch {
    return undefined;
  }
};

/** The code of the fleet's error; undefined if the response is not from a fleet. */
export const errorCodeOf = (body: Buffer): string | undefined => errorSchema.safeParse(parseJson(body)).data?.error;

/** The fleet's error for people: one line, and one for each violation. */
export const describeError = (status: number, body: Buffer): string => {
  const parsed = errorSchema.safeParse(parseJson(body));
  if (!parsed.success) return `The fleet returned ${status} without a reason. Is the base URL right?`;
  const { error, message, reason, errors = [] } = parsed.data;
  const groups = new ViolationGroups();
  for (const { field, message: text } of errors) {
    const [, place, rest = ''] = ITEM.exec(field) ?? [];
    // The same violation of several items differs in its place alone.
    if (place === undefined) groups.add('', `${field}: ${text}`);
    else groups.add(place, `${rest}: ${text.replaceAll(field, rest.replace(/^\./, '') || 'the item')}`);
  }
  const listed = groups.lines().map((line) => `\n  ${line}`);
  // The list follows, so that it need not be named.
  const shown = listed.length > 0 ? message.replace(LIST_NAMED, '') : message;
  return `${shown} (${reason ? `${error}: ${reason}` : error})${listed.join('')}`;
};

/** The failure of a call that got no response, or another one than 200; undefined for a 200. */
export const failureOf = (baseUrl: string, answered: FleetAnswer): Outcome | undefined => {
  if (answered.outcome === 'unreachable') {
    return fail(describeSilence(baseUrl, answered.reason), exitCodeOfSilence(answered.reason));
  }
  const { status, body } = answered;
  return status === 200 ? undefined : fail(describeError(status, body), exitCodeOfError(status, errorCodeOf(body)));
};
