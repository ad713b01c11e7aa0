import type { ReactNode } from 'react';
import type { KeyView } from '../../api/keys.js';
import { Button } from '../../ui/button.js';
import { actionsColumn } from '../../ui/data/actions-column.js';
import { DataTable, type Column } from '../../ui/data/data-table.js';
import { Time } from '../../ui/time.js';
import { limitWords } from './limit-draft.js';
import limitStyles from './limit-fields.module.css';
import styles from './settings.module.css';

const NAME: Column<KeyView> = {
  key: 'name',
  header: 'Name',
  width: '24%',
  narrow: 'title',
  cell: ({ name }) => <span className={styles['name']}>{name}</span>,
};
const PREFIX: Column<KeyView> = {
  key: 'prefix',
  header: 'Begins with',
  width: '13%',
  cell: ({ prefix }) => <span className="mono muted">{prefix}…</span>,
};
const CREATED: Column<KeyView> = {
  key: 'created',
  header: 'Created',
  width: '12%',
  cell: ({ createdAt }) => <Time at={createdAt} />,
};
const LIMITS: Column<KeyView> = {
  key: 'limits',
  header: 'Limits',
  width: '20%',
  cell: ({ limits }) => {
    const lines = limitWords(limits);
    if (lines.length === 0) return <span className="muted">None</span>;
    return (
      <span className={limitStyles['limits']}>
        {lines.map((line) => (
          <span key={line}>{line}</span>
        ))}
      </span>
    );
  },
};
const USED: Column<KeyView> = {
  key: 'used',
  header: 'Last used',
  width: '12%',
  cell: ({ lastUsedAt }) =>
    lastUsedAt === undefined ? <span className="muted">Never</span> : <Time at={lastUsedAt} />,
};

export interface KeyTableProps {
  readonly keys: readonly KeyView[] | undefined;
  readonly empty: ReactNode;
  readonly onChange: (key: KeyView) => void;
  readonly onRevoke: (key: KeyView) => void;
}

/** Keys that work. */
export function KeyTable({ keys, empty, onChange, onRevoke }: KeyTableProps) {
  const columns: readonly Column<KeyView>[] = [
    ...[NAME, PREFIX, LIMITS, CREATED, USED],
    actionsColumn('19%', (key) => (
      <span className={limitStyles['actions']}>
        <Button size="sm" variant="ghost" aria-label={`Change ${key.name}`} onClick={() => onChange(key)}>
          Change
        </Button>
        <Button size="sm" variant="ghost" aria-label={`Revoke ${key.name}`} onClick={() => onRevoke(key)}>
          Revoke
        </Button>
      </span>
    )),
  ];
  return (
    <DataTable caption="API keys" columns={columns} rows={keys} rowKey={({ id }) => id} loadingRows={3} empty={empty} />
  );
}

const REVOKED: readonly Column<KeyView>[] = [
  NAME,
  PREFIX,
  CREATED,
  {
    key: 'revoked',
    header: 'Revoked',
    width: '24%',
    cell: ({ revokedAt }) => revokedAt !== undefined && <Time at={revokedAt} />,
  },
];

/** Keys that no longer work. */
export function RevokedKeyTable({ keys }: { readonly keys: readonly KeyView[] }) {
  return <DataTable caption="Revoked API keys" columns={REVOKED} rows={keys} rowKey={({ id }) => id} />;
}
