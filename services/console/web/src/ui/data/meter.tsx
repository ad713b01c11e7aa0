import { classNames } from '../class-names.js';
import styles from './meter.module.css';

export interface MeterProps {
  /** Name for screen readers. */
  readonly label: string;
  readonly value: number;
  readonly max: number;
  /** A second part after the value, such as what is held. */
  readonly more?: number;
  /** In words, for screen readers. */
  readonly valueText?: string;
  readonly tone?: 'accent' | 'success' | 'warning' | 'danger';
  readonly isSlim?: boolean;
}

const shareOf = (value: number, max: number): string =>
  `${max <= 0 ? 0 : Math.min(100, Math.max(0, (value / max) * 100))}%`;

/** How much of something: credits left, the progress of a batch. */
export function Meter({ label, value, max, more = 0, valueText, tone = 'accent', isSlim = false }: MeterProps) {
  return (
    <div
      role="meter"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={max}
      aria-valuenow={Math.min(value, max)}
      aria-valuetext={valueText}
      className={classNames(styles['meter'], styles[tone], isSlim && styles['slim'])}
    >
      <span className={styles['value']} style={{ inlineSize: shareOf(value, max) }} />
      {more > 0 && <span className={styles['more']} style={{ inlineSize: shareOf(more, max) }} />}
    </div>
  );
}
