import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { requestQuery } from '../request-query.js';
import { readShareFragment } from '../share-link.js';

/** Fills the form once from the link that was followed: from its fragment, or from a request of the log. */
export const useFirstParams = (
  from: string | undefined,
  fill: (params: unknown) => void,
): { readonly error: string | undefined } => {
  const { data, error } = useQuery({ ...requestQuery(from ?? ''), enabled: from !== undefined, retry: false });
  const filled = useRef<string | undefined>(undefined);
  useEffect(() => {
    const params = readShareFragment(window.location.hash);
    if (params === undefined || filled.current === window.location.hash) return;
    filled.current = window.location.hash;
    fill(params);
  }, [fill]);
  useEffect(() => {
    if (data === undefined || filled.current === data.id) return;
    filled.current = data.id;
    fill(data.params);
  }, [data, fill]);
  return { error: error === null ? undefined : `The linked call could not be opened: ${error.message}` };
};
