import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { accountUsageQuery } from '../../api/usage.js';
import { formatCount } from '../../format/format.js';
import { Meter } from '../../ui/data/meter.js';
import { Skeleton } from '../../ui/page/skeleton.js';
import styles from './credits-line.module.css';

/** Credits below this share of the period's are shown as few. */
const FEW = 0.1;

/** What is left of the period's credits, on every page. */
export function CreditsLine() {
  const { data, error } = useQuery(accountUsageQuery);
  if (error && !data) return <p className={styles['line']}>Credits unknown</p>;
  if (data === undefined) {
    return (
      <div className={styles['line']}>
        <Skeleton width="60%" />
        <Skeleton height="0.25rem" />
      </div>
    );
  }
  const { availableCredits, heldCredits, totalCredits } = data;
  return (
    <Link to="/usage" className={styles['line']}>
      <span className={styles['text']}>
        <span className={styles['left']}>{formatCount(availableCredits)}</span> credits left
      </span>
      <Meter
        label="Credits left"
        value={availableCredits}
        more={heldCredits}
        max={totalCredits}
        tone={availableCredits < totalCredits * FEW ? 'warning' : 'accent'}
        isSlim
      />
    </Link>
  );
}
