import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { isApiError } from '../api/api-error.js';
import { sessionQuery } from '../api/session.js';

const RETRIES = 2;

/** Only what may be otherwise next time is asked again. */
const isWorthRetrying = (failures: number, error: Error): boolean =>
  failures < RETRIES && isApiError(error) && (error.status === 0 || error.status >= 500);

/** The app's cache. A call that finds the session ended has it read again, and the guard then asks to sign in. */
export const createQueryClient = (onSessionEnd: () => void): QueryClient => {
  const onError = (error: Error): void => {
    if (isApiError(error, 'unauthorized') || isApiError(error, 'no_session')) onSessionEnd();
  };
  return new QueryClient({
    queryCache: new QueryCache({
      onError: (error, query) => query.queryKey[0] !== sessionQuery.queryKey[0] && onError(error),
    }),
    mutationCache: new MutationCache({ onError }),
    defaultOptions: {
      queries: { retry: isWorthRetrying, staleTime: 5_000 },
      mutations: { retry: false },
    },
  });
};
