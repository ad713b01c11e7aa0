import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { cursorOf } from '../../api/batches.js';
import { useIsAllowed } from '../../app/use-session.js';
import { Card } from '../../ui/page/card.js';
import { DataTable, type Column } from '../../ui/data/data-table.js';
import { EmptyState } from '../../ui/page/empty-state.js';
import { ErrorState } from '../../ui/page/error-state.js';
import { WebhooksIcon } from '../../ui/icons.js';
import { PageHeader } from '../../ui/page/page-header.js';
import { CursorPager } from '../../ui/data/cursor-pager.js';
import { Segmented } from '../../ui/form/segmented.js';
import { Time } from '../../ui/time.js';
import { deliveriesQuery, type Delivery, type DeliveryState } from './deliveries-query.js';
import { receiversQuery } from './receivers-query.js';
import { DeliveryDetails } from './delivery-details.js';
import { DeliveryStateDot } from './delivery-state.js';
import { answerWords } from './delivery-words.js';
import { ReceiversCard } from './receivers-card.js';
import { SecretCard } from './secret-card.js';
import styles from './webhooks-page.module.css';

const PAGE_ROWS = 25;

const STATES = [
  { value: 'all', label: 'All' },
  { value: 'pending', label: 'On the way' },
  { value: 'delivered', label: 'Delivered' },
  { value: 'dead', label: 'Given up' },
] as const satisfies readonly { value: DeliveryState | 'all'; label: string }[];

const columnsOf = (onOpen: (delivery: Delivery) => void): readonly Column<Delivery>[] => [
  {
    key: 'event',
    header: 'Event',
    narrow: 'title',
    cell: (delivery) => (
      <button type="button" className={styles['open']} onClick={() => onOpen(delivery)}>
        <code>{delivery.event}</code>
        <span className={styles['url']}>{delivery.url}</span>
      </button>
    ),
  },
  { key: 'state', header: 'State', width: '8.5rem', cell: (delivery) => <DeliveryStateDot delivery={delivery} /> },
  {
    key: 'answer',
    header: 'Last response',
    width: '16rem',
    cell: (delivery) => <span className="muted">{answerWords(delivery)}</span>,
  },
  {
    key: 'attempts',
    header: 'Attempts',
    align: 'end',
    width: '5.5rem',
    narrow: 'hidden',
    cell: ({ attempts }) => attempts,
  },
  {
    key: 'at',
    header: 'When',
    align: 'end',
    width: '7.5rem',
    narrow: 'actions',
    cell: ({ createdAt }) => <Time at={createdAt} />,
  },
];

function Deliveries({ state, after }: { readonly state: DeliveryState | 'all'; readonly after: ReactNode }) {
  const canSend = useIsAllowed('call');
  const [pages, setPages] = useState<{ readonly state: string; readonly cursors: readonly string[] }>({
    state,
    cursors: [],
  });
  const cursors = pages.state === state ? pages.cursors : [];
  const setCursors = (next: readonly string[]): void => setPages({ state, cursors: next });
  const [open, setOpen] = useState<Delivery | undefined>(undefined);
  const cursor = cursors.at(-1);
  const { data, error, refetch, isPlaceholderData } = useQuery({
    ...deliveriesQuery({
      limit: PAGE_ROWS,
      ...(state === 'all' ? {} : { state }),
      ...(cursor === undefined ? {} : { cursor }),
    }),
    placeholderData: keepPreviousData,
  });
  if (error && data === undefined) {
    return <ErrorState error={error} title="The deliveries could not be loaded" onRetry={() => void refetch()} />;
  }
  const next = cursorOf(data?.nextPage);
  return (
    <>
      <Card isFlush>
        <DataTable
          caption="Deliveries, newest first"
          columns={columnsOf(setOpen)}
          rows={data?.deliveries}
          rowKey={({ id }) => id}
          loadingRows={6}
          empty={
            state === 'all' ? (
              <EmptyState
                icon={<WebhooksIcon />}
                title="No deliveries yet"
                description="Give a batch or a call a webhook, and every event that is sent to it appears here, with what your receiver said."
              />
            ) : (
              <EmptyState isCompact title="No deliveries in this state" />
            )
          }
        />
      </Card>
      <CursorPager cursors={cursors} next={next} isBusy={isPlaceholderData} onChange={setCursors} />
      <DeliveryDetails delivery={open} canSend={canSend} onClose={() => setOpen(undefined)} />
      {/* Comes with the list, which would push it down otherwise. */}
      {data !== undefined && after}
    </>
  );
}

/** `/webhooks`: events that were sent, what the receivers said, and how they can be verified. */
export function WebhooksPage() {
  const [state, setState] = useState<DeliveryState | 'all'>('all');
  const receivers = useQuery(receiversQuery);
  return (
    <>
      <PageHeader
        title="Webhooks"
        description="Events of batches and calls, sent to your receivers until they respond with a 2xx."
        actions={<Segmented label="State" options={STATES} value={state} onChange={setState} />}
      />
      <div className={styles['parts']}>
        <Deliveries
          state={state}
          after={
            <>
              <ReceiversCard />
              {!receivers.isPending && <SecretCard />}
            </>
          }
        />
      </div>
    </>
  );
}
