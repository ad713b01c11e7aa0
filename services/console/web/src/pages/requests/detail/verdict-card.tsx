import type { WholeRequest } from '../../playground/request-query.js';
import { formatDuration } from '../../../format/format.js';
import { Notice, type NoticeTone } from '../../../ui/page/notice.js';
import { errorWords, verdictWords } from '../plain-words.js';
import styles from './verdict-card.module.css';

const toneOf = ({ status, verdict }: WholeRequest): NoticeTone => {
  if (status === 'error') return 'danger';
  if (status === 'pending') return 'info';
  return verdict === 'target_4xx' || verdict === 'empty' ? 'warning' : 'success';
};

/** What came of a request and why, in plain words, with the next step. */
export function VerdictCard({ request }: { readonly request: WholeRequest }) {
  const { status, verdict, error, message, reason, retryAfterSeconds, statusCode, retryable } = request;
  const said = verdict === undefined ? undefined : verdictWords(verdict);
  if (status === 'pending') {
    return (
      <Notice tone="info" title="It is running">
        This page follows it.
      </Notice>
    );
  }
  if (status === 'ok') {
    return (
      <Notice tone={toneOf(request)} title={said ?? 'The page was fetched and read.'}>
        {verdict === 'target_4xx' && statusCode !== undefined && `Status ${statusCode}.`}
      </Notice>
    );
  }
  const words = errorWords(error ?? 'internal_error');
  return (
    <Notice tone="danger" title={words.what}>
      <div className={styles['why']}>
        {said !== undefined && <p>{said}</p>}
        <p>{words.next}</p>
        {message !== undefined && <p className="muted">{message}</p>}
        <p className={styles['codes']}>
          <code>{error}</code>
          {verdict !== undefined && verdict !== error && (
            <span>
              verdict <code>{verdict}</code>
            </span>
          )}
          {reason !== undefined && (
            <span>
              reason <code>{reason}</code>
            </span>
          )}
          <span>{retryable === true ? 'worth trying again' : 'the same call would fail again'}</span>
          {retryAfterSeconds !== undefined && (
            <span>the site asks to wait {formatDuration(retryAfterSeconds * 1_000)}</span>
          )}
        </p>
      </div>
    </Notice>
  );
}
