import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { fieldErrors } from '../../api/field-errors.js';
import { useIsAllowed } from '../../app/use-session.js';
import { formatCount, formatPercent } from '../../format/format.js';
import { StatusDot } from '../../ui/badge.js';
import { Button } from '../../ui/button.js';
import { Card } from '../../ui/page/card.js';
import { actionsColumn } from '../../ui/data/actions-column.js';
import { DataTable, type Column } from '../../ui/data/data-table.js';
import { EmptyState } from '../../ui/page/empty-state.js';
import { ErrorState } from '../../ui/page/error-state.js';
import { Field } from '../../ui/form/field.js';
import { FormDialog } from '../../ui/overlay/form-dialog.js';
import { Input } from '../../ui/form/input.js';
import { Time } from '../../ui/time.js';
import { showToast } from '../../ui/overlay/toast-store.js';
import { receiversQuery, sendTest, successShare, type Receiver } from './receivers-query.js';
import styles from './webhooks-page.module.css';

const FIELDS = ['url'] as const;
/** Below this share something is wrong with the receiver. */
const WELL = 0.95;

function Share({ receiver }: { readonly receiver: Receiver }) {
  const share = successShare(receiver);
  if (share === undefined) return <StatusDot tone="accent">none has ended</StatusDot>;
  return (
    <StatusDot tone={share >= WELL ? 'success' : share > 0 ? 'warning' : 'danger'}>
      {formatPercent(share)} delivered
    </StatusDot>
  );
}

const columnsOf = (onTest: ((url: string) => void) | undefined): readonly Column<Receiver>[] => [
  {
    key: 'url',
    header: 'Receiver',
    narrow: 'title',
    cell: ({ url }) => (
      <span className={`two-lines ${styles['receiver']}`} title={url}>
        {url}
      </span>
    ),
  },
  { key: 'share', header: 'Success', width: '10rem', cell: (receiver) => <Share receiver={receiver} /> },
  {
    key: 'count',
    header: 'Deliveries',
    align: 'end',
    width: '6.5rem',
    cell: ({ deliveries }) => formatCount(deliveries),
  },
  { key: 'at', header: 'Last used', align: 'end', width: '7.5rem', cell: ({ newestAt }) => <Time at={newestAt} /> },
  ...(onTest === undefined
    ? []
    : [
        actionsColumn('6.5rem', ({ url }: Receiver) => (
          <Button size="sm" variant="ghost" aria-label={`Send a test to ${url}`} onClick={() => onTest(url)}>
            Test
          </Button>
        )),
      ]),
];

function TestDialog({ first, onClose }: { readonly first: string; readonly onClose: () => void }) {
  const [url, setUrl] = useState(first);
  const queryClient = useQueryClient();
  const sending = useMutation({
    mutationFn: sendTest,
    onSuccess: async () => {
      await queryClient.invalidateQueries({ queryKey: ['deliveries'] });
      showToast({
        title: 'A test event is on its way',
        description: 'What the receiver responds appears in the list.',
      });
      onClose();
    },
  });
  return (
    <FormDialog
      isOpen
      onClose={onClose}
      title="Send a test event"
      description="A signed event named test, sent and repeated as every other. Nothing else happens."
      submitLabel="Send test"
      call={sending}
      onSubmit={() => sending.mutate(url.trim())}
      fields={FIELDS}
    >
      <Field
        label="Receiver"
        description="A public http or https URL."
        error={fieldErrors(sending.error)['url']}
        isRequired
      >
        <Input
          value={url}
          onChange={(event) => setUrl(event.target.value)}
          autoFocus
          inputMode="url"
          autoComplete="off"
          placeholder="https://example.com/webhooks"
        />
      </Field>
    </FormDialog>
  );
}

/** Where events were sent lately, whether they arrived, and a way to try a receiver. */
export function ReceiversCard() {
  const canTest = useIsAllowed('call');
  const { data, error, refetch } = useQuery(receiversQuery);
  const [tested, setTested] = useState<string | undefined>(undefined);
  return (
    <Card
      title="Receivers"
      description={data ? `The addresses of the last ${formatCount(data.ofDeliveries)} deliveries.` : '\u00A0'}
      actions={
        canTest && (
          <Button size="sm" onClick={() => setTested('')}>
            Send a test event
          </Button>
        )
      }
      isFlush
    >
      {error && data === undefined ? (
        <ErrorState error={error} onRetry={() => void refetch()} isCompact />
      ) : (
        <DataTable
          caption="Receivers, the one used last first"
          columns={columnsOf(canTest ? setTested : undefined)}
          rows={data?.receivers}
          rowKey={({ url }) => url}
          loadingRows={2}
          empty={
            <EmptyState isCompact title="No receivers yet" description="Those of your batches and calls appear here." />
          }
        />
      )}
      {tested !== undefined && <TestDialog first={tested} onClose={() => setTested(undefined)} />}
    </Card>
  );
}
