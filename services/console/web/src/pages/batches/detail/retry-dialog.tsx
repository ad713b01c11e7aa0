import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
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
import { batchPath } from '../batch-paths.js';

const HEADERS: MapField = { kind: 'map', path: 'headers', name: 'headers', note: '', isRequired: false };

export interface RetryDialogProps {
  readonly batch: BatchView;
  readonly isOpen: boolean;
  readonly onClose: () => void;
}

/** Makes a new batch of the failed items. Secrets of their headers are kept nowhere, so the API may ask for them again. */
export function RetryDialog({ batch, isOpen, onClose }: RetryDialogProps) {
  const { operation, jobId, failedCount } = batch;
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const [headers, setHeaders] = useState<DraftValue>([]);
  // The same press of the button, after a lost response, makes no second batch.
  const key = useMemo(() => (isOpen ? crypto.randomUUID() : ''), [isOpen]);
  const retry = useMutation({
    mutationFn: async () => {
      const body = toParams([HEADERS], { headers }).params;
      const path = `${batchPath(operation)}/${jobId}/retry-failed`;
      return gatewayJson<{ jobId: string }>(path, {
        method: 'POST',
        body,
        headers: { 'idempotency-key': `${key}-${JSON.stringify(body).length}` },
      });
    },
    onSuccess: async (made) => {
      onClose();
      void queryClient.invalidateQueries({ queryKey: ['batches'] });
      void queryClient.invalidateQueries({ queryKey: ['account-usage'] });
      await navigate({ to: '/batches/$jobId', params: { jobId: made.jobId } });
    },
  });
  const violations = isApiError(retry.error) ? retry.error.violations : [];
  const needsHeaders = violations.some(({ field }) => field.startsWith('headers'));
  return (
    <Dialog
      isOpen={isOpen}
      onClose={onClose}
      title={`Retry ${plural(failedCount, 'failed request')}`}
      description="A new batch is made of them, with the same parameters. This one stays as it is."
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="primary" isBusy={retry.isPending} onClick={() => retry.mutate()}>
            Retry
          </Button>
        </>
      }
    >
      {retry.error && (
        <Notice tone="danger" isAnnounced>
          {violations[0]?.message ?? retry.error.message}
        </Notice>
      )}
      {needsHeaders && (
        <Field label="Secret headers" description="Their values are not kept once an item has ended. Enter them again.">
          <MapControl field={HEADERS} value={headers} onChange={setHeaders} />
        </Field>
      )}
    </Dialog>
  );
}
