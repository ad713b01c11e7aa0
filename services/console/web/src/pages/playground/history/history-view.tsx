import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { requestsQuery } from '../../../api/requests.js';
import { formatDuration, plural } from '../../../format/format.js';
import { Button } from '../../../ui/button.js';
import { EmptyState } from '../../../ui/page/empty-state.js';
import { StatusDot } from '../../../ui/badge.js';
import { Segmented } from '../../../ui/form/segmented.js';
import { SkeletonLines } from '../../../ui/page/skeleton.js';
import { Time } from '../../../ui/time.js';
import { useState } from 'react';
import { describeParams, type HistoryEntry } from './history-entry.js';
import { SharedLines } from './shared-lines.js';
import styles from './history-view.module.css';

export interface HistoryViewProps {
  readonly operation: string;
  readonly history: readonly HistoryEntry[];
  readonly onOpen: (entry: HistoryEntry) => void;
  readonly onClear: () => void;
}

function Line({ entry, onOpen }: { readonly entry: HistoryEntry; readonly onOpen: (entry: HistoryEntry) => void }) {
  const { operation, params, atMs, error, creditsCharged, durationMs } = entry;
  return (
    <li>
      <button type="button" className={styles['entry']} onClick={() => onOpen(entry)}>
        <span className={styles['what']}>{describeParams(params) || operation}</span>
        <span className={styles['facts']}>
          <StatusDot tone={error === undefined ? 'success' : 'danger'}>{error ?? 'ok'}</StatusDot>
          <code>{operation}</code>
          {creditsCharged !== undefined && <span>{plural(creditsCharged, 'credit')}</span>}
          {durationMs !== undefined && <span>{formatDuration(durationMs)}</span>}
          <Time at={new Date(atMs).toISOString()} />
        </span>
      </button>
    </li>
  );
}

/** Calls of this operation by anyone of the account, from wherever they were made. */
function LogLines({ operation }: { readonly operation: string }) {
  const { data, error } = useQuery(requestsQuery({ operation, limit: 20 }));
  if (error) return <p className="muted">{error.message}</p>;
  if (data === undefined) return <SkeletonLines lines={6} />;
  if (data.requests.length === 0) return <EmptyState isCompact title="No calls of this operation in the log" />;
  return (
    <ul className={styles['list']}>
      {data.requests.map(({ id, host, status, error: code, createdAt, creditsCharged }) => (
        <li key={id}>
          <Link to="/playground/$" params={{ _splat: operation }} search={{ from: id }} className={styles['entry']}>
            <span className={styles['what']}>{host ?? id}</span>
            <span className={styles['facts']}>
              <StatusDot tone={status === 'ok' ? 'success' : status === 'error' ? 'danger' : 'accent'}>
                {code ?? status}
              </StatusDot>
              <span>{plural(creditsCharged, 'credit')}</span>
              <Time at={createdAt} />
            </span>
          </Link>
        </li>
      ))}
    </ul>
  );
}

/** Earlier calls, whose parameters the form takes again: those of this browser, or those of the account. */
export function HistoryView({ operation, history, onOpen, onClear }: HistoryViewProps) {
  const [from, setFrom] = useState<'here' | 'log' | 'shared'>('here');
  return (
    <div className={styles['history']}>
      <div className={styles['head']}>
        <Segmented
          label="Whose calls"
          value={from}
          onChange={setFrom}
          options={[
            { value: 'here', label: 'This browser' },
            { value: 'log', label: 'Request log' },
            { value: 'shared', label: 'Shared' },
          ]}
        />
        {from === 'here' && history.length > 0 && (
          <Button size="sm" variant="ghost" onClick={onClear}>
            Clear
          </Button>
        )}
      </div>
      {from === 'log' && <LogLines operation={operation} />}
      {from === 'shared' && <SharedLines operation={operation} />}
      {from === 'here' && history.length === 0 && (
        <EmptyState
          isCompact
          title="No calls yet"
          description="The last 50 calls of this browser are kept here, without secrets."
        />
      )}
      {from === 'here' && history.length > 0 && (
        <ul className={styles['list']}>
          {history.map((entry) => (
            <Line key={`${entry.atMs} ${entry.operation}`} entry={entry} onOpen={onOpen} />
          ))}
        </ul>
      )}
    </div>
  );
}
