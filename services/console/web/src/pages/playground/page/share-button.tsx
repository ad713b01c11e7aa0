import { useMutation, useQueryClient } from '@tanstack/react-query';
import { shareCall, sharedCallsQuery } from '../../../api/shared-calls.js';
import { Button } from '../../../ui/button.js';
import { copyText } from '../../../ui/copy-text.js';
import { LinkIcon } from '../../../ui/icons.js';
import { showToast } from '../../../ui/overlay/toast-store.js';
import { maskParams } from '../history/mask-params.js';
import { sharePath } from '../share-link.js';

export interface ShareButtonProps {
  readonly operation: string;
  readonly accountId: string;
  readonly params: Readonly<Record<string, unknown>>;
}

/** Keeps the parameters, without secrets, for members of the account, and copies a link to them. */
export function ShareButton({ operation, accountId, params }: ShareButtonProps) {
  const queryClient = useQueryClient();
  const sharing = useMutation({
    mutationFn: () => shareCall({ operation, params: maskParams(params) }),
    onSuccess: async ({ id }) => {
      const link = location.origin + sharePath(operation, id, accountId);
      showToast(
        (await copyText(link))
          ? {
              title: 'Link copied',
              description: 'For 30 days it opens these parameters, without secrets, for members of this account.',
            }
          : { title: 'Copying failed', description: link, tone: 'danger' },
      );
      await queryClient.invalidateQueries({ queryKey: sharedCallsQuery.queryKey, exact: true });
    },
    onError: ({ message }) => showToast({ title: 'The call was not shared', description: message, tone: 'danger' }),
  });
  return (
    <Button icon={<LinkIcon />} isBusy={sharing.isPending} onClick={() => sharing.mutate()}>
      Share
    </Button>
  );
}
