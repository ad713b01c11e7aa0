import { useQuery } from '@tanstack/react-query';
import { alertsQuery } from '../../../api/alerts.js';
import { useIsAllowed, useSession } from '../../../app/use-session.js';
import { Card } from '../../../ui/page/card.js';
import { EmptyState } from '../../../ui/page/empty-state.js';
import { ErrorState } from '../../../ui/page/error-state.js';
import { BellIcon } from '../../../ui/icons.js';
import { PageHeader } from '../../../ui/page/page-header.js';
import { SkeletonLines } from '../../../ui/page/skeleton.js';
import styles from '../settings.module.css';
import { AlertForm } from './alert-form.js';
import { AlertList } from './alert-list.js';

function Alerts() {
  const { data, error, refetch } = useQuery(alertsQuery);
  if (data === undefined) {
    if (error)
      return <ErrorState error={error} title="The alerts could not be loaded" onRetry={() => void refetch()} />;
    return (
      <Card>
        <SkeletonLines lines={8} />
      </Card>
    );
  }
  return (
    <div className={styles['stack']}>
      <AlertForm view={data} />
      <Card title="Recent alerts">
        {data.recent.length === 0 ? (
          <EmptyState isCompact title="None yet" description="An alert appears here when a level is reached." />
        ) : (
          <AlertList alerts={data.recent} />
        )}
      </Card>
    </div>
  );
}

/** `/settings/alerts`: levels of the account's credits, and who is told. */
export function AlertsPage() {
  const { account } = useSession();
  const mayManage = useIsAllowed('manageAlerts');
  return (
    <div className={styles['narrow']}>
      <PageHeader title="Alerts" description={`Who is told when ${account.name} uses its credits up.`} />
      {mayManage ? (
        <Alerts />
      ) : (
        <Card>
          <EmptyState
            icon={<BellIcon />}
            title="Owners set the alerts of an account"
            description={`You are ${account.role} here. Ask an owner to add you to those who are told.`}
          />
        </Card>
      )}
    </div>
  );
}
