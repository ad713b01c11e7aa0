import { useQuery } from '@tanstack/react-query';
import { operatorAccountsQuery } from '../../api/operator.js';
import { PageHeader } from '../../ui/page-header.js';
import { AccountsCard } from './accounts-card.js';
import styles from './operator-page.module.css';
import { QueuesCard } from './queues-card.js';

export function OperatorPage() {
  const accounts = useQuery(operatorAccountsQuery);
  return (
    <>
      <PageHeader title="Operator" description="All accounts of this deployment, and the work that waits." />
      <div className={styles['stack']}>
        <QueuesCard />
        <AccountsCard accounts={accounts.data} error={accounts.error} onRetry={() => void accounts.refetch()} />
      </div>
    </>
  );
}
