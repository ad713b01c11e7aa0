import { refusal, type MockRoute, type MockState } from './mock-route.js';

const LONG = 'a-very-long-path-that-nobody-thought-of-when-the-page-was-drawn-and-that-has-no-space';
const MINUTE_MS = 60_000;
const ago = (minutes: number): string => new Date(Date.now() - minutes * MINUTE_MS).toISOString();
const hook = (state: MockState): string =>
  `https://hooks.harbour.example/${state === 'long' ? LONG.repeat(3) : 'quarry'}`;

const alertsOf = (state: MockState) =>
  state === 'empty'
    ? []
    : [
        {
          ...{ id: 'credits.left', kind: 'credits.level', path: '/usage', createdAt: ago(4) },
          title: `Harbour ${state === 'long' ? LONG : 'research'} has fewer than 1,000 credits left`,
          text: 'Harbour research has 640 credits left in this period, which ends on 2026-12-01 (UTC). Calls are refused when none are left.',
          sendings: [
            { channel: 'email', to: 'ada@harbour.example', state: 'sent' },
            { channel: 'email', to: 'finance@harbour.example', state: 'waiting', error: 'ETIMEDOUT' },
            { channel: 'webhook', to: hook(state), state: 'sent' },
          ],
        },
        {
          ...{ id: 'credits.share', kind: 'credits.level', path: '/usage', createdAt: ago(2_900) },
          title: 'Harbour research has used 80 % of its credits',
          text: 'Harbour research has used 8,012 of the 10,000 credits of this period, which is 80 % or more. 1,988 credits are left until 2026-12-01 (UTC).',
          sendings: [{ channel: 'email', to: 'gone@harbour.example', state: 'failed', error: 'EENVELOPE 550' }],
        },
      ];

const settingsOf = (state: MockState) =>
  state === 'empty'
    ? { shares: [], emails: [] }
    : {
        ...{ shares: [50, 80, 100], creditsLeft: 1_000, emails: ['ada@harbour.example', 'finance@harbour.example'] },
        webhookUrl: hook(state),
      };

const deliveryOf = (state: MockState, index: number, rest: object) => ({
  ...{ id: `test.${index}`, event: 'test', url: hook(state), attempts: 1, createdAt: ago(index * 7) },
  ...rest,
});

const deliveriesOf = (state: MockState) =>
  state === 'empty'
    ? []
    : [
        deliveryOf(state, 0, { state: 'pending', attempts: 0, nextAttemptAt: ago(0) }),
        deliveryOf(state, 1, {
          event: 'account.alert',
          state: 'delivered',
          lastStatusCode: 204,
          lastAttemptAt: ago(7),
        }),
        deliveryOf(state, 2, {
          ...{ event: 'batch.completed', state: 'dead', jobId: '5a0a3c1e-6d0f-4f5b-9d2c-7b7f0a1f8a11' },
          ...{ lastStatusCode: 410, lastError: 'status' },
        }),
      ];

const receiversOf = (state: MockState) =>
  state === 'empty'
    ? []
    : [
        { url: hook(state), deliveries: 412, delivered: 409, dead: 2, newestAt: ago(1) },
        { url: 'https://old.harbour.example/in', deliveries: 31, delivered: 12, dead: 19, newestAt: ago(4_000) },
        { url: 'https://new.harbour.example/in', deliveries: 1, delivered: 0, dead: 0, newestAt: ago(9_000) },
      ];

const BODY = JSON.stringify({
  type: 'test',
  timestamp: ago(7),
  data: { message: 'This is a test. Nothing has happened.' },
});

/** Alerts, and webhooks with their receivers. */
export const ALERT_ROUTES: readonly MockRoute[] = [
  {
    method: 'GET',
    path: /^\/api\/alerts$/,
    handle: ({ state }) => ({
      body: {
        settings: settingsOf(state),
        unconfirmed: state === 'empty' ? [] : ['finance@harbour.example'],
        canMail: state !== 'empty',
        recent: alertsOf(state),
      },
    }),
  },
  {
    method: 'PUT',
    path: /^\/api\/alerts$/,
    handle: ({ body }) =>
      (body as { emails: string[] }).emails.some((email) => !email.includes('@'))
        ? refusal(422, 'validation_failed', 'Some fields are not valid.', {
            errors: [
              {
                field: 'emails.0',
                rule: 'regex',
                message: 'emails.0 must be an e-mail address such as name@example.com.',
              },
            ],
          })
        : { body: { settings: body, unconfirmed: [], asked: [] } },
  },
  {
    method: 'POST',
    path: /^\/api\/alerts\/addresses$/,
    handle: () => ({ body: { to: 'finance@harbour.example', isSent: true } }),
  },
  {
    method: 'GET',
    path: /^\/api\/confirmations\/[^/]+$/,
    handle: () => ({ body: { email: 'finance@harbour.example', accountName: 'Harbour research' } }),
  },
  {
    method: 'POST',
    path: /^\/api\/confirmations$/,
    handle: () => ({ body: { email: 'finance@harbour.example', accountName: 'Harbour research' } }),
  },
  {
    method: 'POST',
    path: /^\/api\/alerts\/test$/,
    handle: () => ({ body: { results: [{ channel: 'email', to: 'ada@harbour.example', isSent: true }] } }),
  },
  { method: 'GET', path: /^\/api\/operator\/alerts$/, handle: ({ state }) => ({ body: { alerts: alertsOf(state) } }) },
  {
    method: 'GET',
    path: /^\/api\/webhooks\/receivers$/,
    handle: ({ state }) => ({ body: { receivers: receiversOf(state), ofDeliveries: 1_000 } }),
  },
  { method: 'POST', path: /^\/api\/webhooks\/test$/, handle: () => ({ status: 201, body: { id: 'test.0' } }) },
  {
    method: 'GET',
    path: /^\/api\/webhooks\/deliveries\/[^/]+$/,
    handle: () => ({ body: { id: 'test.1', body: BODY } }),
  },
  {
    method: 'GET',
    path: /^\/api\/gateway\/webhooks\/deliveries$/,
    handle: ({ state }) => ({ body: { status: 'ok', data: { deliveries: deliveriesOf(state) } } }),
  },
];
