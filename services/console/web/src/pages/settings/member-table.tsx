import type { MemberView } from '../../api/members.js';
import type { Role } from '../../api/session.js';
import { useSession } from '../../app/use-session.js';
import { Badge } from '../../ui/badge.js';
import { Button } from '../../ui/button.js';
import { actionsColumn } from '../../ui/data/actions-column.js';
import { DataTable, type Column } from '../../ui/data/data-table.js';
import { Select } from '../../ui/form/select.js';
import { ROLE_WORDS } from './role-words.js';
import styles from './settings.module.css';

const ROLES = ROLE_WORDS.map(({ role }) => ({ value: role, label: `${role.charAt(0).toUpperCase()}${role.slice(1)}` }));

const removalOf = ({ state }: MemberView): string => (state === 'invited' ? 'Withdraw' : 'Remove');

export interface MemberTableProps {
  readonly members: readonly MemberView[] | undefined;
  /** The change under way. */
  readonly changing: { readonly email: string; readonly role: Role } | undefined;
  readonly onRole: (email: string, role: Role) => void;
  readonly onRemove: (member: MemberView) => void;
}

/** The people of an account. The last owner can be neither changed nor removed. */
export function MemberTable({ members, changing, onRole, onRemove }: MemberTableProps) {
  const { user } = useSession();
  const owners = members?.filter(({ role, state }) => role === 'owner' && state === 'active') ?? [];
  const isLastOwner = ({ email }: MemberView): boolean => owners.length === 1 && owners[0]?.email === email;
  const columns: readonly Column<MemberView>[] = [
    {
      key: 'person',
      header: 'Person',
      narrow: 'title',
      cell: ({ name, email }) => (
        <>
          <span className={styles['name']}>
            {name ?? email}
            {email === user.email && <span className="muted"> (you)</span>}
          </span>
          {name !== undefined && name !== email && <span className={styles['second']}>{email}</span>}
        </>
      ),
    },
    {
      key: 'state',
      header: 'State',
      width: '7rem',
      narrow: 'meta',
      cell: ({ state }) => (state === 'invited' ? <Badge tone="warning">Invited</Badge> : 'Active'),
    },
    {
      key: 'role',
      header: 'Role',
      width: '10rem',
      cell: (member) => (
        <Select
          isSmall
          className={styles['role-select']}
          aria-label={`Role of ${member.email}`}
          title={isLastOwner(member) ? 'The account needs an owner' : undefined}
          options={ROLES}
          value={changing?.email === member.email ? changing.role : member.role}
          disabled={isLastOwner(member) || changing !== undefined || member.state === 'invited'}
          onChange={(event) => onRole(member.email, event.target.value as Role)}
        />
      ),
    },
    actionsColumn(
      '7rem',
      (member) =>
        !isLastOwner(member) && (
          <Button
            size="sm"
            variant="ghost"
            aria-label={`${removalOf(member)} ${member.email}`}
            onClick={() => onRemove(member)}
          >
            {removalOf(member)}
          </Button>
        ),
    ),
  ];
  return <DataTable caption="Members" columns={columns} rows={members} rowKey={({ email }) => email} loadingRows={3} />;
}
