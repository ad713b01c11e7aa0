import { useQuery } from '@tanstack/react-query';
import { StoredPage } from '../response/stored-page.js';
import { errorWords, isErrorCode, verdictWords } from '../../requests/plain-words.js';
import { Notice } from '../../../ui/page/notice.js';
import { requestQuery } from '../request-query.js';
import type { CallFailure } from './call-result.js';
import styles from './failure-view.module.css';

export interface FailureViewProps {
  readonly failure: CallFailure;
  readonly requestId: string | undefined;
  /** False for a call that was refused before it ran, which has no page. */
  readonly hasRun: boolean;
}

/** A message without the name of its field, which stands before it. */
const withoutField = (message: string, field: string): string =>
  message.startsWith(`${field} `) ? message.slice(field.length + 1) : message;

/** Why a call failed, in plain words, and what may be done about it. */
export function FailureView({ failure, requestId, hasRun }: FailureViewProps) {
  const { data } = useQuery({
    ...requestQuery(requestId ?? ''),
    enabled: hasRun && requestId !== undefined,
    retry: false,
  });
  const { code, message, violations, retryAfterSeconds } = failure;
  const words = isErrorCode(code) ? errorWords(code) : undefined;
  const verdict = data?.verdict === undefined ? undefined : verdictWords(data.verdict);
  return (
    <div className={styles['failure']}>
      <Notice tone="danger" title={words?.what ?? message}>
        {verdict !== undefined && <p>{verdict}</p>}
        {words && <p>{words.next}</p>}
        {words && <p className={styles['own']}>{message}</p>}
        {data?.reason !== undefined && (
          <p className={styles['own']}>
            Reason: <code>{data.reason}</code>
          </p>
        )}
        {retryAfterSeconds !== undefined && <p>Send it again in {retryAfterSeconds} s.</p>}
      </Notice>
      {violations.length > 0 && (
        <ul className={styles['violations']}>
          {violations.map(({ field, rule, message: what }) => (
            <li key={`${field} ${rule} ${what}`}>
              <code>{field || 'parameters'}</code> {withoutField(what, field)}
            </li>
          ))}
        </ul>
      )}
      {data?.html !== undefined && requestId !== undefined && (
        <>
          <p className="muted">The page as it arrived:</p>
          <StoredPage requestId={requestId} />
        </>
      )}
    </div>
  );
}
