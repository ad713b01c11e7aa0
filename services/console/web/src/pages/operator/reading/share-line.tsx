import type { FieldHealth } from '../../../api/reading.js';
import { formatPercent } from '../../../format/format.js';
import { classNames } from '../../../ui/class-names.js';
import { linePath } from './line-path.js';
import styles from './reading.module.css';

const WIDTH = 120;
const HEIGHT = 28;
const MARGIN = 2;

const toY = (share: number): number => MARGIN + (1 - share) * (HEIGHT - 2 * MARGIN);

export const bandWords = ({ band }: Pick<FieldHealth, 'band'>): string =>
  band === null ? 'not known yet' : `${formatPercent(band.low)} to ${formatPercent(band.high)}`;

/** The shares of the last days as a line, before the usual band. */
export function ShareLine({ field }: { readonly field: FieldHealth }) {
  const { days, band, isDrop } = field;
  const today = days.at(-1)?.share ?? null;
  const place = { width: WIDTH, margin: MARGIN, toY };
  const last = days.findLastIndex(({ share }) => share !== null);
  const lastShare = days[last]?.share ?? null;
  return (
    <svg
      className={classNames(styles['line'], isDrop && styles['dropped'])}
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      role="img"
      aria-label={`${days.length} days; today ${today === null ? 'no pages' : formatPercent(today)}, usual ${bandWords(field)}`}
    >
      {band !== null && (
        <rect
          className={styles['band']}
          x={0}
          width={WIDTH}
          y={toY(band.high)}
          height={Math.max(1, toY(band.low) - toY(band.high))}
        />
      )}
      <path className={styles['path']} d={linePath(days, place)} />
      {lastShare !== null && (
        <circle
          className={styles['point']}
          cx={MARGIN + (last * (WIDTH - 2 * MARGIN)) / Math.max(1, days.length - 1)}
          cy={toY(lastShare)}
          r={2}
        />
      )}
    </svg>
  );
}
