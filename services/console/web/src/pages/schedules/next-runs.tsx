import { formatInZone } from '../../format/format.js';
import { Time } from '../../ui/time.js';
import styles from './next-runs.module.css';

export interface NextRunsProps {
  readonly timesMs: readonly number[];
  readonly timeZone: string;
}

/** Coming runs in the time zone of the schedule, and in how long each comes. */
export function NextRuns({ timesMs, timeZone }: NextRunsProps) {
  return (
    <ol className={styles['runs']} aria-label="Next runs">
      {timesMs.map((ms) => (
        <li key={ms}>
          <span>{formatInZone(ms, timeZone)}</span>
          <span className="muted">
            <Time at={new Date(ms).toISOString()} />
          </span>
        </li>
      ))}
    </ol>
  );
}
