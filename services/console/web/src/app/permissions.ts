import type { Role } from '../api/session.js';

/** What the roles allow; the server decides, these only hide what would be refused. */
const ALLOWED = {
  /** Call operations: playground, batches, retries. */
  call: ['owner', 'member'],
  manageKeys: ['owner', 'member'],
  manageMembers: ['owner'],
  manageAlerts: ['owner'],
} as const satisfies Record<string, readonly Role[]>;

export type Permission = keyof typeof ALLOWED;

export const isAllowed = (role: Role, permission: Permission): boolean =>
  (ALLOWED[permission] as readonly Role[]).includes(role);
