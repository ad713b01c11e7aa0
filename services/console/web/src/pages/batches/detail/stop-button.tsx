import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { isCrawl, isRunning, type BatchView } from '../../../api/batches.js';
import { gatewayJson } from '../../../api/client.js';
import { formatCount } from '../../../format/format.js';
import { Button } from '../../../ui/button.js';
import { ConfirmDialog } from '../../../ui/overlay/confirm-dialog.js';
import { StopIcon } from '../../../ui/icons.js';
import { jobPath } from '../batch-paths.js';

/** Stops a running batch, after asking. */
export function StopButton({ batch }: { readonly batch: BatchView }) {
  const { requestsCount, responsesCount, stopRequestedAt } = batch;
  const name = isCrawl(batch) ? 'crawl' : 'batch';
  const queryClient = useQueryClient();
  const [isAsking, setAsking] = useState(false);
  const stop = useMutation({
    mutationFn: () => gatewayJson(jobPath(batch), { method: 'DELETE' }),
    onSuccess: async () => {
      setAsking(false);
      await queryClient.invalidateQueries({ queryKey: ['batches'] });
    },
  });
  if (!isRunning(batch)) return null;
  const left = requestsCount - responsesCount;
  return (
    <>
      <Button icon={<StopIcon />} disabled={stopRequestedAt !== undefined} onClick={() => setAsking(true)}>
        {stopRequestedAt === undefined ? 'Stop' : 'Stopping…'}
      </Button>
      <ConfirmDialog
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        title={`Stop this ${name}?`}
        confirmLabel={`Stop ${name}`}
        isDangerous
        isBusy={stop.isPending}
        error={stop.error}
        onConfirm={() => stop.mutate()}
      >
        Of the {formatCount(left)} that are left, those that have not started are cancelled and their credits released;
        running ones finish. Results so far are kept. It cannot be resumed
        {isCrawl(batch) ? '.' : ', but the cancelled ones can be retried.'}
      </ConfirmDialog>
    </>
  );
}
