import { useVirtualizer } from '@tanstack/react-virtual';
import { useId, useMemo, useRef, useState, type KeyboardEvent } from 'react';
import { classNames } from '../../../ui/class-names.js';
import { CopyButton } from '../../../ui/copy-button.js';
import { ChevronRightIcon } from '../../../ui/icons.js';
import styles from './json-tree.module.css';
import { keysAround, opensAtFirst, previewOf, treeRows, type TreeRow } from './tree-rows.js';

const ROW_PX = 24;
/** Shorter trees are as high as they are. */
const HEIGHT_MAX_PX = 560;

const textOf = (value: unknown): string =>
  typeof value === 'string' ? value : (JSON.stringify(value, null, 2) ?? String(value));

/** The whole value of the chosen row, which a line cannot show. */
function Chosen({ row }: { readonly row: TreeRow }) {
  const text = textOf(row.value);
  const SHOWN = 4_000;
  return (
    <div className={styles['chosen']}>
      <div className={styles['chosen-head']}>
        <code className="truncate">{row.path || 'all of it'}</code>
        <CopyButton text={row.path} label="Copy path" size="sm" variant="ghost" />
        <CopyButton text={text} label="Copy value" size="sm" variant="ghost" />
      </div>
      {row.kind === 'string' && (
        <p className={styles['chosen-text']} tabIndex={0} role="region" aria-label="Chosen value">
          {text.slice(0, SHOWN)}
          {text.length > SHOWN && '…'}
        </p>
      )}
    </div>
  );
}

interface RowProps {
  readonly row: TreeRow;
  readonly id: string;
  readonly startPx: number;
  readonly isActive: boolean;
  readonly open: () => void;
}

function Row({ row, id, startPx, isActive, open }: RowProps) {
  return (
    <div
      id={id}
      role="treeitem"
      aria-level={row.depth + 1}
      aria-posinset={row.position}
      aria-setsize={row.setSize}
      aria-selected={isActive}
      aria-expanded={row.size > 0 ? row.isOpen : undefined}
      className={classNames(styles['row'], isActive && styles['active'])}
      style={{ translate: `0 ${startPx}px`, paddingInlineStart: `${row.depth * 1.125 + 0.375}rem` }}
      onClick={open}
    >
      <ChevronRightIcon
        className={classNames(styles['arrow'], row.isOpen && styles['open'], row.size === 0 && styles['none'])}
      />
      {row.name !== '' && <span className={styles['name']}>{row.name}</span>}
      <span className={classNames(styles['value'], styles[row.kind])}>{previewOf(row)}</span>
    </div>
  );
}

interface Place {
  readonly rows: readonly TreeRow[];
  readonly active: TreeRow;
  readonly activeIndex: number;
  readonly go: (index: number) => void;
  readonly toggle: (row: TreeRow, isOpen: boolean) => void;
}

const keySteps = ({ rows, active, activeIndex, go, toggle }: Place): Readonly<Record<string, () => void>> => {
  const parent = keysAround(active.key).at(-1);
  return {
    ArrowDown: () => go(activeIndex + 1),
    ArrowUp: () => go(activeIndex - 1),
    Home: () => go(0),
    End: () => go(rows.length - 1),
    PageDown: () => go(activeIndex + 20),
    PageUp: () => go(activeIndex - 20),
    ArrowRight: () => (active.size > 0 && !active.isOpen ? toggle(active, true) : go(activeIndex + 1)),
    ArrowLeft: () => {
      if (active.isOpen) toggle(active, false);
      else if (parent !== undefined) go(rows.findIndex(({ key }) => key === parent));
    },
    Enter: () => {
      if (active.size > 0) toggle(active, !active.isOpen);
    },
  };
};

export interface JsonTreeProps {
  readonly value: unknown;
  /** Name for screen readers. */
  readonly label: string;
}

/** JSON as a tree. Arrow keys move, open and close; only the rows in sight exist. */
export function JsonTree({ value, label }: JsonTreeProps) {
  const id = useId();
  const place = useRef<HTMLDivElement>(null);
  const [chosenOpen, setOpen] = useState<ReadonlyMap<string, boolean>>(new Map());
  const [activeKey, setActive] = useState('');
  const rows = useMemo(
    () => treeRows(value, (key, depth, size) => chosenOpen.get(key) ?? opensAtFirst(key, depth, size)),
    [value, chosenOpen],
  );
  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => place.current,
    estimateSize: () => ROW_PX,
    overscan: 16,
  });
  const activeIndex = Math.max(
    0,
    rows.findIndex(({ key }) => key === activeKey),
  );
  const active = rows[activeIndex];
  const go = (index: number): void => {
    const row = rows[Math.min(rows.length - 1, Math.max(0, index))];
    if (!row) return;
    setActive(row.key);
    virtualizer.scrollToIndex(rows.indexOf(row));
  };
  const toggle = (row: TreeRow, isOpen: boolean): void => setOpen(new Map(chosenOpen).set(row.key, isOpen));
  const onKeyDown = (event: KeyboardEvent): void => {
    if (!active) return;
    const steps = keySteps({ rows, active, activeIndex, go, toggle });
    const step = steps[event.key];
    if (!step) return;
    event.preventDefault();
    step();
  };
  const rowId = (index: number): string => `${id}-${index}`;

  return (
    <div className={styles['tree']}>
      <div
        ref={place}
        role="tree"
        aria-label={label}
        tabIndex={0}
        aria-activedescendant={rowId(activeIndex)}
        className={styles['place']}
        style={{ blockSize: Math.min(HEIGHT_MAX_PX, rows.length * ROW_PX + 16) }}
        onKeyDown={onKeyDown}
      >
        <div role="presentation" className={styles['rows']} style={{ blockSize: virtualizer.getTotalSize() }}>
          {virtualizer.getVirtualItems().map(({ index, start }) => {
            const row = rows[index];
            if (!row) return null;
            const open = (): void => {
              setActive(row.key);
              if (row.size > 0) toggle(row, !row.isOpen);
            };
            return (
              <Row
                key={row.key}
                row={row}
                id={rowId(index)}
                startPx={start}
                isActive={index === activeIndex}
                open={open}
              />
            );
          })}
        </div>
      </div>
      {active && <Chosen row={active} />}
    </div>
  );
}
