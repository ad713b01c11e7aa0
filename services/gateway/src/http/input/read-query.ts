import { parse } from 'qs';
import type { Violation } from '@quarry/contracts';
import { QUERY_ARRAY_LIMIT, QUERY_DEPTH, QUERY_NAME_ECHO_MAX_CHARS, QUERY_PARAMETER_LIMIT } from '../../bounds.js';

export interface QueryReading {
  readonly input: Record<string, unknown>;
  /** Violations of pairs that are not in `input`. */
  readonly violations: readonly Violation[];
}

const violation = (field: string, rule: Violation['rule'], message: string): Violation => ({ field, rule, message });

const decode = (name: string): string => {
  try {
    return decodeURIComponent(name.replaceAll('+', ' '));
  } catch {
    return name;
  }
};

/** `a[b][c]=1` as a, b, c. */
const partsOf = (pair: string): readonly string[] => {
  const plain = pair.replace(/%5B/gi, '[').replace(/%5D/gi, ']');
  const bracketEnd = plain.indexOf(']=');
  const name = bracketEnd < 0 ? (plain.split('=', 1)[0] ?? '') : plain.slice(0, bracketEnd + 1);
  return decode(name)
    .split('[')
    .map((part) => part.replace(/\]$/, ''));
};

/** A pair that cannot be a parameter: nested too deep, or named `__proto__`. */
const strange = (pair: string): Violation | undefined => {
  const parts = partsOf(pair);
  const isTooDeep = parts.length - 1 > QUERY_DEPTH;
  if (!isTooDeep && !parts.includes('__proto__')) return undefined;
  const whole = parts.join('.');
  const field = whole.length > QUERY_NAME_ECHO_MAX_CHARS ? `${whole.slice(0, QUERY_NAME_ECHO_MAX_CHARS)}...` : whole;
  const why = isTooDeep ? `: names are nested at most ${QUERY_DEPTH} levels deep` : ' of this operation';
  return violation(field, 'unknown', `${field} is not a parameter${why}. Remove it or check its spelling.`);
};

const nothing = (message: string): QueryReading => ({
  input: Object.create(null) as Record<string, unknown>,
  violations: [violation('query', 'maxLength', message)],
});

/** Reads `name[]` and `name[key]` into a nested object without a prototype; exceeding a limit is a violation. */
export const readQuery = (text: string): QueryReading => {
  const pairs = text.split('&', QUERY_PARAMETER_LIMIT + 1);
  if (pairs.length > QUERY_PARAMETER_LIMIT) {
    return nothing(`The query string has more than ${QUERY_PARAMETER_LIMIT} values. Send fewer.`);
  }
  const violations = new Map<string, Violation>();
  const kept = pairs.filter((pair) => {
    const found = strange(pair);
    if (found) violations.set(found.field, found);
    return found === undefined;
  });
  try {
    const input = parse(kept.join('&'), {
      arrayLimit: QUERY_ARRAY_LIMIT,
      depth: QUERY_DEPTH,
      parameterLimit: QUERY_PARAMETER_LIMIT,
      strictDepth: true,
      throwOnLimitExceeded: true,
      plainObjects: true,
    });
    return { input, violations: [...violations.values()] };
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    return nothing(`The query string has a list of more than ${QUERY_ARRAY_LIMIT} values. Send fewer.`);
  }
};

/** Everything after the first question mark. */
export const queryTextOf = (url: string): string => {
  const mark = url.indexOf('?');
  return mark < 0 ? '' : url.slice(mark + 1);
};
