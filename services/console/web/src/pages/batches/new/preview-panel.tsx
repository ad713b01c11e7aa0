import { formatCount, plural } from '../../../format/format.js';
import type { InputItem } from '../input/read-input.js';
import styles from './preview-panel.module.css';

const SHOWN = 5;

/** The first requests as they will be sent. */
export function PreviewPanel({ items }: { readonly items: readonly InputItem[] }) {
  if (items.length === 0) return null;
  const more = items.length - SHOWN;
  return (
    <div className={styles['preview']}>
      <ol className={styles['list']} aria-label="First requests">
        {items.slice(0, SHOWN).map(({ line, params }) => (
          <li key={line} className={styles['item']}>
            <span className={styles['line']}>{formatCount(line)}</span>
            <code>{JSON.stringify(params)}</code>
          </li>
        ))}
      </ol>
      {more > 0 && <p className="muted">and {plural(more, 'more request')}</p>}
    </div>
  );
}
