import { isApiError } from '../../api/api-error.js';
import { Button } from '../button.js';
import { EmptyState } from './empty-state.js';
import { RetryIcon, WarningIcon } from '../icons.js';

export interface ErrorStateProps {
  readonly error: unknown;
  /** What could not be done, such as `The keys could not be loaded`. */
  readonly title?: string;
  readonly onRetry?: (() => void) | undefined;
  readonly isCompact?: boolean;
}

const UNKNOWN = 'Something went wrong in this page. Reload it to continue.';

/** In the place of what could not be loaded: what happened, and a way on. */
export function ErrorState({ error, title = 'This could not be loaded', onRetry, isCompact }: ErrorStateProps) {
  const request = isApiError(error) ? error.requestId : undefined;
  return (
    <div role="alert">
      <EmptyState
        icon={<WarningIcon />}
        title={title}
        description={
          <>
            {isApiError(error) ? error.message : UNKNOWN}
            {request !== undefined && (
              <>
                {' '}
                <span className="mono muted">Request {request}</span>
              </>
            )}
          </>
        }
        action={
          onRetry && (
            <Button icon={<RetryIcon />} onClick={onRetry}>
              Try again
            </Button>
          )
        }
        {...(isCompact && { isCompact })}
      />
    </div>
  );
}
