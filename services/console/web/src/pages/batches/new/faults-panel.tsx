import { plural } from '../../../format/format.js';
import { Notice } from '../../../ui/page/notice.js';
import { describeLines, groupFaults } from '../input/check-item.js';
import type { LineFault } from '../input/read-input.js';
import styles from './faults-panel.module.css';

const GROUPS_SHOWN = 20;

/** What is wrong with the lines: equal faults once, with their lines. */
export function FaultsPanel({ faults, title }: { readonly faults: readonly LineFault[]; readonly title: string }) {
  const groups = groupFaults(faults);
  if (groups.length === 0) return null;
  return (
    <Notice tone="warning" title={title} isAnnounced>
      <ul className={styles['faults']}>
        {groups.slice(0, GROUPS_SHOWN).map(({ field, message, lines }) => (
          <li key={`${field} ${message}`}>
            {field !== '' && <code>{field}</code>} {message} <span className="muted">{describeLines(lines)}</span>
          </li>
        ))}
      </ul>
      {groups.length > GROUPS_SHOWN && <p>And {plural(groups.length - GROUPS_SHOWN, 'other kind')} of mistakes.</p>}
    </Notice>
  );
}
