import type { ReactNode } from 'react';
import type { CallResult } from '../call/call-result.js';
import { FailureView } from '../call/failure-view.js';
import { ResultHead } from '../call/result-head.js';
import type { CallState } from '../call/use-call.js';
import { ResponseView } from '../response/response-view.js';
import { Button } from '../../../ui/button.js';
import { EmptyState } from '../../../ui/page/empty-state.js';
import { PlaygroundIcon, RetryIcon } from '../../../ui/icons.js';
import { SkeletonLines } from '../../../ui/page/skeleton.js';
import styles from './call-outcome.module.css';

export interface CallOutcomeProps {
  readonly state: CallState;
  /** The stored page of the response. */
  readonly page: ReactNode | undefined;
  readonly onRetry: () => void;
}

/** True for calls that were refused before they ran, and so are not in the log. */
const isRefusal = ({ status, failure }: CallResult): boolean =>
  failure?.code === 'validation_failed' || [0, 400, 401, 402, 403, 413, 415, 429, 503].includes(status);

/** What has become of the call. */
export function CallOutcome({ state, page, onRetry }: CallOutcomeProps) {
  switch (state.kind) {
    case 'idle':
      return (
        <EmptyState
          icon={<PlaygroundIcon />}
          title="The response comes here"
          description="Fill in what is required and send the call. Only successes cost credits."
        />
      );
    case 'running':
      return (
        <div className={styles['outcome']} role="status">
          <p className="muted">Waiting for the response…</p>
          <SkeletonLines lines={8} />
        </div>
      );
    case 'cancelled':
      return (
        <EmptyState
          title="Cancelled"
          description="The call was stopped. It costs nothing unless it had just ended."
          action={
            <Button icon={<RetryIcon />} onClick={onRetry}>
              Send again
            </Button>
          }
        />
      );
    case 'ended': {
      const { result } = state;
      return (
        <div className={styles['outcome']}>
          <ResultHead result={result} />
          {result.failure ? (
            <FailureView failure={result.failure} requestId={result.requestId} hasRun={!isRefusal(result)} />
          ) : (
            <ResponseView
              key={result.requestId}
              label="response"
              body={result.body}
              headers={result.headers}
              page={page}
            />
          )}
        </div>
      );
    }
  }
}
