import type { Request } from 'express';
import type { ValidateResult } from '@quarry/contracts';
import { refuse, type Refusal } from '../../admission/screen-request.js';
import { queryTextOf, readQuery } from './read-query.js';

/** The checked query of a call, or all its violations at once. */
export const readCheckedQuery = <Params>(
  request: Request,
  validate: (query: object) => ValidateResult<Params>,
): { readonly outcome: 'fine'; readonly params: Params } | Refusal => {
  const { input, violations } = readQuery(queryTextOf(request.url));
  const checked = validate(input);
  if (checked.ok && violations.length === 0) return { outcome: 'fine', params: checked.params };
  return refuse('validation_failed', { errors: [...violations, ...(checked.ok ? [] : checked.violations)] });
};
