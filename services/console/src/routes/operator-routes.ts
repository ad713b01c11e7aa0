import { randomUUID } from 'node:crypto';
import { operationById, QUEUE_NAMES } from '@quarry/contracts';
import { jsonFlag, jsonInteger, text } from '@quarry/contracts/input';
import { stopBatches, type Account } from '@quarry/store';
import { z } from 'zod';
import type { ConsoleParts } from '../console-parts.js';
import { refuse } from '../http/errors.js';
import { readBody } from '../http/read-body.js';
import type { ConsoleRoute } from '../http/routes.js';

const MAX_GRANT = 1_000_000_000;
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
const changeSchema = z.strictObject({ isDisabled: jsonFlag({ note: 'Refuse its calls.', required: true }) });

const NO_SUCH_ACCOUNT = refuse('not_found', { message: 'There is no such account.' });

/** Accounts and work of the whole deployment, for its operators. */
export const openOperatorRoutes = ({ accounts, batches, queues }: ConsoleParts): readonly ConsoleRoute[] => {
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
      handle: async ({ request, response }) => {
        const reading = await readBody(request, response, grantSchema);
        if (!reading.ok) return reading.refusal;
        const { credits, grantId = randomUUID() } = reading.params;
        const account = await accounts.get(String(request.params['id']));
        if (account === null || (await accounts.grant(account.id, credits, grantId)) === null) return NO_SUCH_ACCOUNT;
        return { body: await describe(account) };
      },
    },
    {
      method: 'PATCH',
      path: '/api/operator/accounts/:id',
      access: 'operator',
      handle: async ({ request, response }) => {
        const reading = await readBody(request, response, changeSchema);
        if (!reading.ok) return reading.refusal;
        const { isDisabled } = reading.params;
        const account = await accounts.setDisabled(String(request.params['id']), isDisabled);
        if (account === null) return NO_SUCH_ACCOUNT;
        if (isDisabled) await stopBatches({ batches }, account.id);
        return { body: await describe(account) };
      },
    },
    {
      method: 'GET',
      path: '/api/operator/queues',
      access: 'operator',
      handle: async () => {
        const [load, figures] = await Promise.all([batches.load(), queues.read()]);
        const described = QUEUE_NAMES.map((name) => {
          const own = load.filter(({ operation }) => operationById(operation)?.queue === name);
          const sum = (figure: 'jobs' | 'openItems') => own.reduce((total, one) => total + one[figure], 0);
          return { name, ...figures[name], batches: sum('jobs'), openItems: sum('openItems') };
        });
        return { body: { queues: described } };
      },
    },
  ];
};
