import { useMutation, useQueryClient, type Query } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { sessionQuery, signOut } from '../api/session.js';
import { showToast } from '../ui/overlay/toast-store.js';

const isOfSession = ({ queryKey }: Query): boolean => queryKey[0] === sessionQuery.queryKey[0];

/** Ends the session and forgets everything that was read with it. */
export const useSignOut = () => {
  const queryClient = useQueryClient();
  const router = useRouter();
  return useMutation({
    mutationFn: signOut,
    onSuccess: async () => {
      queryClient.setQueryData(sessionQuery.queryKey, (session) => {
        if (!session) return session;
        const { signUp, apiUrl, filesUrl, version } = session;
        return { user: null, signUp, apiUrl, filesUrl, version };
      });
      await router.navigate({ to: '/sign-in' });
      queryClient.removeQueries({ predicate: (query) => !isOfSession(query) });
    },
    onError: (error) => showToast({ title: 'Signing out failed', description: error.message, tone: 'danger' }),
  });
};
