import type { ReactNode } from 'react';
import type { OperatorAccount } from '../../api/operator.js';
import { formatBytes, formatCount } from '../../format/format.js';
import { StatusDot } from '../../ui/badge.js';
import { actionsColumn } from '../../ui/data/actions-column.js';
import { DataTable, type Column } from '../../ui/data/data-table.js';
import { IconButton } from '../../ui/icon-button.js';
import { MoreIcon, PlayIcon, PlusIcon, StopIcon, UsageIcon } from '../../ui/icons.js';
import { Menu } from '../../ui/overlay/menu.js';
import { Time } from '../../ui/time.js';
import styles from './operator-page.module.css';

const COLUMNS: readonly Column<OperatorAccount>[] = [
  {
    key: 'account',
    header: 'Account',
    narrow: 'title',
    cell: ({ id, name }) => (
      <>
        <span className={styles['name']}>{name}</span>
        {id !== name && <span className={styles['id']}>{id}</span>}
      </>
    ),
  },
  {
    key: 'state',
    header: 'State',
    width: '7rem',
    narrow: 'aside',
    cell: ({ isDisabled }) => (
      <StatusDot tone={isDisabled ? 'danger' : 'success'}>{isDisabled ? 'Disabled' : 'Active'}</StatusDot>
    ),
  },
  {
    key: 'credits',
    header: 'Credits left',
    width: '13rem',
    align: 'end',
    cell: ({ credits }) =>
      credits && (
        <>
          {formatCount(credits.available)} <span className={styles['part']}>of {formatCount(credits.granted)}</span>
        </>
      ),
  },
  {
    key: 'period',
    header: 'Period ends',
    width: '8rem',
    align: 'end',
    narrow: 'hidden',
    cell: ({ credits }) => credits && <Time at={credits.periodEnd} />,
  },
  {
    key: 'once',
    header: 'At once',
    width: '6rem',
    align: 'end',
    narrow: 'hidden',
    cell: ({ concurrency }) => formatCount(concurrency),
  },
  {
    key: 'stored',
    header: 'Stored',
    width: '6.5rem',
    align: 'end',
    narrow: 'hidden',
    cell: ({ storedBytes }) => formatBytes(storedBytes),
  },
];

export interface AccountTableProps {
  readonly accounts: readonly OperatorAccount[] | undefined;
  readonly empty: ReactNode;
  readonly onPlan: (account: OperatorAccount) => void;
  readonly onGrant: (account: OperatorAccount) => void;
  /** Disables or enables it. */
  readonly onSwitch: (account: OperatorAccount) => void;
}

export function AccountTable({ accounts, empty, onGrant, onPlan, onSwitch }: AccountTableProps) {
  const columns: readonly Column<OperatorAccount>[] = [
    ...COLUMNS,
    actionsColumn('4rem', (account) => (
      <Menu
        trigger={<IconButton label={`Actions for ${account.name}`} icon={<MoreIcon />} size="sm" isPlain />}
        entries={[
          { label: 'Grant credits…', icon: <PlusIcon />, onSelect: () => onGrant(account) },
          { label: 'Change plan…', icon: <UsageIcon />, onSelect: () => onPlan(account) },
          'separator',
          account.isDisabled
            ? { label: 'Enable…', icon: <PlayIcon />, onSelect: () => onSwitch(account) }
            : { label: 'Disable…', icon: <StopIcon />, isDangerous: true, onSelect: () => onSwitch(account) },
        ]}
      />
    )),
  ];
  return <DataTable caption="Accounts" columns={columns} rows={accounts} rowKey={({ id }) => id} empty={empty} />;
}
