import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { sessionQuery, type Session } from '../../api/session.js';
import { localPath } from '../../app/local-path.js';

/** A way to sign in. Afterwards the app goes to `next`, a path of its own, with nothing kept of who was signed in before. */
export const useEntry = <Input>(enter: (input: Input) => Promise<Session>, next?: string) => {
  const queryClient = useQueryClient();
  const router = useRouter();
  return useMutation({
    mutationFn: enter,
    onSuccess: async (session) => {
      queryClient.clear();
      queryClient.setQueryData(sessionQuery.queryKey, session);
      router.history.replace(localPath(next));
      await router.invalidate();
    },
  });
};
