import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ApiClient, poll, runCli, startFleet, startTargetSite, type Fleet, type TargetSite } from '@quarry/testkit';
import { GATEWAY_ROUTES } from '../../services/console/src/gateway/gateway-paths.js';
import { ConsoleClient } from '../console/console-client.js';

const PASSWORD = 'a long enough password';
/** An id of no request, batch, key or delivery. */
const NOBODYS = '11111111-2222-4333-8444-555555555555';

let site: TargetSite;
let fleet: Fleet;
let consoleUrl: string;

beforeAll(async () => {
  site = await startTargetSite();
  fleet = await startFleet({
    services: ['gateway', 'browser-scrape', 'batch-fanout', 'console'],
    env: { EGRESS_ALLOW: site.host, SIGNUP_CREDITS: '500' },
  });
  consoleUrl = fleet.consoleUrl ?? '';
}, 180_000);

afterAll(async () => {
  await fleet.stop();
  await site.close();
}, 60_000);

let people = 0;
const signUp = async (): Promise<ConsoleClient> => {
  const person = new ConsoleClient(consoleUrl);
  people += 1;
  const { status } = await person.post('/api/sign-up', { email: `ada${people}@example.com`, password: PASSWORD });
  expect(status).toBe(201);
  return person;
};

const makeKey = async (person: ConsoleClient): Promise<{ id: string; apiKey: string }> => {
  const { status, body } = await person.post('/api/keys', { name: 'laptop' });
  expect(status).toBe(201);
  const { key, plainKey } = body as { key: { id: string }; plainKey: string };
  return { id: key.id, apiKey: plainKey };
};

const available = async (person: ConsoleClient): Promise<number> => {
  const { body } = await person.get('/api/usage');
  return (body['period'] as { available: number }).available;
};

const page = (): Record<string, unknown> => ({
  url: `${site.url}/page/console`,
  jsRendering: false,
  outputFormat: ['text'],
});

describe('a person who signs up', () => {
  it('copies a key, uses it, sees what it cost, and revokes it', async () => {
    const person = await signUp();
    const { id, apiKey } = await makeKey(person);
    expect(await available(person)).toBe(500);
    const api = new ApiClient({ ...fleet, apiKey });
    const scraped = await api.scrape(page());
    expect([scraped.status, scraped.headers.get('x-credits-charged')]).toEqual([200, '1']);
    expect(await available(person)).toBe(499);

    const requestId = scraped.body.requestMetadata?.id ?? '';
    const listed = await person.get('/api/gateway/requests?limit=5');
    expect(JSON.stringify(listed.body)).toContain(requestId);
    const keys = (await person.get('/api/keys')).body['keys'] as Record<string, unknown>[];
    expect(keys).toEqual([expect.objectContaining({ id, name: 'laptop', prefix: apiKey.slice(0, 8) })]);
    expect(JSON.stringify(keys)).not.toContain(apiKey);

    expect((await person.send('DELETE', `/api/keys/${id}`)).status).toBe(204);
    // A gateway trusts a key for a second.
    const refused = await poll(
      () => api.scrape(page()),
      ({ status }) => status === 401,
      { timeoutMs: 5_000 },
    );
    expect(refused.status).toBe(401);
  });

  it('calls operations through the console without a key, at their price and as any call', async () => {
    const person = await signUp();
    const called = await person.post('/api/gateway/scrape/web', page());
    expect([called.status, called.headers.get('x-credits-charged')]).toEqual([200, '1']);
    expect(await available(person)).toBe(499);
    const html = String((called.body['requestMetadata'] as { html?: string } | undefined)?.html ?? '');
    const file = await person.get(`/api/gateway${new URL(html).pathname}`);
    expect([file.status, file.headers.get('set-cookie')]).toEqual([200, null]);
  });
});

describe('an operator', () => {
  it('sees how the requests of all accounts ended, by site and exit', async () => {
    const operator = new ConsoleClient(consoleUrl);
    const { stdout } = await runCli(['user', 'link', 'demo@localhost'], fleet.cliEnv);
    await operator.post('/api/links/use', { token: stdout.trim().split('/').at(-1) });
    interface Health {
      readonly operation: string;
      readonly sites: readonly { readonly exit: string; readonly read: number }[];
    }
    const readOf = async (): Promise<number> => {
      const { body } = await operator.get('/api/operator/reading');
      const pages = (body['operations'] as Health[]).find(({ operation }) => operation === 'scrape/web');
      return pages?.sites.find(({ exit }) => exit === 'datacenter')?.read ?? 0;
    };
    const person = await signUp();
    for (let calls = 0; calls < 3; calls += 1) {
      expect((await person.post('/api/gateway/scrape/web', page())).status).toBe(200);
    }
    // Workers write their counts at intervals, and what was counted before is there already.
    expect(await poll(readOf, (read) => read >= 3, { timeoutMs: 45_000 })).toBeGreaterThanOrEqual(3);
    const { body } = await operator.get('/api/operator/fleet');
    const services = (body['processes'] as { service: string; memoryBytes: number; build: string }[]).filter(
      ({ memoryBytes, build }) => memoryBytes > 0 && build !== '',
    );
    expect([...new Set(services.map(({ service }) => service))].sort()).toEqual([
      ...['batch-fanout', 'browser-scrape', 'console', 'gateway'],
    ]);
    const { hosts } = (await operator.get('/api/operator/hosts')).body as { hosts: { host: string }[] };
    expect(hosts.map(({ host }) => host)).toContain(new URL(site.url).hostname);
    for (const path of ['/api/operator/reading', '/api/operator/hosts', '/api/operator/fleet', '/api/operator/alerts'])
      expect([path, (await person.get(path)).status]).toEqual([path, 404]);
  });
});

interface OwnIds {
  readonly requestId: string;
  readonly jobId: string;
  readonly deliveryId: string;
  readonly scheduleId: string;
  readonly sharedId: string;
}

/** Every path with something of one account in it: the gateway's come from the console's own table, so that none is forgotten. */
const varyingPaths = ({ requestId, jobId, deliveryId, scheduleId, sharedId }: OwnIds, file: string) => [
  ...GATEWAY_ROUTES.filter(({ path }) => path.includes('/:')).map(({ method, path }) => {
    const named = path
      .replace('/files/:account/:request/:name', file)
      .replace(':jobId', jobId)
      .replace(':requestId', requestId)
      .replace(':deliveryId', deliveryId)
      .replace(':scheduleId', scheduleId);
    if (named.includes('/:')) throw new Error(`there is nothing of an account for ${path}`);
    return { method, path, own: `/api/gateway${named}` };
  }),
  ...[`/api/frame/${requestId}`, `/api/shared-calls/${sharedId}`, `/api/webhooks/deliveries/${deliveryId}`].map(
    (own) => ({ method: 'GET', path: own, own }),
  ),
];

describe('what belongs to another account', () => {
  it('is not there on any route, and is not changed', async () => {
    const [owner, stranger] = [await signUp(), await signUp()];
    const { id: keyId, apiKey } = await makeKey(owner);
    const called = await owner.post('/api/gateway/scrape/web', page());
    const { id: requestId, html } = called.body['requestMetadata'] as { id: string; html: string };
    const shared = await owner.post('/api/shared-calls', { operation: 'scrape/web', params: page() });
    const sharedId = String(shared.body['id']);
    const tested = await owner.post('/api/webhooks/test', { url: 'https://receiver.example/hook' });
    const deliveryId = String(tested.body['id']);
    const batch = await owner.post('/api/gateway/scrape/batch/web', { requests: [page()] });
    const jobId = String(batch.body['jobId']);
    const target = { operation: 'scrape/web', params: page() };
    const scheduled = await owner.post('/api/gateway/schedules', { intervalSeconds: 31_622_400, target });
    const { id: scheduleId } = scheduled.body['data'] as { id: string };

    const ids = { requestId, jobId, deliveryId, scheduleId, sharedId };
    for (const { method, path, own } of varyingPaths(ids, new URL(html).pathname)) {
      const nobodys = Object.values(ids).reduce((one, id) => one.replace(id, NOBODYS), own);
      const body = method === 'GET' || method === 'DELETE' ? undefined : {};
      const refused = await stranger.send(method, own, body);
      // The console would serve a batch to its owner; each is under its own operation alone.
      const isTheirs = method === 'GET' && !/^\/(?:scrape\/batch\/enginea|crawl)\//.test(path);
      if (isTheirs) expect([own, (await owner.get(own)).status]).toEqual([own, 200]);
      expect([method, own, refused.status]).toEqual([method, own, 404]);
      expect([own, refused.status]).toEqual([own, (await stranger.send(method, nobodys, body)).status]);
    }
    for (const [method, path] of [
      ['DELETE', `/api/keys/${keyId}`],
      ['PATCH', `/api/keys/${keyId}`],
      ['DELETE', `/api/shared-calls/${sharedId}`],
      ['PATCH', '/api/members/ada1@example.com'],
    ] as const) {
      const refused = await stranger.send(method, path, method === 'DELETE' ? undefined : {});
      expect([path, refused.status >= 400]).toEqual([path, true]);
    }
    expect((await new ApiClient({ ...fleet, apiKey }).send('GET', '/user/me/usage')).status).toBe(200);
    expect((await owner.get(`/api/shared-calls/${sharedId}`)).status).toBe(200);
    for (const filter of [`key=${keyId}`, `batch=${jobId}`]) {
      const { body } = await stranger.get(`/api/gateway/requests?${filter}`);
      expect([filter, body]).toEqual([filter, expect.objectContaining({ data: { requests: [] } })]);
    }
    const schedule = await owner.get(`/api/gateway/schedules/${scheduleId}`);
    expect(schedule).toMatchObject({ status: 200, body: { data: { state: 'active' } } });
    const { data } = (await owner.get(`/api/gateway/scrape/batch/web/${jobId}`)).body as { data: object };
    expect(data).not.toHaveProperty('stopRequestedAt');
    // An account is never chosen by its id.
    const { body } = await owner.get('/api/session');
    const { id: accountId } = body['account'] as { id: string };
    const chosen = await stranger.send('PUT', '/api/session/account', { accountId });
    expect(chosen.status).toBeGreaterThanOrEqual(400);
  });
});

describe('a session', () => {
  it('is begun by a link of the command line, once', async () => {
    const made = await runCli(['user', 'create', 'grace@example.com', '--account', 'demo', '--json'], fleet.cliEnv);
    expect(made.code).toBe(0);
    const { stdout } = await runCli(['user', 'link', 'grace@example.com'], fleet.cliEnv);
    expect(stdout).toMatch(new RegExp(`^${consoleUrl}/link/[\\w-]{43}\n$`));
    const token = stdout.trim().split('/').at(-1);
    const [first, second] = [new ConsoleClient(consoleUrl), new ConsoleClient(consoleUrl)];
    const used = await first.post('/api/links/use', { token });
    expect([used.status, used.body['user']]).toEqual([200, expect.objectContaining({ email: 'grace@example.com' })]);
    expect((await second.post('/api/links/use', { token })).status).toBe(404);
    expect((await first.get('/api/keys')).status).toBe(200);
  });

  it('ends when its owner signs out, for whoever has its cookie', async () => {
    const person = await signUp();
    const thief = person.copy();
    expect((await thief.get('/api/keys')).status).toBe(200);
    expect((await person.post('/api/sign-out', {})).status).toBe(204);
    expect((await thief.get('/api/keys')).status).toBe(401);
  });

  it('is needed for everything but signing in', async () => {
    const nobody = new ConsoleClient(consoleUrl);
    expect(await nobody.get('/api/session')).toMatchObject({ status: 200, body: { user: null, signUp: 'open' } });
    for (const path of ['/api/keys', '/api/members', '/api/usage', '/api/gateway/requests', '/api/operator/accounts']) {
      expect([path, (await nobody.get(path)).status]).toEqual([path, 401]);
    }
  });
});

it('serves the app under its policy to whoever asks for a page', async () => {
  const response = await fetch(`${consoleUrl}/settings/keys`, { headers: { accept: 'text/html' } });
  const policy = response.headers.get('content-security-policy') ?? '';
  expect([response.status, response.headers.get('content-type')]).toEqual([200, expect.stringContaining('text/html')]);
  expect(policy).toContain("default-src 'self'");
  expect(policy).toContain("frame-ancestors 'none'");
  expect(policy).not.toMatch(/script-src[^;]*unsafe/);
  expect(await response.text()).toContain('/assets/');
});
