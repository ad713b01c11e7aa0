import { useMutation, useQueryClient, type UseMutationResult } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import { isApiError } from '../../../api/api-error.js';
import type { BatchView } from '../../../api/batches.js';
import { gatewayJson } from '../../../api/client.js';
import { MapControl } from '../../../forms/controls/map-control.js';
import type { DraftValue } from '../../../forms/draft.js';
import type { MapField } from '../../../forms/form-field.js';
import { toParams } from '../../../forms/to-params.js';
import { plural } from '../../../format/format.js';
import { Button } from '../../../ui/button.js';
import { Dialog } from '../../../ui/overlay/dialog.js';
import { Field } from '../../../ui/form/field.js';
import { Notice } from '../../../ui/page/notice.js';
import { jobPath } from '../batch-paths.js';

const HEADERS: MapField = { kind: 'map', path: 'headers', name: 'headers', note: '', isRequired: false };

type Retry = UseMutationResult<{ jobId: string }, Error, DraftValue>;

/** Makes a new batch of the failed items and opens it; called with headers to send besides those that are kept. */
export const useRetry = (batch: BatchView): Retry => {
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  // The same call again, after a lost response, makes no second batch; one with other headers is another call.
  const call = useRef<{ readonly key: string; readonly text: string }>(undefined);
  return useMutation({
    mutationFn: async (headers: DraftValue) => {
      const body = toParams([HEADERS], { headers }).params;
      const text = JSON.stringify(body);
      if (call.current?.text !== text) call.current = { key: crypto.randomUUID(), text };
      const path = `${jobPath(batch)}/retry-failed`;
      return gatewayJson<{ jobId: string }>(path, {
        method: 'POST',
        body,
        headers: { 'idempotency-key': call.current.key },
      });
    },
    onSuccess: async (made) => {
      // The page of the batch that it made is the same component: a retry there is another one.
      call.current = undefined;
      void queryClient.invalidateQueries({ queryKey: ['batches'] });
      void queryClient.invalidateQueries({ queryKey: ['account-usage'] });
      await navigate({ to: '/batches/$jobId', params: { jobId: made.jobId } });
    },
  });
};

/** Opens when a retry was refused. Secrets of the items' headers are kept nowhere, so the API may ask for them again. */
export function RetryDialog({ batch, retry }: { readonly batch: BatchView; readonly retry: Retry }) {
  const [headers, setHeaders] = useState<DraftValue>([]);
  const [refusal, setRefusal] = useState<Error | null>(null);
  // It stays while it tries again.
  if (retry.error !== null && retry.error !== refusal) setRefusal(retry.error);
  if (retry.isSuccess && refusal !== null) setRefusal(null);
  const violations = isApiError(refusal) ? refusal.violations : [];
  const needsHeaders = violations.some(({ field }) => field.startsWith('headers'));
  const close = (): void => {
    setRefusal(null);
    retry.reset();
  };
  return (
    <Dialog
      isOpen={refusal !== null}
      onClose={close}
      title={`Retry ${plural(batch.failedCount, 'failed request')}`}
      description="A new batch is made of them, with the same parameters. This one stays as it is."
      footer={
        <>
          <Button onClick={close}>Cancel</Button>
          <Button variant="primary" isBusy={retry.isPending} onClick={() => retry.mutate(headers)}>
            Retry
          </Button>
        </>
      }
    >
      <Notice tone="danger" isAnnounced>
        {violations[0]?.message ?? refusal?.message}
      </Notice>
      {needsHeaders && (
        <Field label="Secret headers" description="Their values are not kept once an item has ended. Enter them again.">
          <MapControl field={HEADERS} value={headers} onChange={setHeaders} />
        </Field>
      )}
    </Dialog>
  );
}
