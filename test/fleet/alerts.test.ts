import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { PassThrough } from 'node:stream';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { createLogger, createMetrics } from '@quarry/observability';
import { openStore, type Store } from '@quarry/store';
import {
  ApiClient,
  poll,
  SHARED_ADDRESS,
  sharedFleet,
  startSharedSite,
  type SharedFleet,
  type TargetSite,
} from '@quarry/testkit';
import { createMailer } from '../../services/console/src/alerts/mailer.js';
import { build, type Console } from '../../services/console/src/build.js';
import { listen } from '../../services/console/src/http/listen.js';
import { createFakeFleet } from '../../services/console/test/fake-fleet.js';
import { startMailServer, type MailServer } from '../../services/console/test/mail-server.js';
import { ConsoleClient } from '../console/console-client.js';

const ORIGIN = 'http://127.0.0.1:3001';
const ADDRESS = 'ada@shop.example';
const CREDITS = 10;

const heard: { readonly type: string | undefined; readonly body: string; readonly isSigned: boolean }[] = [];
const receiver = createServer((request, response) => {
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  request.on('end', () => {
    const body = Buffer.concat(chunks).toString();
    const { type } = JSON.parse(body) as { type?: string };
    heard.push({ type, body, isSigned: request.headers['webhook-signature'] !== undefined });
    response.writeHead(204).end();
  });
});

let site: TargetSite;
let fleet: SharedFleet;
let mail: MailServer;
let store: Store;
let own: Console;
let server: Awaited<ReturnType<typeof listen>>;

/** A console on the shared fleet's store, whose rounds are made when the test wants them. */
const openConsole = (): Console =>
  build({
    ports: { ...store, fleet: createFakeFleet(), ping: () => store.ping() },
    tokens: { seal: () => 'none' },
    consoleUrl: ORIGIN,
    ...{ gatewayUrl: fleet.baseUrl, apiUrl: fleet.baseUrl, filesUrl: fleet.filesUrl },
    isSignUpOpen: true,
    signUpPlan: { credits: CREDITS, periodDays: 30, concurrency: 3 },
    mailer: createMailer({ url: mail.url, from: 'quarry@console.example' }),
    ...{ proxies: 0, origins: {}, version: '0.0.0' },
    web: { assets: new Map(), page: '', pickerPath: '/assets/picker.js' },
    log: createLogger({ service: 'console', level: 'error', stream: new PassThrough().resume() }),
    metrics: createMetrics({ service: 'console' }),
  });

beforeAll(async () => {
  await once(receiver.listen(0, SHARED_ADDRESS), 'listening');
  [fleet, site, mail] = await Promise.all([sharedFleet(), startSharedSite(), startMailServer()]);
  store = await openStore({ mongodbUri: fleet.cliEnv['MONGODB_URI'], dataDir: fleet.dataDir });
  own = openConsole();
  server = await listen(own.app, { host: '127.0.0.1', port: 0, closeMs: 100 });
}, 180_000);

afterAll(async () => {
  await server.close();
  own.close();
  await store.close();
  await mail.close();
  await site.close();
  receiver.closeAllConnections();
  receiver.close();
}, 60_000);

const mailed = (): string => mail.mails.at(-1)?.raw.replace(/=\r\n/g, '') ?? '';

it('a level that an owner sets reaches a webhook and a mailbox once it is passed', async () => {
  const owner = new ConsoleClient(`http://127.0.0.1:${server.port}`, ORIGIN);
  const signedUp = await owner.post('/api/sign-up', {
    email: 'owner@shop.example',
    password: 'a long enough password',
  });
  expect(signedUp.status).toBe(201);
  const url = `http://${SHARED_ADDRESS}:${(receiver.address() as AddressInfo).port}/alerts`;
  const settings = { creditsLeft: CREDITS, emails: [ADDRESS], webhookUrl: url };
  expect((await owner.send('PUT', '/api/alerts', settings)).status).toBe(200);
  const [, token = ''] = /\/confirm\/([\w-]{43})/.exec(mailed()) ?? [];
  expect((await owner.post('/api/confirmations', { token })).status).toBe(200);

  const alerts = own.startAlerts();
  await alerts.round();
  expect([mail.mails.length, heard.length]).toEqual([1, 0]);

  const { plainKey: apiKey } = (await owner.post('/api/keys', { name: 'laptop' })).body as { plainKey: string };
  const page = { url: `${site.url}/page/one`, jsRendering: false };
  const scraped = await new ApiClient({ ...fleet, apiKey }).scrape(page);
  expect([scraped.status, scraped.headers.get('x-credits-charged')]).toEqual([200, '1']);
  for (let round = 0; round < 2; round += 1) await alerts.round();
  await alerts.close();

  const title = `owner@shop.example has fewer than ${CREDITS} credits left`;
  expect(mail.mails).toHaveLength(2);
  expect(mail.mails.at(-1)?.to).toEqual([ADDRESS]);
  expect(mailed()).toContain(`Subject: ${title}`);
  await poll(
    async () => heard.length,
    (count) => count > 0,
    { timeoutMs: 30_000 },
  );
  expect(heard).toMatchObject([{ type: 'account.alert', isSigned: true }]);
  expect(JSON.parse(heard[0]?.body ?? '{}')).toMatchObject({
    data: { kind: 'credits.level', title, url: `${ORIGIN}/usage` },
  });
  const { recent } = (await owner.get('/api/alerts')).body;
  expect(recent).toMatchObject([
    {
      sendings: [
        { channel: 'email', to: ADDRESS, state: 'sent' },
        { channel: 'webhook', to: url, state: 'sent' },
      ],
    },
  ]);
}, 120_000);
