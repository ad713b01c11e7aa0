import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { formError } from '../../api/field-errors.js';
import { createKey, keysQuery, type KeyInput } from '../../api/keys.js';
import type { RequestView } from '../../api/requests.js';
import { useSession } from '../../app/use-session.js';
import { formatCredits } from '../../format/format.js';
import { curlLine } from '../../parts/curl-line.js';
import { NewKey } from '../../parts/new-key.js';
import { requestState } from '../../parts/request-state.js';
import { StateDot } from '../../parts/state-dot.js';
import { StatusDot } from '../../ui/badge.js';
import { Button } from '../../ui/button.js';
import { Card } from '../../ui/page/card.js';
import { CodeBlock } from '../../ui/data/code-block.js';
import { KeyIcon } from '../../ui/icons.js';
import { Notice } from '../../ui/page/notice.js';
import styles from './get-started.module.css';

const FIRST_KEY: KeyInput = { name: 'First key', limits: {} };

interface StepProps {
  readonly number: number;
  readonly title: string;
  readonly isDone: boolean;
  readonly children: ReactNode;
}

function Step({ number, title, isDone, children }: StepProps) {
  return (
    <li className={styles['step']}>
      <span className={isDone ? styles['done'] : styles['number']} aria-hidden="true">
        {isDone ? '✓' : number}
      </span>
      <div className={styles['content']}>
        <h3>{title}</h3>
        {children}
      </div>
    </li>
  );
}

export interface GetStartedProps {
  /** The account's first request, once it came. */
  readonly first: RequestView | undefined;
  readonly onDone: () => void;
}

/** From nothing to the first result: a key, a line for the shell, and what came of it. */
export function GetStarted({ first, onDone }: GetStartedProps) {
  const { apiUrl } = useSession();
  const queryClient = useQueryClient();
  const creating = useMutation({
    mutationFn: createKey,
    onSuccess: () => queryClient.invalidateQueries({ queryKey: keysQuery.queryKey }),
  });
  const plainKey = creating.data?.plainKey;
  const failure = formError(creating.error, []);
  return (
    <Card
      title="Get started"
      description="Three steps to the first result."
      actions={
        <Button variant="ghost" size="sm" onClick={onDone}>
          {first ? 'Done' : 'Skip'}
        </Button>
      }
    >
      <ol className={styles['steps']}>
        <Step number={1} title="Create an API key" isDone={plainKey !== undefined}>
          {plainKey === undefined ? (
            <>
              <p className="muted">Programs prove with it who they are. It is shown once, here.</p>
              {failure !== undefined && (
                <Notice tone="danger" isAnnounced>
                  {failure}
                </Notice>
              )}
              <Button icon={<KeyIcon />} isBusy={creating.isPending} onClick={() => creating.mutate(FIRST_KEY)}>
                Create key
              </Button>
            </>
          ) : (
            <>
              <p className="muted">Keep it now: it cannot be shown again.</p>
              <NewKey plainKey={plainKey} />
            </>
          )}
        </Step>
        <Step number={2} title="Call the API" isDone={first !== undefined}>
          <CodeBlock title="Shell" code={curlLine(apiUrl, plainKey)} isWrapped />
        </Step>
        <Step number={3} title="See what came of it" isDone={first !== undefined}>
          {first ? (
            <p className={styles['first']}>
              <StateDot state={requestState(first)} />
              <span className="muted">{formatCredits(first.creditsCharged)}</span>
              <Link to="/requests/$requestId" params={{ requestId: first.id }}>
                Inspect the request
              </Link>
            </p>
          ) : (
            <StatusDot isActive>
              <span className="muted">Waiting for the first request</span>
            </StatusDot>
          )}
        </Step>
      </ol>
    </Card>
  );
}
