import { useQuery } from '@tanstack/react-query';
import { operatorAccountsQuery } from '../../api/operator.js';
import { PageHeader } from '../../ui/page/page-header.js';
import { AlertsCard } from './alerts-card.js';
import { AccountsCard } from './accounts-card.js';
import { ExitsCard } from './exits-card.js';
import styles from './operator-page.module.css';
import { QueuesCard } from './queues-card.js';
import { SignUpCard } from './sign-up-card.js';
import { WorkersCard } from './workers-card.js';

export function OperatorPage() {
  const accounts = useQuery(operatorAccountsQuery);
  return (
    <>
      <PageHeader title="Operator" description="The fleet of this deployment, and its accounts." />
      <div className={styles['stack']}>
        <QueuesCard />
        <WorkersCard />
        <ExitsCard />
        <SignUpCard />
        <AlertsCard />
        <AccountsCard accounts={accounts.data} error={accounts.error} onRetry={() => void accounts.refetch()} />
      </div>
    </>
  );
}
