import { useQuery } from '@tanstack/react-query';
import { operatorAlertsQuery } from '../../api/alerts.js';
import { Card } from '../../ui/page/card.js';
import { EmptyState } from '../../ui/page/empty-state.js';
import { ErrorState } from '../../ui/page/error-state.js';
import { Skeleton } from '../../ui/page/skeleton.js';
import { AlertList } from '../settings/alerts/alert-list.js';
import { READ_BY_PAGE } from '../../api/poll.js';

/** The newest alerts to the operators. */
export function AlertsCard() {
  const { data, error, refetch } = useQuery({ ...operatorAlertsQuery, ...READ_BY_PAGE });
  return (
    <Card title="Alerts" description="Also sent to OPERATOR_ALERT_EMAILS, if the deployment has a mail server.">
      {data === undefined ? (
        error ? (
          <ErrorState error={error} onRetry={() => void refetch()} isCompact />
        ) : (
          <Skeleton width="100%" height="2.5rem" />
        )
      ) : data.length === 0 ? (
        <EmptyState isCompact title="No alerts" />
      ) : (
        <AlertList alerts={data} />
      )}
    </Card>
  );
}
