import { queryOptions } from '@tanstack/react-query';
import { callJson } from './client.js';
import type { Role } from './session.js';

export interface MemberView {
  readonly email: string;
  readonly name?: string;
  readonly role: Role;
  readonly state: 'active' | 'invited';
}

export const membersQuery = queryOptions({
  queryKey: ['members'],
  queryFn: async ({ signal }) => (await callJson<{ members: MemberView[] }>('/api/members', { signal })).members,
});

const pathOf = (email: string): string => `/api/members/${encodeURIComponent(email)}`;

export const inviteMember = (body: { email: string; role: Role }): Promise<{ inviteUrl: string }> =>
  callJson('/api/members', { method: 'POST', body });

export const changeRole = (email: string, role: Role): Promise<void> =>
  callJson(pathOf(email), { method: 'PATCH', body: { role } });

export const removeMember = (email: string): Promise<void> => callJson(pathOf(email), { method: 'DELETE' });
