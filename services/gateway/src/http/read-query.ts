import { parse } from 'qs';
import type { Violation } from '@quarry/contracts';
import { QUERY_ARRAY_LIMIT, QUERY_DEPTH, QUERY_PARAMETER_LIMIT } from '../bounds.js';

export type QueryReading =
  | { readonly ok: true; readonly input: Record<string, unknown> }
  | { readonly ok: false; readonly violations: readonly Violation[] };

/** Reads `name[]` and `name[key]` into a nested object without a prototype; what goes over a bound is a violation. */
export const readQuery = (text: string): QueryReading => {
  try {
    const input = parse(text, {
      arrayLimit: QUERY_ARRAY_LIMIT,
      depth: QUERY_DEPTH,
      parameterLimit: QUERY_PARAMETER_LIMIT,
      strictDepth: true,
      throwOnLimitExceeded: true,
      plainObjects: true,
    });
    return { ok: true, input };
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    const message = `The query string has too many values or is nested too deeply: ${error.message}`;
    return { ok: false, violations: [{ field: 'query', rule: 'maxLength', message }] };
  }
};

/** Everything after the first question mark. */
export const queryTextOf = (url: string): string => {
  const mark = url.indexOf('?');
  return mark < 0 ? '' : url.slice(mark + 1);
};
