import { removedHeadersOf, withSecretHeaders } from '@quarry/contracts';
import type { RequestRow } from '@quarry/store';
import type { HeaderSeals } from '@quarry/tokens';
import type { OperationOutcome } from '../port.js';

/** Asking the target without the credentials it was to be asked with would bring another page, and a price for it. */
export const HEADERS_LOST: OperationOutcome = {
  verdict: 'internal_error',
  reason: 'headers_lost',
  message:
    'The secret headers of this request cannot be opened any more: a backup does not have them, and what they were sealed with (QUARRY_HEADER_SECRET, else QUARRY_SECRET) is known to this worker no more, or never was. Nothing was charged; send it again with them.',
};

/** The row with its secret headers in their places; undefined where they cannot be had (any more). */
export const restoreHeaders = (seals: HeaderSeals | undefined, row: RequestRow): RequestRow | undefined => {
  const { id: requestId, accountId, params, sealedHeaders } = row;
  if (removedHeadersOf(params).length === 0) return row;
  const headers = sealedHeaders === undefined ? undefined : seals?.open({ accountId, requestId }, sealedHeaders);
  return headers && { ...row, params: withSecretHeaders(params, headers) };
};
