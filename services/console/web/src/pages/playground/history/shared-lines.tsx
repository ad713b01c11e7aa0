import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { removeSharedCall, sharedCallsQuery } from '../../../api/shared-calls.js';
import { useIsAllowed } from '../../../app/use-session.js';
import { EmptyState } from '../../../ui/page/empty-state.js';
import { IconButton } from '../../../ui/icon-button.js';
import { TrashIcon } from '../../../ui/icons.js';
import { SkeletonLines } from '../../../ui/page/skeleton.js';
import { showToast } from '../../../ui/overlay/toast-store.js';
import { Time } from '../../../ui/time.js';
import { describeParams } from './history-entry.js';
import styles from './history-view.module.css';

/** Calls of this operation that members of the account have shared. */
export function SharedLines({ operation }: { readonly operation: string }) {
  const { data, error } = useQuery(sharedCallsQuery);
  const isAllowed = useIsAllowed('call');
  const queryClient = useQueryClient();
  const removing = useMutation({
    mutationFn: removeSharedCall,
    onSuccess: () => queryClient.invalidateQueries({ queryKey: sharedCallsQuery.queryKey, exact: true }),
    onError: ({ message }) => showToast({ title: 'It was not removed', description: message, tone: 'danger' }),
  });
  if (error && data === undefined) return <p className="muted">{error.message}</p>;
  if (data === undefined) return <SkeletonLines lines={6} />;
  const own = data.filter((call) => call.operation === operation);
  if (own.length === 0) {
    return (
      <EmptyState isCompact title="No shared calls of this operation" description="Share keeps one for 30 days." />
    );
  }
  return (
    <ul className={styles['list']}>
      {own.map(({ id, params, by, createdAt, expiresAt }) => {
        const name = describeParams(params) || operation;
        return (
          <li key={id} className={styles['removable']}>
            <Link to="/playground/$" params={{ _splat: operation }} search={{ shared: id }} className={styles['entry']}>
              <span className={styles['what']}>{name}</span>
              <span className={styles['facts']}>
                <span>{by}</span>
                <Time at={createdAt} />
                <span>
                  ends <Time at={expiresAt} />
                </span>
              </span>
            </Link>
            {isAllowed && (
              <IconButton
                label={`Remove the shared call ${name}`}
                icon={<TrashIcon />}
                size="sm"
                isPlain
                onClick={() => removing.mutate(id)}
              />
            )}
          </li>
        );
      })}
    </ul>
  );
}
