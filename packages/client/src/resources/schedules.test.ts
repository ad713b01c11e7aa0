import { afterEach, expect, it } from '@jest/globals';
import { collect, failure, startScriptedService, type ScriptedService } from '../../test/scripted-service.js';
import { QuarryClient } from '../client.js';

const ID = '5a0a3c1e-6d0f-4f5b-9d2c-7b7f0a1f8a11';
const SCHEDULE = { id: ID, state: 'active', nextRuns: ['2026-03-02T07:00:00.000Z'] };
const FEED = '<?xml version="1.0"?><rss version="2.0"></rss>';

let service: ScriptedService | undefined;
afterEach(() => service?.close());

const start = async (): Promise<{ service: ScriptedService; client: QuarryClient }> => {
  service = await startScriptedService(({ method, url }) => {
    if (url.endsWith('/changes.rss')) return { body: FEED };
    if (url.includes('missing')) return { status: 404, body: failure('not_found', false) };
    if (url.startsWith('/schedules?cursor')) return { body: { data: { schedules: [] } } };
    if (method === 'GET' && url === '/schedules') {
      return { body: { data: { schedules: [SCHEDULE], nextPage: 'https://a.example/schedules?cursor=c2' } } };
    }
    return { body: { data: SCHEDULE } };
  });
  return { service, client: new QuarryClient({ apiKey: 'qk_test', baseUrl: service.url }) };
};

it('a schedule is made once, under a key, and shown, paused, resumed and deleted by its id', async () => {
  const { service: heardBy, client } = await start();
  const target = { operation: 'scrape/web', params: { url: 'https://a.example/' } };
  const made = await client.schedules.create({ cron: '0 8 * * *', target }, { idempotencyKey: 'k-1' });
  expect(made).toEqual(SCHEDULE);
  await client.schedules.get(ID);
  await client.schedules.pause(ID);
  await client.schedules.resume(ID);
  await client.schedules.delete(ID);
  await client.schedules.feedLink(ID, { expiresInSeconds: 60 });
  expect(heardBy.heard.map(({ method, url, body }) => [method, url, body])).toEqual([
    ['POST', '/schedules', JSON.stringify({ cron: '0 8 * * *', target })],
    ['GET', `/schedules/${ID}`, ''],
    ['POST', `/schedules/${ID}/pause`, ''],
    ['POST', `/schedules/${ID}/resume`, ''],
    ['DELETE', `/schedules/${ID}`, ''],
    ['POST', `/schedules/${ID}/feed-link`, '{"expiresInSeconds":60}'],
  ]);
  expect(heardBy.heard[0]?.headers['idempotency-key']).toBe('k-1');
});

it('schedules are listed page by page', async () => {
  const { service: heardBy, client } = await start();
  expect(await collect(client.schedules.all())).toEqual([SCHEDULE]);
  expect(heardBy.heard.map(({ url }) => url)).toEqual(['/schedules', '/schedules?cursor=c2']);
});

it('the changes of a schedule are read as text, and a schedule that is gone is not_found', async () => {
  const { client } = await start();
  expect(await client.schedules.changes(ID)).toBe(FEED);
  await expect(client.schedules.get('missing')).rejects.toMatchObject({ code: 'not_found' });
  expect(() => client.schedules.get('')).toThrow('id must be a non-empty string');
});
