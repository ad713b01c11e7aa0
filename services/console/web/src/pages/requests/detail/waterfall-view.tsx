import type { RequestView } from '../../../api/requests.js';
import { formatDuration } from '../../../format/format.js';
import { classNames } from '../../../ui/class-names.js';
import { waterfallOf, type StageName } from '../waterfall.js';
import styles from './waterfall-view.module.css';

const WORDS: Readonly<Record<StageName, string>> = {
  queue: 'Waiting in the queue',
  fetch: 'Fetching the page',
  render: 'Rendering in a browser',
  read: 'Reading the page',
  other: 'Pauses, retries, storing',
};

/** The stages of a request as bars on one scale. */
export function WaterfallView({ timings }: { readonly timings: RequestView['timings'] }) {
  const waterfall = waterfallOf(timings);
  if (waterfall === undefined) return <p className="muted">No times were measured.</p>;
  const { stages, totalMs, ticks } = waterfall;
  const percent = (ms: number): string => `${totalMs === 0 ? 0 : (ms / totalMs) * 100}%`;
  return (
    <div className={styles['waterfall']}>
      <ol className={styles['stages']}>
        {stages.map(({ name, fromMs, durationMs }) => (
          <li key={name} className={styles['stage']}>
            <span className={styles['name']}>{WORDS[name]}</span>
            <span className={styles['track']} aria-hidden="true">
              <span
                className={classNames(styles['bar'], styles[name])}
                style={{ insetInlineStart: percent(fromMs), inlineSize: percent(durationMs) }}
              />
            </span>
            <span className={styles['time']}>{formatDuration(durationMs)}</span>
          </li>
        ))}
      </ol>
      <div className={styles['scale']} aria-hidden="true">
        <span className={styles['ticks']}>
          {ticks.map((tick) => (
            <span key={tick} style={{ insetInlineStart: percent(tick) }}>
              {formatDuration(tick)}
            </span>
          ))}
        </span>
      </div>
      <p className="visually-hidden">{formatDuration(totalMs)} in all.</p>
    </div>
  );
}
