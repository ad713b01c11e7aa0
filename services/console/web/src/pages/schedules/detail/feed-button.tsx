import { useMutation } from '@tanstack/react-query';
import { signFeedLink } from '../../../api/schedules.js';
import { Button } from '../../../ui/button.js';
import { copyText } from '../../../ui/copy-text.js';
import { LinkIcon } from '../../../ui/icons.js';
import { showToast } from '../../../ui/overlay/toast-store.js';

/** Copies a link to the feed of changes for feed readers, which send no key. */
export function FeedButton({ scheduleId }: { readonly scheduleId: string }) {
  const signing = useMutation({
    mutationFn: () => signFeedLink(scheduleId),
    onSuccess: async (link) =>
      showToast(
        (await copyText(link))
          ? { title: 'Feed link copied', description: 'For 30 days whoever has it reads the changes, without a key.' }
          : { title: 'Copying failed', description: link, tone: 'danger' },
      ),
    onError: ({ message }) => showToast({ title: 'No link was made', description: message, tone: 'danger' }),
  });
  return (
    <Button icon={<LinkIcon />} isBusy={signing.isPending} onClick={() => signing.mutate()}>
      Copy feed link
    </Button>
  );
}
