import { text } from '@quarry/contracts/input';
import { z } from 'zod';
import type { ConsoleParts } from '../console-parts.js';
import { readBody } from '../http/read-body.js';
import type { ConsoleRoute } from '../http/routes.js';
import { createLinkUses, SPENT } from '../people/link-uses.js';
import { optionalPasswordField } from '../people/person-fields.js';

const useSchema = z.strictObject({
  token: text({ note: 'Token of the link.', required: true, maxChars: 100 }),
  password: optionalPasswordField,
});
/** Links that sign in, that set another password, and invitations to an account. Each opens once. */
export const openLinkRoutes = (parts: ConsoleParts): readonly ConsoleRoute[] => {
  const { accounts, visitors, viewSession } = parts;
  const { open, needsPassword, use } = createLinkUses(parts);

  return [
    // Before the pattern, which would take it for a token.
    {
      method: 'POST',
      path: '/api/links/use',
      access: 'anybody',
      handle: async (call) => {
        const { request, response } = call;
        const reading = await readBody(request, response, useSchema);
        if (!reading.ok) return reading.refusal;
        const opened = await open(reading.params.token);
        if (opened === undefined) return SPENT;
        const outcome = await use(opened, reading.params.password, call);
        if ('error' in outcome) return outcome;
        return { body: await viewSession(await visitors.signIn(request, response, outcome.user, outcome.accountId)) };
      },
    },
    {
      method: 'GET',
      path: '/api/links/:token',
      access: 'anybody',
      handle: async ({ request, visitor }) => {
        const opened = await open(String(request.params['token']));
        if (opened === undefined) return SPENT;
        const { link, user, invitation } = opened;
        const account = invitation && (await accounts.get(invitation.accountId));
        return {
          body: {
            purpose: link.purpose,
            email: link.email,
            accountName: account?.name,
            role: invitation?.role,
            needsPassword: needsPassword(opened, visitor),
            isNewUser: user === null,
          },
        };
      },
    },
  ];
};
