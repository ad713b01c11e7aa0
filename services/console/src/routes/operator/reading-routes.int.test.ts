import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { ReadingCounts } from '@quarry/store';
import { openConsoleScene, type ConsoleScene, type Person } from '../../../test/console-scene.js';
import { createDropAlerts } from '../../health/drop-alerts.js';
import { createReadingHealth } from '../../health/reading-health.js';
import { dayOf } from '../../utc-day.js';

const DAY_MS = 86_400_000;
const OPERATION = 'retailer/search';
const DETAIL = `/api/operator/reading/detail?operation=${encodeURIComponent(OPERATION)}`;
const REQUEST = randomUUID();

let scene: ConsoleScene;
let operator: Person;
let owner: Person;

const count = (daysAgo: number, field: string, found: number, more: Partial<ReadingCounts['fields'][number]> = {}) => ({
  ...{ day: dayOf(scene.clock() - daysAgo * DAY_MS), operation: OPERATION, field, found, pages: 100, missing: [] },
  ...more,
});

beforeAll(async () => {
  scene = await openConsoleScene();
  owner = await scene.signUp();
  operator = await scene.signUpOperator();
  const before = Array.from({ length: 10 }, (_, index) => index + 2);
  const missing = [
    { requestId: randomUUID(), accountId: owner.accountId, hasPage: false },
    { requestId: REQUEST, accountId: owner.accountId, hasPage: true },
  ];
  await scene.store.readingHealth.add({
    fields: [
      ...before.flatMap((daysAgo) => [
        count(daysAgo, '@understood', 99),
        count(daysAgo, 'productResults[].price', 95),
        count(daysAgo, 'productResults[].title', 100),
      ]),
      ...[1, 0].map((daysAgo) => count(daysAgo, 'productResults[].price', 10, { missing })),
      count(0, '@understood', 99),
      count(0, 'productResults[].title', 99),
    ],
    sites: ['datacenter', 'residential'].map((exit) => ({
      ...{ day: dayOf(scene.clock()), operation: OPERATION, host: 'shop.example', exit },
      ...{ read: 50, unrecognized: 1, blocked: 3, failed: 0 },
    })),
  });
});
afterAll(() => scene.close());

describe('the health of reading', () => {
  it('shows operators each operation with its worst field and its sites', async () => {
    const { status, body } = await operator.call('GET', '/api/operator/reading');
    expect(status).toBe(200);
    expect(body.operations).toHaveLength(1);
    const [search] = body.operations;
    expect(search).toMatchObject({ operation: OPERATION, pagesToday: 100, fieldsCount: 3, dropsCount: 1 });
    expect(search.worst).toMatchObject({
      ...{ field: 'productResults[].price', isDrop: true, dropSince: dayOf(scene.clock() - DAY_MS) },
      band: { center: 0.95 },
    });
    expect(search.worst.days).toHaveLength(30);
    expect(search.worst.days[29]).toEqual({ day: body.today, pages: 100, share: 0.1 });
    expect(search.worst.days[0].share).toBeNull();
    expect(search.sites).toContainEqual({
      ...{ host: 'shop.example', exit: 'residential', read: 50, unrecognized: 1, blocked: 3, failed: 0 },
    });
  });

  it('shows them the rates of each host, over all operations and exits', async () => {
    const figures = { requests: 108, blocked: 6, unrecognized: 2 };
    expect((await operator.call('GET', '/api/operator/hosts')).body).toEqual({
      hosts: [{ host: 'shop.example', today: figures, week: figures }],
    });
  });

  it('shows every field of an operation, with the last pages that lack it', async () => {
    const { body } = await operator.call('GET', DETAIL);
    expect(body.fields[0]).toMatchObject({ field: 'productResults[].price' });
    expect(body.fields[0].missing[0]).toMatchObject({ requestId: REQUEST });
    const other = await operator.call('GET', '/api/operator/reading/detail?operation=lodging/place');
    expect([other.status, other.body.fields]).toEqual([200, []]);
    for (const query of ['', '?operation=', '?operation=nothing']) {
      expect((await operator.call('GET', `/api/operator/reading/detail${query}`)).status).toBe(422);
    }
  });

  it('is nobody else’s', async () => {
    for (const path of [
      '/api/operator/reading',
      '/api/operator/hosts',
      DETAIL,
      `/api/operator/reading/page?operation=${OPERATION}`,
    ]) {
      expect([path, (await owner.call('GET', path)).status]).toEqual([path, 404]);
      expect([path, (await scene.call('GET', path)).status]).toEqual([path, 401]);
    }
  });
});

describe('a stored page without a field', () => {
  const open = (request: string, person = operator) =>
    person
      .call('GET', `/api/operator/reading/page?operation=${encodeURIComponent(OPERATION)}&request=${request}`)
      .set('sec-fetch-dest', 'iframe');

  it('is opened in the name of its account, inert, and each time on record', async () => {
    scene.gateway.reset();
    scene.gateway.answer((request, response) => {
      const isPage = request.url?.startsWith('/files/') ?? false;
      response.setHeader('content-type', isPage ? 'text/html' : 'application/json');
      const html = `http://files.example/${owner.accountId}/${REQUEST}/document-x1.html`;
      response.end(isPage ? '<p>page</p><script>alert(1)</script>' : JSON.stringify({ data: { html } }));
    });
    const response = await open(REQUEST);
    expect([response.status, response.text.includes('<p>page</p>')]).toEqual([200, true]);
    expect(response.text).not.toContain('alert(1)');
    expect(response.headers['content-security-policy']).toMatch(/^sandbox allow-scripts; default-src 'none'/);
    for (const { headers } of scene.gateway.seen) {
      expect(headers.authorization).toMatch(new RegExp(`^Bearer qcs_${owner.accountId}\\.`));
    }
    const lines = scene.lines.filter((line) => line.includes('operator opened a stored page'));
    expect(lines).toHaveLength(1);
    expect(JSON.parse(lines[0] ?? '{}')).toMatchObject({ accountId: owner.accountId, shownRequestId: REQUEST });
  });

  it('is no other page, and opened by nobody else', async () => {
    scene.gateway.reset();
    expect((await open(randomUUID())).status).toBe(404);
    expect((await open('..%2F..')).status).toBe(404);
    expect((await open(REQUEST, owner)).status).toBe(404);
    expect((await open(REQUEST).set('sec-fetch-dest', 'document')).status).toBe(403);
    expect(scene.gateway.seen).toEqual([]);
  });
});

describe('alerts of drops', () => {
  it('are one for each operation and day on which it began, the same while it lasts', async () => {
    const health = (aheadMs = 0) => createReadingHealth(scene.store.readingHealth, () => scene.clock() + aheadMs);
    const [alert, ...others] = await createDropAlerts(health()).due(scene.clock());
    expect(others).toEqual([]);
    expect(alert).toMatchObject({
      id: `reading-drop:${OPERATION}:${dayOf(scene.clock() - DAY_MS)}`,
      ...{ kind: 'reading_drop', accountId: null, path: '/operator/reading/detail?operation=retailer%2Fsearch' },
      title: 'retailer/search: productResults[].price below the usual',
    });
    expect(alert?.text).toContain('- productResults[].price: 10 % of 100 pages today, usually 9');
    expect(alert?.text).toContain(`Stored pages of these requests show it: ${REQUEST}.`);
    // The next day nothing was asked yet.
    expect(await createDropAlerts(health(DAY_MS)).due(scene.clock())).toEqual([]);
  });
});
