import { removedHeadersOf, withSecretHeaders } from '@quarry/contracts';
import type { RequestRow } from '@quarry/store';
import type { HeaderSeals } from '@quarry/tokens';
import type { OperationOutcome } from '../port.js';

/** Without its credentials the request would get, and be charged for, another page. */
export const HEADERS_LOST: OperationOutcome = {
  verdict: 'internal_error',
  reason: 'headers_lost',
  message:
    'The secret headers of this request can no longer be opened: they are not in a restored backup, or this worker does not have the secret they were sealed with (QUARRY_HEADER_SECRET, else QUARRY_SECRET). Nothing was charged; send the request again with its headers.',
};

/** The row with its secret headers restored; undefined if they cannot be opened. */
export const restoreHeaders = (seals: HeaderSeals | undefined, row: RequestRow): RequestRow | undefined => {
  const { id: requestId, accountId, params, sealedHeaders } = row;
  if (removedHeadersOf(params).length === 0) return row;
  const headers = sealedHeaders === undefined ? undefined : seals?.open({ accountId, requestId }, sealedHeaders);
  return headers && { ...row, params: withSecretHeaders(params, headers) };
};
