import { jsonChoice } from '@quarry/contracts/input';
import { isActive, MAX_MEMBERS, type Member, ROLES } from '@quarry/people';
import { z } from 'zod';
import { INVITE_LIFE_MS } from '../bounds.js';
import type { ConsoleParts } from '../console-parts.js';
import { refuse } from '../http/errors.js';
import { readBody } from '../http/read-body.js';
import type { ConsoleRoute } from '../http/routes.js';
import { createMemberChange, NO_SUCH_MEMBER } from '../people/change-member.js';
import { emailField } from '../people/person-fields.js';

const roleField = jsonChoice({ note: 'What the person may do.', values: ROLES, required: true });
const inviteSchema = z.strictObject({ email: emailField, role: roleField });
const roleSchema = z.strictObject({ role: roleField });

/** The people of the account, for its owners. */
export const openMemberRoutes = (parts: ConsoleParts): readonly ConsoleRoute[] => {
  const { users, members, links, consoleUrl } = parts;

  const describe = async (member: Member) => ({
    email: member.email,
    name: (await users.get(member.email))?.name,
    role: member.role,
    state: isActive(member) ? 'active' : 'invited',
  });

  const changeMember = createMemberChange(parts);

  return [
    {
      method: 'GET',
      path: '/api/members',
      access: 'owner',
      handle: async ({ account }) => ({
        body: { members: await Promise.all((await members.list(account.id)).map(describe)) },
      }),
    },
    {
      method: 'POST',
      path: '/api/members',
      access: 'owner',
      handle: async ({ request, response, account }) => {
        const reading = await readBody(request, response, inviteSchema);
        if (!reading.ok) return reading.refusal;
        const { email, role } = reading.params;
        const before = await members.get(account.id, email);
        if (before !== null && isActive(before))
          return refuse('conflict', { message: 'This person is in the account already.', retryable: false });
        if (before === null && (await members.list(account.id)).length >= MAX_MEMBERS) return refuse('too_many');
        // A new invitation replaces the one before, whose link opens nothing any more.
        if (before !== null) await members.remove(before);
        if (before?.inviteLink !== undefined) await links.withdraw(before.inviteLink);
        const link = links.draft({ email, purpose: 'invite', accountId: account.id, lifeMs: INVITE_LIFE_MS });
        const { id: inviteLink, expiresAtMs } = link;
        if (!(await members.invite({ accountId: account.id, email, role, inviteLink, expiresAtMs })))
          return refuse('conflict');
        await link.store();
        const inviteUrl = `${consoleUrl}/link/${link.token}`;
        return { status: 201, body: { inviteUrl, expiresAt: new Date(expiresAtMs).toISOString() } };
      },
    },
    {
      method: 'PATCH',
      path: '/api/members/:email',
      access: 'owner',
      handle: async ({ request, response, account }) => {
        const reading = await readBody(request, response, roleSchema);
        if (!reading.ok) return reading.refusal;
        const { role } = reading.params;
        return changeMember(account.id, String(request.params['email']), {
          keepsOwner: role === 'owner',
          change: async (member) => {
            if (!isActive(member)) return NO_SUCH_MEMBER;
            if (!(await members.setRole(member, role))) return refuse('conflict');
            return { body: await describe({ ...member, role }) };
          },
        });
      },
    },
    {
      method: 'DELETE',
      path: '/api/members/:email',
      access: 'owner',
      handle: ({ request, account }) =>
        changeMember(account.id, String(request.params['email']), {
          keepsOwner: false,
          change: async (member) => {
            await members.remove(member);
            if (member.inviteLink !== undefined) await links.withdraw(member.inviteLink);
            return {};
          },
        }),
    },
  ];
};
