import { afterEach, describe, expect, it } from '@jest/globals';
import {
  collect,
  failure,
  startScriptedService,
  type HeardCall,
  type Script,
  type ScriptedService,
} from '../../test/scripted-service.js';
import { QuarryClient } from '../client.js';

const ID = 'b632bebc-dc22-4e57-9ca5-d2746956a5f7';
const services: ScriptedService[] = [];
afterEach(async () => {
  await Promise.all(services.splice(0).map((service) => service.close()));
});

const start = async (answer: readonly Script[] | ((call: HeardCall) => Script), options = {}) => {
  const service = await startScriptedService(answer);
  services.push(service);
  return { service, client: new QuarryClient({ baseUrl: service.url, apiKey: 'key', ...options }) };
};
const data = (value: object): Script => ({ body: { status: 'ok', data: value } });

describe('files', () => {
  it('open as streams, whole or in part', async () => {
    const { client, service } = await start([{ body: 'hello' }, { status: 206, body: 'ell' }]);
    const file = await client.files.download(`${service.url}/files/a/b/page.html`);
    expect(file.body).toBeInstanceOf(ReadableStream);
    expect(await file.text()).toBe('hello');
    await client.files.download(`${service.url}/files/a/b/page.html`, { range: { start: 1, end: 3 } });
    expect(service.heard.map(({ headers }) => [headers['x-api-key'], headers.range])).toEqual([
      ['key', undefined],
      ['key', 'bytes=1-3'],
    ]);
    const backwards = client.files.download(`${service.url}/files/a/b/c`, { range: { start: 3, end: 1 } });
    await expect(backwards).rejects.toThrow('range must be integers');
  });

  it('of other addresses are not asked for: the key stays with the service', async () => {
    const { client, service } = await start([{ body: '' }], { filesUrl: 'https://files.example/stored' });
    for (const url of [
      'https://evil.example/stored/a/b/c',
      `${service.url}/files/a/b/c`,
      'https://files.example/x',
      'a/b',
    ]) {
      await expect(client.files.download(url)).rejects.toThrow('below https://files.example/stored');
    }
    expect(service.heard).toHaveLength(0);
  });

  it('that break off while they are read reject the reader', async () => {
    const abort = new AbortController();
    const { client, service } = await start([{ body: 'x'.repeat(1_000_000) }]);
    const file = await client.files.download(`${service.url}/files/a/b/c`, { signal: abort.signal });
    abort.abort(new Error('enough'));
    await expect(file.text()).rejects.toThrow('enough');
  });
});

describe('a request that nobody waits for', () => {
  const answer = ({ url }: HeardCall, states: Script[]): Script =>
    url.startsWith('/scrape') ? { status: 202, body: { id: ID, status: 'pending' } } : (states.shift() ?? 'cut');

  it('is waited for by its id, and has its stored response', async () => {
    const states: Script[] = [data({ id: ID, status: 'pending' })];
    const { client, service } = await start((call) => answer(call, states));
    states.push(data({ id: ID, status: 'ok', result: `${service.url}/files/a/${ID}/result.json` }), {
      body: { places: [] },
    });
    const pending = await client.lodging.place({} as never, { respondAsync: true });
    expect([pending.id, service.heard[0]?.headers['prefer']]).toEqual([ID, 'respond-async']);
    expect(await client.requests.open<'lodging/place'>(ID).result()).toEqual({ places: [] });
  });

  it('rejects with its error where it failed', async () => {
    const record = {
      id: ID,
      status: 'error',
      error: 'target_timeout',
      message: 'Slow.',
      retryable: true,
      creditsCharged: 0,
    };
    const { client } = await start([data(record)]);
    await expect(client.requests.open(ID).result()).rejects.toMatchObject({
      ...{ code: 'target_timeout', message: 'Slow.', retryable: true, requestId: ID, creditsCharged: 0 },
    });
  });

  it('says that its response is gone, and that it runs on past the time of the wait', async () => {
    const gone = await start([data({ id: ID, status: 'ok' })]);
    await expect(gone.client.requests.waitFor(ID)).rejects.toMatchObject({ code: 'not_found' });
    const slow = await start([data({ id: ID, status: 'pending' })]);
    await expect(slow.client.requests.waitFor(ID, { timeoutMs: 50 })).rejects.toMatchObject({ code: 'call_timeout' });
  });

  it('that had ended before, under its key, has its response at once', async () => {
    const { client, service } = await start([{ body: { url: 'https://a/' }, headers: { 'x-request-id': ID } }]);
    const pending = await client.scrape.web({ url: 'https://a/' }, { respondAsync: true, idempotencyKey: 'k' });
    expect([pending.id, await pending.result()]).toEqual([ID, { url: 'https://a/' }]);
    expect(service.heard).toHaveLength(1);
  });
});

describe('lists', () => {
  it('go on through empty pages until there is no next one', async () => {
    const { client, service } = await start([
      data({ requests: [{ id: '1' }], nextPage: 'http://public.example/requests?status=ok&cursor=5.a' }),
      data({ requests: [], nextPage: 'http://public.example/requests?status=ok&cursor=4.b' }),
      data({ requests: [{ id: '2' }] }),
    ]);
    const rows = await collect(client.requests.all({ status: 'ok' }));
    expect(rows.map(({ id }) => id)).toEqual(['1', '2']);
    expect(service.heard.map(({ url }) => url)).toEqual([
      '/requests?status=ok',
      '/requests?status=ok&cursor=5.a',
      '/requests?status=ok&cursor=4.b',
    ]);
    const { rows: page, nextCursor } = await client.requests.list();
    expect([page.length, nextCursor]).toEqual([1, undefined]);
  });

  it('of batches and deliveries are read alike', async () => {
    const { client, service } = await start((call) =>
      data(call.url.startsWith('/batches') ? { batches: [{ jobId: 'j' }] } : { deliveries: [{ id: 'd' }] }),
    );
    expect(await collect(client.batches.all({ limit: 5 }))).toEqual([{ jobId: 'j' }]);
    expect(await collect(client.webhooks.allDeliveries({ state: 'dead' }))).toEqual([{ id: 'd' }]);
    expect(service.heard.map(({ url }) => url)).toEqual(['/batches?limit=5', '/webhooks/deliveries?state=dead']);
  });
});

it('sessions are listed, read and deleted', async () => {
  const session = { name: 'anna', createdAt: 'c', lastUsedAt: 'l', expiresAt: 'e' };
  const { client, service } = await start(({ method, url }) =>
    data(method === 'DELETE' ? { name: 'anna' } : url === '/sessions' ? { sessions: [session] } : session),
  );
  expect(await client.sessions.list()).toEqual({ sessions: [session] });
  expect(await client.sessions.get('anna')).toEqual(session);
  expect(await client.sessions.delete('a/b')).toEqual({ name: 'anna' });
  expect(service.heard.map(({ method, url }) => `${method} ${url}`)).toEqual([
    ...['GET /sessions', 'GET /sessions/anna', 'DELETE /sessions/a%2Fb'],
  ]);
});

it('parts of paths lead nowhere else', async () => {
  const { client, service } = await start([{ status: 404, body: failure('not_found', false) }]);
  await expect(client.requests.get('../user/me/usage')).rejects.toMatchObject({ code: 'not_found' });
  expect(service.heard[0]?.url).toBe('/requests/..%2Fuser%2Fme%2Fusage');
  expect(() => client.requests.get('')).toThrow('id must be a non-empty string');
});
