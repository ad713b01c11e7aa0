import { randomUUID } from 'node:crypto';
import { webhookBody } from '@quarry/contracts';
import { url } from '@quarry/contracts/input';
import { z } from 'zod';
import { RECEIVERS_OF_DELIVERIES } from '../bounds.js';
import type { ConsoleParts } from '../console-parts.js';
import { refuse } from '../http/errors.js';
import { readBody } from '../http/read-body.js';
import type { ConsoleRoute } from '../http/routes.js';

const testSchema = z.strictObject({
  url: url({ note: 'Receiver of the test event: a public http or https URL.', required: true }),
});

const NO_SUCH_DELIVERY = refuse('not_found', { message: 'No such delivery, or it is no longer stored.' });

/** What is sent: enough to see that it arrives, and nothing of the account. */
const TEST_DATA = { message: 'This is a test. Nothing has happened, and nothing needs to be done.' };

/** Receivers of the account's webhooks, what is sent to them, and a way to try one. */
export const openWebhookRoutes = ({ webhooks, webhookTests, apiUrl }: ConsoleParts): readonly ConsoleRoute[] => [
  {
    method: 'GET',
    path: '/api/webhooks/receivers',
    access: 'viewer',
    handle: async ({ account }) => {
      const found = await webhooks.receivers(account.id, RECEIVERS_OF_DELIVERIES);
      const receivers = found.map(({ newestAtMs, ...figures }) => ({
        ...figures,
        newestAt: new Date(newestAtMs).toISOString(),
      }));
      return { body: { receivers, ofDeliveries: RECEIVERS_OF_DELIVERIES } };
    },
  },
  {
    method: 'POST',
    path: '/api/webhooks/test',
    access: 'member',
    handle: async ({ request, response, account }) => {
      const reading = await readBody(request, response, testSchema);
      if (!reading.ok) return reading.refusal;
      if (account.isDisabled) return refuse('account_disabled');
      const retryAfterSeconds = await webhookTests.take(account.id);
      if (retryAfterSeconds !== undefined) return refuse('too_many_attempts', { retryAfterSeconds });
      const id = `test.${randomUUID()}`;
      // By the way of every webhook, which alone opens connections to addresses that people give, and judges them.
      await webhooks.enqueue({ id, accountId: account.id, event: 'test', url: reading.params.url, data: TEST_DATA });
      return { status: 201, body: { id } };
    },
  },
  {
    method: 'GET',
    path: '/api/webhooks/deliveries/:id',
    access: 'viewer',
    handle: async ({ request, account }) => {
      const delivery = await webhooks.get(String(request.params['id']));
      if (delivery?.accountId !== account.id) return NO_SUCH_DELIVERY;
      return { body: { id: delivery.id, body: webhookBody(delivery, apiUrl) } };
    },
  },
];
