import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { setSignUp, signUpQuery, type SignUpView } from '../../api/operator.js';
import { StatusDot } from '../../ui/badge.js';
import { Button } from '../../ui/button.js';
import { Card } from '../../ui/page/card.js';
import { ConfirmDialog } from '../../ui/overlay/confirm-dialog.js';
import { ErrorState } from '../../ui/page/error-state.js';
import { Skeleton } from '../../ui/page/skeleton.js';
import { Time } from '../../ui/time.js';
import { showToast } from '../../ui/overlay/toast-store.js';
import styles from './operator-page.module.css';
import { READ_BY_PAGE } from '../../api/poll.js';

function Reason({ changedBy, changedAt, default: standard }: SignUpView) {
  if (changedBy === undefined || changedAt === undefined) return <>As the setting CONSOLE_SIGN_UP says.</>;
  return (
    <>
      Changed <Time at={changedAt} /> by {changedBy}; the setting says {standard}.
    </>
  );
}

/** Whether anybody may make an account. */
export function SignUpCard() {
  const { data, error, refetch } = useQuery({ ...signUpQuery, ...READ_BY_PAGE });
  const [asked, setAsked] = useState<'open' | 'closed' | 'default' | null>(null);
  const queryClient = useQueryClient();
  const switching = useMutation({
    mutationFn: setSignUp,
    onSuccess: (view) => {
      queryClient.setQueryData(signUpQuery.queryKey, view);
      showToast({ title: `Sign-up is ${view.signUp}` });
      setAsked(null);
    },
  });
  const close = (): void => {
    setAsked(null);
    switching.reset();
  };
  const next = data?.signUp === 'open' ? 'closed' : 'open';
  const becomes = asked === 'default' ? data?.default : asked;
  return (
    <Card title="Sign-up">
      {error && !data ? (
        <ErrorState error={error} onRetry={() => void refetch()} isCompact />
      ) : (
        <div className={styles['switch']}>
          <div>
            {data ? (
              <StatusDot tone={data.signUp === 'open' ? 'success' : 'neutral'}>
                {data.signUp === 'open' ? 'Open: anybody may make an account' : 'Closed: by invitation alone'}
              </StatusDot>
            ) : (
              <Skeleton width="14rem" />
            )}
            <p className={styles['part']}>{data ? <Reason {...data} /> : <Skeleton width="18rem" />}</p>
          </div>
          <div className={styles['buttons']}>
            {data?.changedBy !== undefined && (
              <Button size="sm" onClick={() => setAsked('default')}>
                Follow the setting…
              </Button>
            )}
            <Button size="sm" disabled={data === undefined} onClick={() => setAsked(next)}>
              {next === 'open' ? 'Open sign-up…' : 'Close sign-up…'}
            </Button>
          </div>
        </div>
      )}
      <ConfirmDialog
        isOpen={asked !== null}
        onClose={close}
        title={becomes === 'open' ? 'Open sign-up?' : 'Close sign-up?'}
        confirmLabel={becomes === 'open' ? 'Open sign-up' : 'Close sign-up'}
        isBusy={switching.isPending}
        error={switching.error}
        onConfirm={() => asked && switching.mutate(asked)}
      >
        {becomes === 'open'
          ? 'Anybody who reaches the console may make an account, with the credits that the settings give.'
          : 'Nobody can make an account by themselves. Those who have one go on as before.'}
      </ConfirmDialog>
    </Card>
  );
}
