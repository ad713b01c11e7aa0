import { email, text } from '@quarry/contracts/input';
import { z } from 'zod';
import type { ConsoleParts } from '../console-parts.js';
import { refuse } from '../http/errors.js';
import { readBody } from '../http/read-body.js';
import type { ConsoleRoute } from '../http/routes.js';

const confirmSchema = z.strictObject({
  token: text({ note: 'Token of the link.', required: true, maxChars: 100 }),
});
const askSchema = z.strictObject({
  email: email({ note: 'Address of the account that is not confirmed.', required: true }),
});

const SPENT = refuse('not_found', {
  message: 'This link has been used, has expired or is not complete. Ask an owner of the account for another one.',
});
const NOT_WAITING = refuse('not_found', {
  message: 'No such address waits to be confirmed. Save it among the addresses of the alerts first.',
});

/**
 * Addresses of alerts are confirmed by whoever reads their mail, who need not be signed in. Opening the link confirms nothing:
 * programs that look at links must not.
 */
export const openAlertAddressRoutes = (parts: ConsoleParts): readonly ConsoleRoute[] => {
  const { accounts, addressConfirmation, alertSettings } = parts;
  const nameOf = async (accountId: string): Promise<string | undefined> => (await accounts.get(accountId))?.name;

  return [
    {
      method: 'POST',
      path: '/api/alerts/addresses',
      access: 'owner',
      handle: async ({ request, response, account }) => {
        const reading = await readBody(request, response, askSchema);
        if (!reading.ok) return reading.refusal;
        if (account.isDisabled) return refuse('account_disabled');
        const { emails, confirmed } = await alertSettings.get(account.id);
        const { email: address } = reading.params;
        if (!emails.includes(address) || confirmed.includes(address)) return NOT_WAITING;
        const asked = await addressConfirmation.ask(account, address);
        const retryAfterSeconds = asked.isSent ? undefined : asked.retryAfterSeconds;
        return retryAfterSeconds === undefined ? { body: asked } : refuse('too_many_attempts', { retryAfterSeconds });
      },
    },
    {
      method: 'GET',
      path: '/api/confirmations/:token',
      access: 'anybody',
      handle: async ({ request }) => {
        const found = await addressConfirmation.find(String(request.params['token']));
        if (found === null) return SPENT;
        return { body: { email: found.email, accountName: await nameOf(found.accountId) } };
      },
    },
    {
      method: 'POST',
      path: '/api/confirmations',
      access: 'anybody',
      handle: async ({ request, response }) => {
        const reading = await readBody(request, response, confirmSchema);
        if (!reading.ok) return reading.refusal;
        const found = await addressConfirmation.find(reading.params.token);
        if (found === null || !(await addressConfirmation.use(found))) return SPENT;
        return { body: { email: found.email, accountName: await nameOf(found.accountId) } };
      },
    },
  ];
};
