import { useMutation, useQuery, useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { isApiError } from '../../api/api-error.js';
import { operationsQuery, type OperationView } from '../../api/operations.js';
import { accountUsageQuery } from '../../api/usage.js';
import { useIsAllowed } from '../../app/use-session.js';
import { plural } from '../../format/format.js';
import { useSubmissionKey } from '../../parts/use-submission-key.js';
import { Card } from '../../ui/page/card.js';
import { EmptyState } from '../../ui/page/empty-state.js';
import { Field } from '../../ui/form/field.js';
import { ChevronLeftIcon } from '../../ui/icons.js';
import { Input } from '../../ui/form/input.js';
import { Notice } from '../../ui/page/notice.js';
import { PageHeader } from '../../ui/page/page-header.js';
import { Segmented } from '../../ui/form/segmented.js';
import { ITEMS_MAX } from './input/read-input.js';
import styles from './new-batch-page.module.css';
import { DefaultsPanel } from './new/defaults-panel.js';
import { FaultsPanel } from './new/faults-panel.js';
import { RequestsCard } from './new/requests-card.js';
import { StartPanel } from './new/start-panel.js';
import { placeViolations, submitBatch, type Submission } from './new/submit-batch.js';
import { useBatchDraft } from './new/use-batch-draft.js';
import { useBatchPrice } from './new/use-batch-price.js';

/** Submits a batch and goes to its page. */
const useStart = () => {
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const keyOf = useSubmissionKey();
  return useMutation({
    mutationFn: (sent: Submission) => submitBatch(sent, keyOf(sent)),
    onSuccess: async (jobId) => {
      void queryClient.invalidateQueries({ queryKey: ['account-usage'] });
      void queryClient.invalidateQueries({ queryKey: ['batches'] });
      await navigate({ to: '/batches/$jobId', params: { jobId } });
    },
  });
};

function NewBatch({ operation }: { readonly operation: OperationView }) {
  const draft = useBatchDraft(operation);
  const { fields, fine, faultyLines, defaultParams, isTooLong } = draft;
  const [webhook, setWebhook] = useState('');
  const available = useQuery(accountUsageQuery).data?.availableCredits;
  const price = useBatchPrice(operation.id, fields, fine, defaultParams.params);
  const submission: Submission = {
    operation: operation.id,
    items: fine,
    defaults: defaultParams.params,
    webhook: webhook.trim() === '' ? undefined : { url: webhook.trim() },
  };
  const start = useStart();
  const refused = isApiError(start.error)
    ? placeViolations(start.error.violations, start.variables?.items ?? [])
    : undefined;
  const obstacle = isTooLong
    ? `A batch has at most ${plural(ITEMS_MAX, 'request')}. Split it.`
    : defaultParams.faults.length > 0
      ? 'Correct the parameters for every request first.'
      : undefined;
  return (
    <>
      <RequestsCard draft={draft} />
      <Card title="For every request" description="Parameters of each request that does not set them itself.">
        <div className={styles['part']}>
          <DefaultsPanel draft={draft} faults={refused?.defaults ?? []} />
          <Field
            label="Webhook"
            aside="optional"
            description="An address that is told when the batch has ended."
            error={refused?.others.find((message) => message.startsWith('webhook'))}
          >
            <Input
              inputMode="url"
              autoComplete="off"
              placeholder="https://"
              value={webhook}
              onChange={({ target }) => setWebhook(target.value)}
            />
          </Field>
        </div>
      </Card>
      <Card>
        <div className={styles['part']}>
          {start.error && (
            <Notice tone="danger" isAnnounced>
              {[start.error.message, ...(refused?.others ?? [])].join(' ')}
            </Notice>
          )}
          {refused && (
            <FaultsPanel
              faults={refused.lines}
              title={`${plural(refused.lines.length, 'mistake')} that the service found`}
            />
          )}
          <StartPanel
            count={fine.length}
            leftOut={faultyLines.size}
            price={price.data}
            isPricing={price.isFetching}
            available={available}
            obstacle={obstacle}
            isBusy={start.isPending}
            onStart={() => start.mutate(submission)}
          />
        </div>
      </Card>
    </>
  );
}

/** `/batches/new`: from lines or a file to a running batch. */
export function NewBatchPage() {
  const { data: operations } = useSuspenseQuery(operationsQuery);
  const isAllowed = useIsAllowed('call');
  const batchable = operations.filter(({ isBatchable }) => isBatchable);
  const [id, setId] = useState(batchable[0]?.id ?? '');
  const operation = batchable.find((one) => one.id === id);
  const header = (
    <PageHeader
      title="New batch"
      back={
        <Link to="/batches">
          <ChevronLeftIcon /> Batches
        </Link>
      }
      actions={
        batchable.length > 1 && (
          <Segmented
            label="Operation"
            value={id}
            onChange={setId}
            options={batchable.map((one) => ({ value: one.id, label: one.id }))}
          />
        )
      }
    />
  );
  if (!isAllowed || operation === undefined) {
    return (
      <>
        {header}
        <EmptyState
          title={isAllowed ? 'No operation takes batches' : 'Your role reads only'}
          description={isAllowed ? undefined : 'Ask an owner of the account to let you start batches.'}
        />
      </>
    );
  }
  return (
    <>
      {header}
      <div className={styles['parts']}>
        <NewBatch key={operation.id} operation={operation} />
      </div>
    </>
  );
}
