import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { chooseAccount, sessionQuery } from '../api/session.js';
import { showToast } from '../ui/overlay/toast-store.js';

/**
 * Goes to another account of the same person: everything read so far was of the one before. `isStaying`: on the same page, which
 * the other account has as well.
 */
export const useAccountChange = ({ isStaying = false }: { readonly isStaying?: boolean } = {}) => {
  const queryClient = useQueryClient();
  const router = useRouter();
  return useMutation({
    mutationFn: chooseAccount,
    onSuccess: async (session) => {
      queryClient.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== sessionQuery.queryKey[0] });
      queryClient.setQueryData(sessionQuery.queryKey, session);
      if (!isStaying) await router.navigate({ to: '/' });
      await router.invalidate();
    },
    onError: (error) =>
      showToast({ title: 'The account could not be changed', description: error.message, tone: 'danger' }),
  });
};
