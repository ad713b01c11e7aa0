import { text } from '@quarry/contracts/input';
import { z } from 'zod';
import { refuse } from '../http/errors.js';
import { readBody } from '../http/read-body.js';
import type { ConsoleRoute } from '../http/routes.js';
import { newPasswordField, passwordField } from '../people/person-fields.js';
import type { ConsoleParts } from '../console-parts.js';

const accountSchema = z.strictObject({
  accountId: text({ note: 'Account to work in.', required: true, maxChars: 64 }),
});
const passwordSchema = z.strictObject({ current: passwordField, next: newPasswordField });

const NO_SUCH_ACCOUNT = refuse('not_found', { message: 'You are in no such account.' });

/** Who is signed in, and what they do with their own session. */
export const openSessionRoutes = (parts: ConsoleParts): readonly ConsoleRoute[] => {
  const { users, sessions, visitors, ownAccounts, hasher, viewSession, checkPassword } = parts;
  return [
    {
      method: 'GET',
      path: '/api/session',
      access: 'anybody',
      handle: async ({ visitor }) => ({ body: await viewSession(visitor) }),
    },
    {
      method: 'POST',
      path: '/api/sign-out',
      access: 'anybody',
      handle: async ({ request, response }) => {
        await visitors.signOut(request, response);
        return {};
      },
    },
    {
      method: 'PUT',
      path: '/api/session/account',
      access: 'visitor',
      handle: async ({ request, response, visitor }) => {
        const reading = await readBody(request, response, accountSchema);
        if (!reading.ok) return reading.refusal;
        const account = await ownAccounts.find(visitor.user.email, reading.params.accountId);
        if (account === undefined) return NO_SUCH_ACCOUNT;
        const session = await sessions.setAccount(visitor.session, account.id);
        return session === undefined
          ? refuse('conflict')
          : { body: await viewSession({ ...visitor, session, account }) };
      },
    },
    {
      method: 'PUT',
      path: '/api/session/password',
      access: 'visitor',
      handle: async ({ request, response, visitor }) => {
        const reading = await readBody(request, response, passwordSchema);
        if (!reading.ok) return reading.refusal;
        const { current, next } = reading.params;
        const refusal = await checkPassword(request, visitor.user.email, current);
        if (refusal !== undefined) return refusal;
        const passwordHash = await hasher.hash(next);
        const { email } = visitor.user;
        const user = await users.change(email, ({ epoch }) => ({ passwordHash, epoch: epoch + 1 }));
        if (user === null) return refuse('unauthorized');
        await sessions.endAll(email);
        await visitors.signIn(request, response, user, visitor.account?.id);
        return {};
      },
    },
  ];
};
