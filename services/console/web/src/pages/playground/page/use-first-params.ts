import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useSession } from '../../../app/use-session.js';
import { requestQuery } from '../request-query.js';
import { judgeShare, readShareFragment, type ShareRefusal } from '../share-link.js';

export interface FirstParams {
  /** Why the request of the log could not be read. */
  readonly error: string | undefined;
  /** Why the shared call is not opened. */
  readonly refusal: ShareRefusal | undefined;
}

/** Fills the form once from the link that was followed: from its fragment, or from a request of the log. */
export const useFirstParams = (from: string | undefined, fill: (params: unknown) => void): FirstParams => {
  const session = useSession();
  const { data, error } = useQuery({ ...requestQuery(from ?? ''), enabled: from !== undefined, retry: false });
  const filled = useRef<string | undefined>(undefined);
  const [fragment] = useState(() => window.location.hash);
  const shared = readShareFragment(fragment);
  const refusal = shared && judgeShare(shared, session);
  const isOpened = shared !== undefined && refusal === undefined;
  useEffect(() => {
    const params = readShareFragment(fragment)?.params;
    if (!isOpened || params === undefined || filled.current === fragment) return;
    filled.current = fragment;
    fill(params);
  }, [fill, fragment, isOpened]);
  useEffect(() => {
    if (data === undefined || filled.current === data.id) return;
    filled.current = data.id;
    fill(data.params);
  }, [data, fill]);
  return { error: error === null ? undefined : `The linked call could not be opened: ${error.message}`, refusal };
};
