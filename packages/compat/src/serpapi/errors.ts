import { ERRORS, type ErrorBody, type ErrorCode } from '@quarry/contracts';
import type { CompatError } from '../firecrawl/errors.js';

/** Statuses by which clients tell errors apart, where ours would be another one. */
const STATUSES: Readonly<Partial<Record<ErrorCode, number>>> = { validation_failed: 400, credits_exhausted: 429 };

/** Most parameters whose fault an error names. */
const MAX_NAMED = 20;

/** An error as these clients read it. */
export const serpError = ({ error, message, requestMetadata, errors = [] }: ErrorBody): CompatError => {
  const wrong = errors.slice(0, MAX_NAMED).map(({ message: why }) => why);
  return {
    statusCode: STATUSES[error] ?? ERRORS[error].status,
    body: {
      search_metadata: { id: requestMetadata.id, status: 'Error' },
      error: [message, ...wrong].join(' '),
      code: error,
    },
  };
};
