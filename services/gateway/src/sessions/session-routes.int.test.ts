import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { buildOpenApi, SESSION_IDLE_DAYS } from '@quarry/contracts';
import { createSessions, type Sessions } from '@quarry/sessions';
import { createSessionSeals } from '@quarry/tokens';
import supertest from 'supertest';
import { expectError } from '../../test/expect-error.js';
import { okEnd } from '../../test/fake-worker.js';
import { FIXTURE_SECRET, startGatewayFixture, type GatewayFixture } from '../../test/gateway-fixture.js';

const URL = 'https://shop.example/in';
const DAY_MS = 86_400_000;

let fixture: GatewayFixture;
let sessions: Sessions;
let caller: Awaited<ReturnType<GatewayFixture['addAccount']>>;

beforeAll(async () => {
  fixture = await startGatewayFixture();
  await fixture.startWorker();
  const seals = createSessionSeals({ secret: FIXTURE_SECRET });
  sessions = createSessions({ records: fixture.store.records, seals, clock: fixture.clock });
});
afterAll(() => fixture.close());
beforeEach(async () => {
  caller = await fixture.addAccount();
  fixture.behave(async () => okEnd());
});

type Method = 'get' | 'delete' | 'post';
const send = (method: Method, path: string, { key } = caller) =>
  supertest(fixture.url)[method](path).set('x-api-key', key);
const scrape = (body: object) => send('post', '/scrape/web').send({ url: URL, ...body });

const fill = async (name: string, accountId = caller.account.id): Promise<void> => {
  const opened = await sessions.open(accountId, name);
  if (opened.outcome !== 'open') throw new Error(opened.outcome);
  const cookie = { name: 'sid', value: 'seeded', domain: 'shop.example', path: '/', isHostOnly: true };
  const change = { ...cookie, isSecure: true, isHttpOnly: true, setAtMs: fixture.clock() };
  const exit = { id: 'x', proxyType: 'residential', country: 'DE' };
  await sessions.save(opened.session, { changes: [change], host: 'shop.example', exit });
};

describe('GET /sessions', () => {
  it('shows those of the account, as the contract says, free and without values', async () => {
    await fill('anna');
    const answer = await send('get', '/sessions');
    expect(answer.headers).toMatchObject({ 'x-credits-charged': '0' });
    const { sessions: found } = (answer.body as { data: { sessions: Record<string, string>[] } }).data;
    expect(found).toMatchObject([
      { name: 'anna', hosts: ['shop.example'], cookiesCount: 1, proxyType: 'residential', proxyCountry: 'DE' },
    ]);
    const [{ lastUsedAt = '', expiresAt = '' } = {}] = found;
    expect(Date.parse(expiresAt) - Date.parse(lastUsedAt)).toBe(SESSION_IDLE_DAYS * DAY_MS);
    expect((await send('get', '/sessions/anna')).body).toMatchObject({ status: 'ok', data: found[0] });
    expect(JSON.stringify(answer.body)).not.toContain('seeded');
    const document = JSON.stringify(buildOpenApi({ baseUrl: 'http://api' }));
    for (const name of Object.keys(found[0] ?? {})) expect(document).toContain(`"${name}"`);
  });

  it('shows a session that can no longer be decrypted, without its content', async () => {
    const seals = createSessionSeals({ secret: 'another secret of a deployment' });
    const lost = createSessions({ records: fixture.store.records, seals, clock: fixture.clock });
    await lost.open(caller.account.id, 'lost');
    const { body } = await send('get', '/sessions/lost');
    expect(Object.keys((body as { data: object }).data).sort()).toEqual([
      'createdAt',
      'expiresAt',
      'lastUsedAt',
      'name',
    ]);
    expect((await send('delete', '/sessions/lost')).status).toBe(200);
  });

  it('is not there for another account, whose session of that name is another one', async () => {
    await fill('anna');
    const other = await fixture.addAccount();
    for (const method of ['get', 'delete'] as const) {
      expectError(await send(method, '/sessions/anna', other), 404, 'not_found');
    }
    expect((await send('get', '/sessions', other)).body).toMatchObject({ data: { sessions: [] } });
    expectError(await supertest(fixture.url).get('/sessions'), 401, 'unauthorized');
    expect((await send('get', '/sessions/anna')).status).toBe(200);
  });

  it.each(['%2e%2e', 'a%2fb', 'a%00', '%E9', 'x'.repeat(200), '__proto__', 'a%3Ab'])(
    'has none named %s',
    async (name) => {
      const answer = await send('get', `/sessions/${name}`);
      expect([400, 404]).toContain(answer.status);
      expect([400, 404]).toContain((await send('delete', `/sessions/${name}`)).status);
    },
  );
});

describe('DELETE /sessions/{name}', () => {
  it('deletes it once', async () => {
    await fill('anna');
    expect((await send('delete', '/sessions/anna')).body).toEqual({ status: 'ok', data: { name: 'anna' } });
    expectError(await send('delete', '/sessions/anna'), 404, 'not_found');
    expect(await sessions.list(caller.account.id)).toEqual([]);
    expectError(await send('post', '/sessions/anna'), 405, 'method_not_allowed');
  });
});

describe('a call with a session', () => {
  it.each<[unknown, string]>([
    ['', 'minLength'],
    ['.hidden', 'regex'],
    ['a/b', 'regex'],
    ['a b', 'regex'],
    ['a\n', 'regex'],
    ['é', 'regex'],
    ['x'.repeat(65), 'maxLength'],
    [5, 'string'],
    [['a'], 'string'],
  ])('refuses the name %j', async (session, rule) => {
    const answer = await scrape({ session });
    expectError(answer, 422, 'validation_failed');
    const { errors } = answer.body as { errors: { field: string; rule: string }[] };
    expect(errors.map(({ field, rule: broken }) => `${field} ${broken}`)).toContain(`session ${rule}`);
  });

  it('refuses a Cookie header beside it', async () => {
    const answer = await scrape({ session: 'anna', headers: { COOKIE: 'a=1' } });
    expect(answer.body).toMatchObject({ errors: [{ field: 'session', rule: 'prohibitedWith' }] });
    expect((await scrape({ session: 'anna', headers: { accept: 'text/html' } })).status).toBe(200);
  });

  it.each(['/map/web', '/scrape/batch/web'])('is refused by %s where it makes no sense', async (path) => {
    const answer = await send('post', path).send({ url: URL, session: 'anna' });
    expectError(answer, 422, 'validation_failed');
  });

  it('is never answered by an earlier call, of whatever session', async () => {
    let runs = 0;
    fixture.behave(async () => {
      runs += 1;
      return okEnd();
    });
    const call = { maxAge: 3_600, jsRendering: false };
    for (const session of ['anna', 'anna', 'bob', undefined]) {
      expect((await scrape({ ...call, session })).headers).not.toHaveProperty('x-cache');
    }
    expect(runs).toBe(4);
    expect((await scrape(call)).headers).toMatchObject({ 'x-cache': 'hit' });
    expect((await scrape({ ...call, session: 'anna' })).headers).not.toHaveProperty('x-cache');
  });

  it('is refused by a deployment without a secret', async () => {
    const bare = await startGatewayFixture({ headerSeals: undefined });
    const { key } = await bare.addAccount();
    const answer = await supertest(bare.url)
      .post('/scrape/web')
      .set('x-api-key', key)
      .send({ url: URL, session: 'anna' });
    expect(answer.body).toMatchObject({ errors: [{ field: 'session', rule: 'prohibited' }] });
    await bare.close();
  });
});
