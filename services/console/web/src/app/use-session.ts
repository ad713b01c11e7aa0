import { useRouteContext } from '@tanstack/react-router';
import type { SignedIn } from '../api/session.js';
import { isAllowed, type Permission } from './permissions.js';

/** The session of a page inside the shell, as the guard found it. */
export const useSession = (): SignedIn => useRouteContext({ from: '/shell', select: ({ session }) => session });

/** Whether the role in the chosen account allows something. */
export const useIsAllowed = (permission: Permission): boolean => isAllowed(useSession().account.role, permission);
