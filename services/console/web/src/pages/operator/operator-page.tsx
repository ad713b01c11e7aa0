import { useQuery } from '@tanstack/react-query';
import { operatorAlertsQuery } from '../../api/alerts.js';
import { operatorAccountsQuery, operatorFleetQuery, operatorQueuesQuery, signUpQuery } from '../../api/operator.js';
import { hostRatesQuery } from '../../api/reading.js';
import { InOrder } from '../../ui/page/in-order.js';
import { PageHeader } from '../../ui/page/page-header.js';
import { AlertsCard } from './alerts-card.js';
import { AccountsCard } from './accounts-card.js';
import { ExitsCard } from './exits-card.js';
import { HostsCard } from './hosts-card.js';
import styles from './operator-page.module.css';
import { QueuesCard } from './queues-card.js';
import { SignUpCard } from './sign-up-card.js';
import { WorkersCard } from './workers-card.js';

export function OperatorPage() {
  const accounts = useQuery(operatorAccountsQuery);
  const fleet = useQuery(operatorFleetQuery).isPending;
  const parts = [
    { name: 'queues', isPending: useQuery(operatorQueuesQuery).isPending, part: <QueuesCard /> },
    { name: 'processes', isPending: fleet, part: <WorkersCard /> },
    { name: 'exits', isPending: fleet, part: <ExitsCard /> },
    { name: 'hosts', isPending: useQuery(hostRatesQuery).isPending, part: <HostsCard /> },
    { name: 'sign-up', isPending: useQuery(signUpQuery).isPending, part: <SignUpCard /> },
    { name: 'alerts', isPending: useQuery(operatorAlertsQuery).isPending, part: <AlertsCard /> },
    {
      name: 'accounts',
      isPending: accounts.isPending,
      part: <AccountsCard accounts={accounts.data} error={accounts.error} onRetry={() => void accounts.refetch()} />,
    },
  ];
  return (
    <>
      <PageHeader title="Operator" description="The fleet of this deployment, and its accounts." />
      <div className={styles['stack']}>
        <InOrder parts={parts} />
      </div>
    </>
  );
}
