import { useMutation, useQueryClient } from '@tanstack/react-query';
import { testAlerts } from '../../../api/alerts.js';
import { Button } from '../../../ui/button.js';
import { showToast } from '../../../ui/overlay/toast-store.js';
import { failureWords } from './failure-words.js';

export interface TestButtonProps {
  /** The form differs from what is saved, which is what a test uses. */
  readonly isChanged: boolean;
  readonly hasReceiver: boolean;
}

/** Sends a test to all saved receivers. */
export function TestButton({ isChanged, hasReceiver }: TestButtonProps) {
  const queryClient = useQueryClient();
  const testing = useMutation({
    mutationFn: testAlerts,
    onSuccess: async (results) => {
      for (const { channel, to, isSent, error } of results) {
        if (!isSent)
          showToast({
            title: `Nothing was sent to ${to}`,
            description: `Reason: ${failureWords(error ?? 'unknown')}.`,
            tone: 'danger',
          });
        else if (channel === 'email') showToast({ title: `A test was sent to ${to}` });
        else
          showToast({
            title: 'A test is on its way to the webhook',
            description: 'What it responds is under Webhooks.',
          });
      }
      await queryClient.invalidateQueries({ queryKey: ['deliveries'] });
    },
    onError: ({ message }) => showToast({ title: 'No test was sent', description: message, tone: 'danger' }),
  });
  return (
    <Button
      isBusy={testing.isPending}
      disabled={isChanged || !hasReceiver}
      title={
        isChanged
          ? 'Save first: a test goes where alerts go'
          : hasReceiver
            ? undefined
            : 'Nobody is told yet: set a webhook or confirm an address'
      }
      onClick={() => testing.mutate()}
    >
      Send a test
    </Button>
  );
}
