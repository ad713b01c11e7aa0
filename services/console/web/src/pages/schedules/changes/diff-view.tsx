import { useMemo, useState } from 'react';
import { formatCount } from '../../../format/format.js';
import { Button } from '../../../ui/button.js';
import { classNames } from '../../../ui/class-names.js';
import { diffLines, type DiffLine } from './diff-lines.js';
import styles from './diff-view.module.css';

/** Lines in sight at first. */
const SHOWN_MAX = 100;
const SIGNS = { added: '+', removed: '−', same: '' } as const;
/** For those who hear the lines. */
const SAID = { added: 'Added: ', removed: 'Removed: ', same: '' } as const;

function Line({ line: { kind, text } }: { readonly line: DiffLine }) {
  if (kind === 'place') return <li className={styles['where']}>{text}</li>;
  return (
    <li className={classNames(styles['line'], kind !== 'same' && styles[kind])}>
      <span aria-hidden="true">{SIGNS[kind]}</span>
      <span>
        <span className="visually-hidden">{SAID[kind]}</span>
        {text}
      </span>
    </li>
  );
}

/** A unified diff, line by line; colours and signs say the same. */
export function DiffView({ diff, label }: { readonly diff: string; readonly label: string }) {
  const lines = useMemo(() => diffLines(diff), [diff]);
  const [isWhole, setWhole] = useState(false);
  const shown = isWhole ? lines : lines.slice(0, SHOWN_MAX);
  return (
    <div>
      <div className={styles['place']} tabIndex={0} role="region" aria-label={label}>
        <ol className={styles['lines']}>
          {shown.map((line, index) => (
            <Line key={index} line={line} />
          ))}
        </ol>
      </div>
      {shown.length < lines.length && (
        <Button size="sm" className={styles['more']} onClick={() => setWhole(true)}>
          Show all {formatCount(lines.length)} lines
        </Button>
      )}
    </div>
  );
}
