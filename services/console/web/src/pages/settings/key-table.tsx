import type { ReactNode } from 'react';
import type { KeyView } from '../../api/keys.js';
import { Button } from '../../ui/button.js';
import { DataTable, type Column } from '../../ui/data-table.js';
import { Time } from '../../ui/time.js';
import styles from './settings.module.css';

const NAME: Column<KeyView> = {
  key: 'name',
  header: 'Name',
  width: '38%',
  narrow: 'title',
  cell: ({ name }) => <span className={styles['name']}>{name}</span>,
};
const PREFIX: Column<KeyView> = {
  key: 'prefix',
  header: 'Begins with',
  width: '22%',
  cell: ({ prefix }) => <span className="mono muted">{prefix}…</span>,
};
const CREATED: Column<KeyView> = {
  key: 'created',
  header: 'Created',
  width: '16%',
  cell: ({ createdAt }) => <Time at={createdAt} />,
};
const USED: Column<KeyView> = {
  key: 'used',
  header: 'Last used',
  width: '16%',
  cell: ({ lastUsedAt }) =>
    lastUsedAt === undefined ? <span className="muted">Never</span> : <Time at={lastUsedAt} />,
};

export interface KeyTableProps {
  readonly keys: readonly KeyView[] | undefined;
  readonly empty: ReactNode;
  readonly onRevoke: (key: KeyView) => void;
}

/** Keys that work. */
export function KeyTable({ keys, empty, onRevoke }: KeyTableProps) {
  const columns: readonly Column<KeyView>[] = [
    ...[NAME, PREFIX, CREATED, USED],
    {
      key: 'actions',
      header: <span className="visually-hidden">Actions</span>,
      align: 'end',
      width: '8%',
      narrow: 'actions',
      cell: (key) => (
        <Button size="sm" variant="ghost" aria-label={`Revoke ${key.name}`} onClick={() => onRevoke(key)}>
          Revoke
        </Button>
      ),
    },
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
