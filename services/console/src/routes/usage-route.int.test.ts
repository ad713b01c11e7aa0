import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { openConsoleScene, type ConsoleScene, type Person } from '../../test/console-scene.js';
import { forecastOf } from './usage-route.js';

const DAY_MS = 86_400_000;

let scene: ConsoleScene;
let person: Person;
let keyId: string;
beforeAll(async () => {
  scene = await openConsoleScene();
  person = await scene.signUp();
});
afterAll(() => scene.close());

const today = (): number => Math.floor(scene.clock() / DAY_MS) * DAY_MS;
const dayName = (ms: number): string => new Date(ms).toISOString().slice(0, 10);

/** A request of the account that ends at once. */
const spend = async (
  operation: string,
  host: string | undefined,
  chargedCredits: number,
  keyId?: string,
): Promise<void> => {
  const id = randomUUID();
  const deadlineAtMs = scene.clock() + 60_000;
  await scene.store.requests.admit({
    ...{
      id,
      accountId: person.accountId,
      operation,
      params: {},
      contractVersion: 1,
      holdCredits: 20,
      deadlineAtMs,
      host,
      key: keyId === undefined ? undefined : { id: keyId },
    },
  });
  const isOk = chargedCredits > 0;
  await scene.store.requests.finish(id, {
    ...{ state: isOk ? 'ok' : 'failed', verdict: isOk ? 'ok' : 'blocked', chargedCredits },
  });
};

describe('usage', () => {
  it('is shown by day, operation, key and host, with every day of the span', async () => {
    const { key } = (await person.call('POST', '/api/keys', { name: 'nightly, "import"' })).body;
    keyId = key.id;
    await spend('scrape/web', 'a.example', 10, keyId);
    await spend('scrape/web', 'a.example', 0);
    scene.advance(DAY_MS);
    await spend('enginea/serp', undefined, 20, 'console');
    await spend('scrape/web', 'a.example', 5, keyId);
    const { body } = await person.call('GET', '/api/usage?days=3');
    expect(body).toEqual({
      period: { start: expect.any(String), end: expect.any(String), total: 500, available: 465, held: 0 },
      days: [
        { day: dayName(today() - 2 * DAY_MS), credits: 0, requests: 0, failed: 0 },
        { day: dayName(today() - DAY_MS), credits: 10, requests: 2, failed: 1 },
        { day: dayName(today()), credits: 25, requests: 2, failed: 0 },
      ],
      byOperation: [
        { operation: 'enginea/serp', credits: 20, requests: 1, failed: 0 },
        { operation: 'scrape/web', credits: 15, requests: 3, failed: 1 },
      ],
      byKey: [
        { keyId: 'console', name: 'Console', credits: 20, requests: 1, failed: 0 },
        { keyId, name: 'nightly, "import"', credits: 15, requests: 2, failed: 0 },
        { keyId: '', name: 'Other', credits: 0, requests: 1, failed: 1 },
      ],
      byHost: [
        { host: 'other', credits: 20, requests: 1, failed: 0 },
        { host: 'a.example', credits: 15, requests: 3, failed: 1 },
      ],
      countedSince: new Date(today() - 2 * DAY_MS).toISOString(),
      forecast: { creditsAtPeriodEnd: expect.any(Number), daysLeft: 39 },
    });
    expect(body.forecast.creditsAtPeriodEnd).toBeLessThan(465);
  });

  it('is a table for spreadsheets on request', async () => {
    const response = await person.call('GET', '/api/usage?days=2&format=csv');
    expect(response.headers).toMatchObject({
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': `attachment; filename="usage-${dayName(scene.clock())}.csv"`,
    });
    expect(response.text).toBe(
      `day,credits,requests,failed\r\n${dayName(today() - DAY_MS)},10,2,1\r\n${dayName(today())},25,2,0\r\n`,
    );
  });

  it('is a table of keys on request, also of those that are revoked', async () => {
    await person.call('DELETE', `/api/keys/${keyId}`);
    const response = await person.call('GET', '/api/usage?days=2&format=csv&by=key');
    const [yesterday, day] = [dayName(today() - DAY_MS), dayName(today())];
    const [header, ...rows] = response.text.trimEnd().split('\r\n');
    expect(header).toBe('day,key_id,key,credits,requests,failed');
    expect(rows.sort()).toEqual(
      [
        `${yesterday},,Other,0,1,1`,
        `${yesterday},${keyId},"nightly, ""import""",10,1,0`,
        `${day},${keyId},"nightly, ""import""",5,1,0`,
        `${day},console,Console,20,1,0`,
      ].sort(),
    );
  });

  it('of another account is not shown', async () => {
    const other = await scene.signUp();
    expect((await other.call('GET', '/api/usage?days=3')).body).toMatchObject({ byOperation: [], byHost: [] });
  });

  it('is of thirty days unless another number is asked for', async () => {
    expect((await person.call('GET', '/api/usage')).body.days).toHaveLength(30);
  });

  it.each(['days=0', 'days=91', 'days=-1', 'days=x', 'days=1.5', 'format=xml'])('is not shown by %s', async (query) => {
    const response = await person.call('GET', `/api/usage?${query}`);
    expect([response.status, response.body.error]).toEqual([422, 'validation_failed']);
  });
});

describe('a forecast', () => {
  const days = (...credits: number[]) => credits.map((spent) => ({ day: 'x', credits: spent, requests: 1, failed: 0 }));

  it('goes on as the last seven days', () => {
    const period = { available: 1_000, endMs: 10 * DAY_MS };
    expect(forecastOf(period, days(900, 10, 10, 10, 10, 10, 10, 10), 0)).toEqual({
      creditsAtPeriodEnd: 900,
      daysLeft: 100,
    });
  });

  it('is never below nothing', () => {
    expect(forecastOf({ available: 10, endMs: 10 * DAY_MS }, days(70), 0)).toEqual({
      creditsAtPeriodEnd: 0,
      daysLeft: 0,
    });
  });

  it('knows no end where nothing is spent', () => {
    expect(forecastOf({ available: 10, endMs: DAY_MS }, days(0, 0), 0)).toEqual({
      creditsAtPeriodEnd: 10,
      daysLeft: null,
    });
    expect(forecastOf({ available: 10, endMs: 0 }, [], DAY_MS)).toEqual({ creditsAtPeriodEnd: 10, daysLeft: null });
  });
});
