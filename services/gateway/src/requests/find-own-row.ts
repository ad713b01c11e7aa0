import type { BatchItem, BatchItemStore, RequestRow, RequestStore } from '@quarry/store';
import { STORE_ANSWER_MS } from '../bounds.js';
import { withTimeout } from '../http/with-timeout.js';

export interface OwnRowParts {
  readonly requests: Pick<RequestStore, 'get'>;
  readonly items: Pick<BatchItemStore, 'get'>;
}

const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;

/** The account's request or batch item of this id; undefined if there is none, or it is of another account. */
export const findOwnRow = async (
  { requests, items }: OwnRowParts,
  accountId: string,
  requestId: string,
): Promise<RequestRow | BatchItem | undefined> => {
  if (!UUID.test(requestId)) return undefined;
  const id = requestId.toLowerCase();
  const request = await withTimeout(STORE_ANSWER_MS, requests.get(id));
  const row = request ?? (await withTimeout(STORE_ANSWER_MS, items.get(id)));
  return row?.accountId === accountId ? row : undefined;
};
