import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { sharedCallQuery } from '../../../api/shared-calls.js';
import { useSession } from '../../../app/use-session.js';
import { requestQuery } from '../request-query.js';
import { judgeShare, type ShareRefusal, type ShareSearch } from '../share-link.js';

/** The link that was followed. */
export interface FirstSearch extends ShareSearch {
  /** A request of the log. */
  readonly from?: string;
}

export interface FirstParams {
  /** Why the linked call could not be read. */
  readonly error: string | undefined;
  /** Why the shared call is not opened. */
  readonly refusal: ShareRefusal | undefined;
}

/** Fills the form once from the link that was followed: from a shared call, or from a request of the log. */
export const useFirstParams = (search: FirstSearch, fill: (params: unknown) => void): FirstParams => {
  const { from, shared, in: accountId } = search;
  const session = useSession();
  const refusal = shared === undefined || accountId === undefined ? undefined : judgeShare(accountId, session);
  const isOpened = shared !== undefined && refusal === undefined;
  const call = useQuery({ ...sharedCallQuery(shared ?? ''), enabled: isOpened });
  const request = useQuery({
    ...requestQuery(from ?? ''),
    enabled: from !== undefined && shared === undefined,
    retry: false,
  });
  const data = call.data ?? request.data;
  const filled = useRef<string | undefined>(undefined);
  useEffect(() => {
    if (data === undefined || filled.current === data.id) return;
    filled.current = data.id;
    fill(data.params);
  }, [data, fill]);
  const error = call.error ?? request.error;
  return { error: error === null ? undefined : `The linked call could not be opened: ${error.message}`, refusal };
};
