import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { operatorQueuesQuery, setQueueState, type QueueView } from '../../api/operator.js';
import { formatCount, formatDuration, plural } from '../../format/format.js';
import { StatusDot } from '../../ui/badge.js';
import { Card } from '../../ui/page/card.js';
import { ConfirmDialog } from '../../ui/overlay/confirm-dialog.js';
import { actionsColumn } from '../../ui/data/actions-column.js';
import { DataTable, type Column } from '../../ui/data/data-table.js';
import { ErrorState } from '../../ui/page/error-state.js';
import { IconButton } from '../../ui/icon-button.js';
import { MoreIcon, PauseIcon, PlayIcon, StopIcon } from '../../ui/icons.js';
import { Menu, type MenuEntry } from '../../ui/overlay/menu.js';
import { Time } from '../../ui/time.js';
import { showToast } from '../../ui/overlay/toast-store.js';
import { queueState } from './queue-state.js';
import styles from './operator-page.module.css';
import { READ_BY_PAGE } from '../../api/poll.js';

const count = (value: number | undefined): string => (value === undefined ? '–' : formatCount(value));

const COLUMNS: readonly Column<QueueView>[] = [
  { key: 'name', header: 'Queue', narrow: 'title', cell: ({ name }) => <span className={styles['name']}>{name}</span> },
  {
    key: 'state',
    header: 'State',
    width: '14rem',
    narrow: 'aside',
    cell: (queue) => {
      const { tone, text } = queueState(queue);
      return (
        <>
          <StatusDot tone={tone} isActive={tone === 'accent' || queue.state === 'draining'}>
            {text}
          </StatusDot>
          {queue.by && queue.since && (
            <span className={styles['by']}>
              <Time at={queue.since} /> by {queue.by}
            </span>
          )}
        </>
      );
    },
  },
  {
    key: 'active',
    header: 'Active',
    align: 'end',
    width: '6.5rem',
    cell: ({ active, slots }) => (
      <>
        {count(active)} <span className={styles['part']}>of {count(slots)}</span>
      </>
    ),
  },
  { key: 'waiting', header: 'Waiting', align: 'end', width: '6rem', cell: ({ waiting }) => count(waiting) },
  {
    key: 'oldest',
    header: 'Oldest',
    align: 'end',
    width: '6rem',
    cell: ({ oldestWaitMs }) => (oldestWaitMs ? formatDuration(oldestWaitMs) : '–'),
  },
  {
    key: 'batches',
    header: 'Batch items',
    align: 'end',
    width: '12rem',
    cell: ({ openItems, batches }) =>
      openItems === 0 ? (
        '–'
      ) : (
        <>
          {formatCount(openItems)} <span className={styles['part']}>in {plural(batches, 'batch', 'batches')}</span>
        </>
      ),
  },
];

type Step = 'pause' | 'drain' | 'resume';

const STEPS = {
  pause: { state: 'paused', verb: 'Pause', done: 'is paused', isDangerous: true },
  drain: { state: 'draining', verb: 'Drain', done: 'is being drained', isDangerous: true },
  resume: { state: 'open', verb: 'Resume', done: 'is open again', isDangerous: false },
} as const;

const EFFECTS: Readonly<Record<Step, string>> = {
  pause:
    'Workers finish what they run and take nothing new. Calls that wait get a 503 and are not charged; batches wait, and ' +
    'those of their items that are in the queue already end after five minutes, free of charge.',
  drain:
    'Pauses the queue and ends what waits in it. Nothing that ends is charged: its credits come back at once. Batches keep ' +
    'their other items, and can retry those that ended.',
  resume: 'Workers take jobs again, and calls are accepted.',
};

const actionsOf = ({ state }: QueueView, ask: (step: Step) => void): readonly MenuEntry[] => [
  ...(state === 'open'
    ? [{ label: 'Pause…', icon: <PauseIcon />, onSelect: () => ask('pause') }]
    : [{ label: 'Resume…', icon: <PlayIcon />, onSelect: () => ask('resume') }]),
  { label: 'Drain…', icon: <StopIcon />, isDangerous: true, onSelect: () => ask('drain') },
];

const useSwitching = (onDone: () => void) => {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ queue, step }: { queue: QueueView; step: Step }) => setQueueState(queue.name, STEPS[step].state),
    onSuccess: async (_, { queue, step }) => {
      await queryClient.invalidateQueries({ queryKey: operatorQueuesQuery.queryKey });
      showToast({ title: `${queue.name} ${STEPS[step].done}` });
      onDone();
    },
  });
};

/** The work of this moment by kind of worker, and its switches. */
export function QueuesCard() {
  const { data, error, refetch } = useQuery({ ...operatorQueuesQuery, ...READ_BY_PAGE });
  const [asked, setAsked] = useState<{ queue: QueueView; step: Step } | null>(null);
  const switching = useSwitching(() => setAsked(null));
  const close = (): void => {
    setAsked(null);
    switching.reset();
  };
  const columns: readonly Column<QueueView>[] = [
    ...COLUMNS,
    // A queue that does not respond cannot be switched either.
    actionsColumn(
      '4rem',
      (queue) =>
        queue.state && (
          <Menu
            trigger={<IconButton label={`Actions for ${queue.name}`} icon={<MoreIcon />} size="sm" isPlain />}
            entries={actionsOf(queue, (step) => setAsked({ queue, step }))}
          />
        ),
    ),
  ];
  const step = asked && STEPS[asked.step];
  return (
    <Card title="Queues" isFlush>
      {error && !data ? (
        <ErrorState error={error} onRetry={() => void refetch()} isCompact />
      ) : (
        <DataTable caption="Queues" columns={columns} rows={data} rowKey={({ name }) => name} loadingRows={3} />
      )}
      <ConfirmDialog
        isOpen={asked !== null}
        onClose={close}
        title={`${step?.verb ?? ''} ${asked?.queue.name ?? ''}?`}
        confirmLabel={`${step?.verb ?? ''} queue`}
        isDangerous={step?.isDangerous ?? false}
        isBusy={switching.isPending}
        error={switching.error}
        onConfirm={() => asked && switching.mutate(asked)}
      >
        {asked && EFFECTS[asked.step]}
      </ConfirmDialog>
    </Card>
  );
}
