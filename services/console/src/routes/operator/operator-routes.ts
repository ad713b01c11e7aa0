import { randomUUID } from 'node:crypto';
import { jsonFlag, jsonInteger, text } from '@quarry/contracts/input';
import { MAX_PERIOD_DAYS, stopBatches, type Account } from '@quarry/store';
import { z } from 'zod';
import type { ConsoleParts } from '../../console-parts.js';
import { refuse } from '../../http/errors.js';
import { readBody } from '../../http/read-body.js';
import type { ConsoleRoute } from '../../http/routes.js';

const MAX_GRANT = 1_000_000_000;
const MAX_CONCURRENCY = 100_000;
/** Accounts whose periods are read at once. */
const PERIODS_AT_ONCE = 50;

const grantSchema = z.strictObject({
  credits: jsonInteger({ note: 'Credits to add to the current period.', required: true, min: 1, max: MAX_GRANT }),
  grantId: text({
    note: 'The same grant is made once.',
    maxChars: 64,
    pattern: /^[\w-]+$/,
    form: 'letters, digits, _ and -',
  }),
});
const changeSchema = z.strictObject({
  isDisabled: jsonFlag({ note: 'Refuse its calls.' }),
  creditsPerPeriod: jsonInteger({ note: 'Credits of each period from the next one on.', min: 0, max: MAX_GRANT }),
  periodDays: jsonInteger({ note: 'Days of each period from the next one on.', min: 1, max: MAX_PERIOD_DAYS }),
  renew: jsonFlag({ note: 'Whether further periods get credits.' }),
  concurrency: jsonInteger({ note: 'Requests at once.', min: 0, max: MAX_CONCURRENCY }),
});

const NO_SUCH_ACCOUNT = refuse('not_found', { message: 'There is no such account.' });

/** Accounts of the whole deployment, for its operators. */
export const openOperatorRoutes = ({ accounts, batches, noteAction }: ConsoleParts): readonly ConsoleRoute[] => {
  const describe = async ({ id, name, isDisabled, plan, concurrency, createdAtMs, storedBytes }: Account) => {
    const period = await accounts.period(id);
    return {
      ...{ id, name, isDisabled, plan, concurrency, storedBytes },
      createdAt: new Date(createdAtMs).toISOString(),
      credits: period && {
        ...{ granted: period.granted, charged: period.charged, held: period.held, available: period.available },
        periodEnd: new Date(period.endMs).toISOString(),
      },
    };
  };

  return [
    {
      method: 'GET',
      path: '/api/operator/accounts',
      access: 'operator',
      handle: async () => {
        const all = await accounts.list();
        const described: unknown[] = [];
        for (let at = 0; at < all.length; at += PERIODS_AT_ONCE) {
          described.push(...(await Promise.all(all.slice(at, at + PERIODS_AT_ONCE).map(describe))));
        }
        return { body: { accounts: described } };
      },
    },
    {
      method: 'POST',
      path: '/api/operator/accounts/:id/grant',
      access: 'operator',
      handle: async ({ request, response, visitor }) => {
        const reading = await readBody(request, response, grantSchema);
        if (!reading.ok) return reading.refusal;
        const { credits, grantId = randomUUID() } = reading.params;
        noteAction(visitor, 'grant', { accountId: String(request.params['id']), credits });
        const account = await accounts.get(String(request.params['id']));
        if (account === null || (await accounts.grant(account.id, credits, grantId)) === null) return NO_SUCH_ACCOUNT;
        return { body: await describe(account) };
      },
    },
    {
      method: 'PATCH',
      path: '/api/operator/accounts/:id',
      access: 'operator',
      handle: async ({ request, response, visitor }) => {
        const reading = await readBody(request, response, changeSchema);
        if (!reading.ok) return reading.refusal;
        const { isDisabled, ...plan } = reading.params;
        const given = Object.entries(reading.params).filter(([, value]) => value !== undefined);
        if (given.length === 0) return refuse('bad_request', { message: 'Name at least one change.' });
        const id = String(request.params['id']);
        noteAction(visitor, `account ${given.map(([name, value]) => `${name} ${value}`).join(', ')}`, {
          accountId: id,
        });
        const planned = await accounts.changePlan(id, plan);
        const account = isDisabled === undefined ? planned : await accounts.setDisabled(id, isDisabled);
        if (account === null) return NO_SUCH_ACCOUNT;
        if (isDisabled) await stopBatches({ batches }, account.id);
        return { body: await describe(account) };
      },
    },
  ];
};
