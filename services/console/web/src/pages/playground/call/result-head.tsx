import { Link } from '@tanstack/react-router';
import { formatBytes, formatDuration, plural } from '../../../format/format.js';
import { StatusDot } from '../../../ui/badge.js';
import type { CallResult } from './call-result.js';
import styles from './result-head.module.css';

/** How a call ended, in one line: status, credits, time and its place in the log. */
export function ResultHead({ result }: { readonly result: CallResult }) {
  const { status, failure, creditsCharged, creditsRemaining, durationMs, sizeBytes, requestId, isCached } = result;
  return (
    <p className={styles['head']} role="status">
      <StatusDot tone={failure ? 'danger' : 'success'}>
        {failure ? `${status || ''} ${failure.code}`.trim() : `${status} ok`}
      </StatusDot>
      {creditsCharged !== undefined && <span>{plural(creditsCharged, 'credit')} charged</span>}
      {creditsRemaining !== undefined && <span className="muted">{plural(creditsRemaining, 'credit')} left</span>}
      {isCached && <span className="muted">given again, free</span>}
      <span className="muted">{formatDuration(durationMs)}</span>
      {sizeBytes !== undefined && <span className="muted">{formatBytes(sizeBytes)}</span>}
      {requestId !== undefined && (
        <Link to="/requests/$requestId" params={{ requestId }}>
          Inspect
        </Link>
      )}
    </p>
  );
}
