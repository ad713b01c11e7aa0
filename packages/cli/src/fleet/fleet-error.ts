import { z } from 'zod';

/** Violations that are listed; the rest is counted. */
const MAX_LISTED = 50;

const errorSchema = z.object({
  error: z.string(),
  message: z.string(),
  reason: z.string().optional(),
  errors: z.array(z.object({ field: z.string(), message: z.string() })).optional(),
});

/** Undefined for what is no JSON. */
export const parseJson = (body: Buffer): unknown => {
  try {
    return JSON.parse(body.toString('utf8'));
  } catch {
    return undefined;
  }
};

/** The fleet's code for what went wrong; undefined for an answer that is not a fleet's. */
export const errorCodeOf = (body: Buffer): string | undefined => errorSchema.safeParse(parseJson(body)).data?.error;

/** What the fleet says is wrong, for people: one line, and one for each violation. */
export const describeError = (status: number, body: Buffer): string => {
  const parsed = errorSchema.safeParse(parseJson(body));
  if (!parsed.success) return `The fleet answered ${status} without saying why. Is the base URL right?`;
  const { error, message, reason, errors = [] } = parsed.data;
  const listed = errors.slice(0, MAX_LISTED).map((violation) => `\n  ${violation.field}: ${violation.message}`);
  if (errors.length > MAX_LISTED) listed.push(`\n  and ${errors.length - MAX_LISTED} more`);
  return `${message} (${reason ? `${error}: ${reason}` : error})${listed.join('')}`;
};
