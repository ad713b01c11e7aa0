import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { openConsoleScene, type ConsoleScene, type Person } from '../../test/console-scene.js';
import { startMailServer, type MailServer } from '../../test/mail-server.js';
import { createMailer } from '../alerts/mailer.js';
import {
  ALERT_TESTS_PER_HOUR,
  CONFIRM_LIFE_MS,
  CONFIRM_MAILS_PER_ACCOUNT_HOUR,
  CONFIRM_MAILS_PER_ADDRESS_DAY,
  WEBHOOK_TESTS_PER_MINUTE,
} from '../bounds.js';

let scene: ConsoleScene;
let without: ConsoleScene;
let mail: MailServer;
let owner: Person;

beforeAll(async () => {
  mail = await startMailServer();
  const mailer = createMailer({ url: mail.url, from: 'quarry@console.example', connectMs: 2_000, silentMs: 2_000 });
  scene = await openConsoleScene({ mailer, operatorEmails: ['op@console.example'] });
  scene.holdClock();
  without = await openConsoleScene();
  owner = await scene.signUp();
});
afterAll(async () => {
  await scene.close();
  await without.close();
  await mail.close();
});

/** The token of the newest link that an address got. */
const tokenTo = (address: string): string => {
  const raw = mail.mails.findLast(({ to }) => to.includes(address))?.raw.replace(/=\r\n/g, '') ?? '';
  return /\/confirm\/([\w-]{43})/.exec(raw)?.[1] ?? '';
};
const confirm = (token: string, by = scene) => by.call('POST', '/api/confirmations', { token });

const SETTINGS = {
  shares: [80, 50],
  creditsLeft: 100,
  emails: ['Ada@shop.example'],
  webhookUrl: 'https://shop.example/',
};

describe('alerts of an account', () => {
  it('are none until an owner sets levels, which are kept as they were set', async () => {
    const empty = await owner.call('GET', '/api/alerts');
    expect(empty.body).toEqual({ settings: { shares: [], emails: [] }, unconfirmed: [], canMail: true, recent: [] });
    const kept = { ...SETTINGS, shares: [50, 80], emails: ['ada@shop.example'] };
    expect((await owner.call('PUT', '/api/alerts', SETTINGS)).body).toEqual({
      ...{ settings: kept, unconfirmed: kept.emails },
      asked: [{ to: 'ada@shop.example', isSent: true }],
    });
    expect((await owner.call('GET', '/api/alerts')).body).toMatchObject({ settings: kept });
    await owner.call('PUT', '/api/alerts', { shares: [90] });
    expect((await owner.call('GET', '/api/alerts')).body).toMatchObject({ settings: { shares: [90], emails: [] } });
    expect((await owner.call('GET', '/api/alerts')).body.settings).not.toHaveProperty('creditsLeft');
  });

  it.each([
    [{ shares: [0] }, 'shares.0'],
    [{ shares: [101] }, 'shares.0'],
    [{ shares: Array.from({ length: 11 }, (_, index) => index + 1) }, 'shares'],
    [{ creditsLeft: 0 }, 'creditsLeft'],
    [{ creditsPerDay: 1.5 }, 'creditsPerDay'],
    [{ creditsPerDay: null }, 'creditsPerDay'],
    [{ emails: ['ada'] }, 'emails.0'],
    [{ emails: ['ada@shop.example\nBcc: all@shop.example'] }, 'emails.0'],
    [{ emails: Array.from({ length: 6 }, (_, index) => `a${index}@shop.example`) }, 'emails'],
    [{ webhookUrl: 'shop.example' }, 'webhookUrl'],
    [{ level: 5 }, 'level'],
  ])('refuse %j', async (body, field) => {
    const refused = await owner.call('PUT', '/api/alerts', body);
    expect([refused.status, refused.body.errors?.[0]?.field]).toEqual([422, field]);
  });

  it('go to nobody by e-mail where there is no mail server, and the page is told', async () => {
    const person = await without.signUp();
    expect((await person.call('GET', '/api/alerts')).body.canMail).toBe(false);
    const refused = await person.call('PUT', '/api/alerts', { emails: ['ada@shop.example'] });
    expect([refused.status, refused.body.errors[0].message]).toEqual([422, expect.stringContaining('SMTP_URL')]);
    expect((await person.call('POST', '/api/alerts/test')).status).toBe(409);
  });

  it('are found, sent and listed', async () => {
    const person = await scene.signUp();
    await person.call('PUT', '/api/alerts', { shares: [50], creditsLeft: 501, emails: ['eve@shop.example'] });
    expect((await confirm(tokenTo('eve@shop.example'))).status).toBe(200);
    mail.mails.length = 0;
    const alerts = scene.startAlerts();
    await alerts.round();
    await alerts.close();
    const { recent } = (await person.call('GET', '/api/alerts')).body;
    expect(recent).toMatchObject([
      {
        ...{ kind: 'credits.level', path: '/usage', title: expect.stringContaining('fewer than 501 credits left') },
        sendings: [{ channel: 'email', to: 'eve@shop.example', state: 'sent' }],
      },
    ]);
    expect((await owner.call('GET', '/api/alerts')).body.recent).toEqual([]);
    expect(mail.mails).toHaveLength(1);
  });

  it('are tried by a test, which says what became of it, and not all day', async () => {
    const person = await scene.signUp();
    expect((await person.call('POST', '/api/alerts/test')).status).toBe(409);
    const emails = ['ben@shop.example', 'left@shop.example', 'quiet@shop.example'];
    await person.call('PUT', '/api/alerts', { emails, webhookUrl: 'https://shop.example/hook' });
    for (const address of emails.slice(0, 2)) await confirm(tokenTo(address));
    mail.unknown.add('left@shop.example');
    mail.mails.length = 0;
    const tested = await person.call('POST', '/api/alerts/test');
    expect(tested.body.results).toEqual([
      { channel: 'email', to: 'ben@shop.example', isSent: true },
      { channel: 'email', to: 'left@shop.example', isSent: false, error: 'EENVELOPE 550' },
      { channel: 'webhook', to: 'https://shop.example/hook', isSent: true },
    ]);
    expect(mail.mails.map(({ to }) => to)).toEqual([['ben@shop.example']]);
    expect(await scene.store.webhooks.list(person.accountId, { limit: 5 })).toMatchObject([{ event: 'test' }]);
    for (let count = 1; count < ALERT_TESTS_PER_HOUR; count += 1) await person.call('POST', '/api/alerts/test');
    const refused = await person.call('POST', '/api/alerts/test');
    expect([refused.status, refused.body.error]).toEqual([429, 'too_many_attempts']);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
  });

  it('to the operators are for them alone', async () => {
    const operator = await scene.signUpOperator();
    expect((await operator.call('GET', '/api/operator/alerts')).body).toEqual({ alerts: [] });
    expect((await owner.call('GET', '/api/operator/alerts')).status).toBe(404);
  });
});

describe('an address of alerts', () => {
  const found = (token: string) => scene.call('GET', `/api/confirmations/${token}`);
  const save = (person: Person, emails: readonly string[]) =>
    person.call('PUT', '/api/alerts', { creditsLeft: 501, emails: [...emails] });
  const unconfirmed = async (person: Person) =>
    (await person.call('GET', '/api/alerts')).body['unconfirmed'] as readonly string[];

  it('is sent nothing but one link until whoever has it confirms it, once', async () => {
    const person = await scene.signUp();
    mail.mails.length = 0;
    await save(person, ['fay@shop.example']);
    const alerts = scene.startAlerts();
    await alerts.round();
    expect((await person.call('POST', '/api/alerts/test')).status).toBe(409);
    expect(mail.mails.map(({ to }) => to)).toEqual([['fay@shop.example']]);
    const token = tokenTo('fay@shop.example');
    const opened = { email: 'fay@shop.example', accountName: person.email };
    // To look at the link confirms nothing.
    expect((await found(token)).body).toEqual(opened);
    expect(await unconfirmed(person)).toEqual(['fay@shop.example']);
    const answers = await Promise.all([confirm(token), confirm(token), confirm(token)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 404, 404]);
    expect(answers.find(({ status }) => status === 200)?.body).toEqual(opened);
    expect([(await found(token)).status, await unconfirmed(person)]).toEqual([404, []]);
    expect((await person.call('POST', '/api/alerts/test')).body.results).toMatchObject([{ isSent: true }]);
    await alerts.close();
  });

  it('has its link in the store as a hash alone, which ends after three days', async () => {
    const person = await scene.signUp();
    await save(person, ['gus@shop.example']);
    const token = tokenTo('gus@shop.example');
    const records = await scene.records.list('alert-confirm', person.accountId, { limit: 5 });
    expect(records).toMatchObject([{ data: { email: 'gus@shop.example' } }]);
    expect(JSON.stringify(records)).not.toContain(token);
    expect(scene.lines.join('')).not.toContain(token);
    expect(records[0]?.expiresAtMs).toBeLessThanOrEqual(scene.clock() + CONFIRM_LIFE_MS);
    scene.advance(CONFIRM_LIFE_MS);
    expect([(await found(token)).status, (await confirm(token)).status]).toEqual([404, 404]);
    expect((await confirm('A'.repeat(43))).status).toBe(404);
  });

  it('is no longer confirmed by its link once it is not among the settings, and then asked anew', async () => {
    const person = await scene.signUp();
    await save(person, ['hal@shop.example', 'ida@shop.example']);
    await confirm(tokenTo('ida@shop.example'));
    const token = tokenTo('hal@shop.example');
    await save(person, ['ida@shop.example']);
    expect([(await found(token)).status, (await confirm(token)).status]).toEqual([404, 404]);
    expect(await unconfirmed(person)).toEqual([]);
    await save(person, []);
    expect((await save(person, ['ida@shop.example'])).body.unconfirmed).toEqual(['ida@shop.example']);
  });

  it('gets a few links a day, whoever names it; so does an account in an hour', async () => {
    const [one, other] = [await scene.signUp(), await scene.signUp()];
    const ask = (person: Person, email: string) => person.call('POST', '/api/alerts/addresses', { email });
    expect((await ask(one, 'jim@shop.example')).status).toBe(404);
    await save(one, ['jim@shop.example']);
    for (let count = 1; count < CONFIRM_MAILS_PER_ADDRESS_DAY; count += 1)
      expect((await ask(one, 'jim@shop.example')).body).toEqual({ to: 'jim@shop.example', isSent: true });
    const refused = await ask(one, 'jim@shop.example');
    expect([refused.status, Number(refused.headers['retry-after']) > 0]).toEqual([429, true]);
    expect((await save(other, ['jim@shop.example'])).body.asked).toMatchObject([{ isSent: false, error: 'too many' }]);
    await confirm(tokenTo('jim@shop.example'));
    expect(await unconfirmed(one)).toEqual([]);
    expect((await ask(one, 'jim@shop.example')).status).toBe(404);
    expect(await unconfirmed(other)).toEqual(['jim@shop.example']);
    let sent = 0;
    for (let round = 0; round < 5; round += 1) {
      const emails = Array.from({ length: 5 }, (_, index) => `k${round}.${index}@shop.example`);
      const { asked } = (await save(other, emails)).body as { asked: readonly { isSent: boolean }[] };
      sent += asked.filter(({ isSent }) => isSent).length;
    }
    expect(sent).toBe(CONFIRM_MAILS_PER_ACCOUNT_HOUR);
  });

  it('is said not to be reached where the mail server refuses it', async () => {
    const person = await scene.signUp();
    mail.unknown.add('gone@shop.example');
    const { asked } = (await save(person, ['gone@shop.example'])).body;
    expect(asked).toEqual([{ to: 'gone@shop.example', isSent: false, error: 'EENVELOPE 550' }]);
  });
});

describe('receivers of webhooks', () => {
  const URL = 'https://receiver.example/hook';

  it('get a test event by the way of all others, a few in a minute', async () => {
    const sent = await owner.call('POST', '/api/webhooks/test', { url: URL });
    expect(sent.status).toBe(201);
    const [delivery] = await scene.store.webhooks.list(owner.accountId, { limit: 5 });
    expect(delivery).toMatchObject({ id: sent.body.id, event: 'test', url: URL, state: 'pending', attempts: 0 });
    const body = (await owner.call('GET', `/api/webhooks/deliveries/${sent.body.id}`)).body.body;
    expect(JSON.parse(body)).toEqual({
      ...{ type: 'test', timestamp: new Date(delivery?.createdAtMs ?? 0).toISOString() },
      data: { message: expect.stringContaining('test') },
    });
    for (let count = 1; count < WEBHOOK_TESTS_PER_MINUTE; count += 1)
      await owner.call('POST', '/api/webhooks/test', { url: URL });
    expect((await owner.call('POST', '/api/webhooks/test', { url: URL })).status).toBe(429);
    scene.advance(60_000);
    expect((await owner.call('POST', '/api/webhooks/test', { url: 'receiver' })).status).toBe(422);
    expect((await owner.call('POST', '/api/webhooks/test', { url: URL })).status).toBe(201);
  });

  it('are listed with what became of their events', async () => {
    const person = await scene.signUp();
    await person.call('POST', '/api/webhooks/test', { url: URL });
    await person.call('POST', '/api/webhooks/test', { url: URL });
    const [newest] = await scene.store.webhooks.list(person.accountId, { limit: 1 });
    await scene.store.webhooks.claim({ leaseMs: 1_000, limit: 100 });
    await scene.store.webhooks.finish(newest?.id ?? '', 1, { state: 'delivered', statusCode: 200 });
    const { receivers } = (await person.call('GET', '/api/webhooks/receivers')).body;
    expect(receivers).toEqual([
      { url: URL, deliveries: 2, delivered: 1, dead: 0, newestAt: new Date(newest?.createdAtMs ?? 0).toISOString() },
    ]);
  });

  it('show the bodies of no other account', async () => {
    const [delivery] = await scene.store.webhooks.list(owner.accountId, { limit: 1 });
    const id = delivery?.id ?? '';
    const other = await scene.signUp();
    expect((await owner.call('GET', `/api/webhooks/deliveries/${id}`)).status).toBe(200);
    expect((await other.call('GET', `/api/webhooks/deliveries/${id}`)).status).toBe(404);
    expect((await other.call('GET', '/api/webhooks/deliveries/nothing')).status).toBe(404);
  });
});
