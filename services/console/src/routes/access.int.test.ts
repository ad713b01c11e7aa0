import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { GATEWAY_ROUTES } from '../gateway/gateway-paths.js';
import type { ConsoleRoute } from '../http/routes.js';
import { isAtLeast, ROLES, type Role } from '@quarry/people';
import { openConsoleScene, type ConsoleScene, type Person } from '../../test/console-scene.js';

let scene: ConsoleScene;
const people = new Map<Role | 'operator' | 'nobody in an account', Person>();
let other: Person;
let otherKey: { readonly id: string };
let otherCall: { readonly id: string };
let otherDelivery: { readonly id: string };

beforeAll(async () => {
  scene = await openConsoleScene();
  const owner = await scene.signUp();
  people.set('owner', owner);
  for (const role of ['member', 'viewer'] as const) people.set(role, await scene.join(owner, role));
  people.set('operator', await scene.signUpOperator());
  const removed = await scene.join(owner, 'member');
  await owner.call('DELETE', `/api/members/${removed.email}`);
  people.set('nobody in an account', removed);
  other = await scene.signUp();
  const shared = { operation: 'scrape/web', params: {} };
  otherCall = (await other.call('POST', '/api/shared-calls', shared)).body;
  otherDelivery = (await other.call('POST', '/api/webhooks/test', { url: 'https://receiver.example/in' })).body;
  otherKey = (await other.call('POST', '/api/keys', { name: 'theirs' })).body.key;
});
afterAll(() => scene.close());

const person = (name: Parameters<typeof people.get>[0]): Person => {
  const found = people.get(name);
  if (found === undefined) throw new Error(`no ${name}`);
  return found;
};

/** What another account has, for each path of the console that varies. */
const others = (): Readonly<Record<string, string>> => ({
  '/api/keys/:id': otherKey.id,
  '/api/shared-calls/:id': otherCall.id,
  '/api/webhooks/deliveries/:id': otherDelivery.id,
  '/api/members/:email': other.email,
  // The gateway knows whose it is, and here there is none: `test/fleet/console.test.ts` asks a real one.
  '/api/frame/:requestId': randomUUID(),
  '/api/links/:token': 'A'.repeat(43),
  '/api/confirmations/:token': 'A'.repeat(43),
  '/api/operator/accounts/:id': other.accountId,
  '/api/operator/accounts/:id/grant': other.accountId,
  '/api/operator/queues/:name': 'serp',
});

const GATEWAY = '/api/gateway';

/** A path with what another account has in the place that varies. A route that `others` does not know fails. */
const withOthersIds = (path: string): string => {
  if (!path.includes('/:')) return path;
  if (path.startsWith(GATEWAY)) return path.replace(/:\w+/g, () => randomUUID());
  const own = others()[path];
  if (own === undefined) throw new Error(`nothing of another account is known for ${path}`);
  return path.replace(/:\w+/, own);
};

/** Bodies that are right, so that a call is not refused for its body before anything is looked for. */
const RIGHT_BODIES: Readonly<Record<string, object>> = {
  'PATCH /api/keys/:id': { name: 'mine now', limits: {} },
  'PATCH /api/members/:email': { role: 'viewer' },
};

const PUBLIC = [
  'GET /api/session',
  'POST /api/sign-out',
  'POST /api/sign-in',
  'POST /api/sign-up',
  'POST /api/links/use',
  'GET /api/links/:token',
  'POST /api/confirmations',
  'GET /api/confirmations/:token',
];

const nameOf = ({ method, path }: ConsoleRoute): string => `${method} ${path}`;
// The table is the code's own, so a new route is in it by itself; only what is public is written down here.
const closed = (): readonly ConsoleRoute[] => scene.routes.filter((route) => !PUBLIC.includes(nameOf(route)));

const ENDS_SESSION = 'PUT /api/session/password';

const statusFor = async (who: Person, route: ConsoleRoute): Promise<number> => {
  const body = route.method === 'GET' ? undefined : {};
  return (await who.call(route.method, withOthersIds(route.path), body)).status;
};

describe('every route of the console', () => {
  it('is public only where it is meant to be', () => {
    const open = scene.routes.filter(({ access }) => access === 'anybody').map(nameOf);
    expect(open.sort()).toEqual([...PUBLIC].sort());
    expect(scene.routes.length).toBeGreaterThan(20);
  });

  it('is closed to whoever is not signed in', async () => {
    for (const route of closed()) {
      const response = await scene.call(
        route.method,
        withOthersIds(route.path),
        route.method === 'GET' ? undefined : {},
      );
      expect([nameOf(route), response.status, response.body.error]).toEqual([nameOf(route), 401, 'unauthorized']);
    }
  });

  it.each(ROLES)('gives a %s what the role has and nothing more', async (role) => {
    for (const route of closed()) {
      const status = await statusFor(person(role), route);
      const { access } = route;
      const refused = access === 'operator' ? 404 : 403;
      const isAllowed =
        access === 'visitor' || (access !== 'operator' && access !== 'anybody' && isAtLeast(role, access));
      if (isAllowed) expect([nameOf(route), status]).not.toEqual([nameOf(route), refused === 403 ? 403 : 0]);
      else expect([nameOf(route), status]).toEqual([nameOf(route), refused]);
    }
  });

  it('of an account is closed to somebody who is in none', async () => {
    for (const route of closed().filter(({ access }) => ROLES.some((role) => role === access))) {
      expect([nameOf(route), await statusFor(person('nobody in an account'), route)]).toEqual([nameOf(route), 403]);
    }
  });

  it('finds nothing of another account, whoever asks and by whatever id', async () => {
    const before = await scene.store.keys.list(other.accountId);
    const varying = closed().filter(({ path, access }) => path.includes('/:') && access !== 'operator');
    expect(varying.length).toBeGreaterThan(5);
    for (const route of varying) {
      for (const role of ROLES) {
        const body = route.method === 'GET' ? undefined : (RIGHT_BODIES[nameOf(route)] ?? {});
        const { status } = await person(role).call(route.method, withOthersIds(route.path), body);
        expect([nameOf(route), role, [403, 404].includes(status) || status]).toEqual([nameOf(route), role, true]);
      }
    }
    expect((await person('owner').call('PATCH', `/api/members/${other.email}`, { role: 'viewer' })).status).toBe(404);
    expect((await person('owner').call('DELETE', `/api/members/${other.email}`)).status).toBe(404);
    expect((await person('owner').call('PUT', '/api/session/account', { accountId: other.accountId })).status).toBe(
      404,
    );
    expect(await scene.store.keys.list(other.accountId)).toEqual(before);
    expect((await other.call('GET', `/api/webhooks/deliveries/${otherDelivery.id}`)).status).toBe(200);
    expect((await other.call('GET', '/api/shared-calls')).body.calls).toMatchObject([otherCall]);
    expect((await other.call('GET', '/api/session')).body.account).toMatchObject({ role: 'owner' });
  });

  it('of operators works for operators alone', async () => {
    for (const route of closed().filter(({ access }) => access === 'operator')) {
      expect([nameOf(route), await statusFor(person('operator'), route)]).not.toEqual([nameOf(route), 404]);
    }
  });

  it('says which methods a path has', async () => {
    const response = await person('owner').call('PUT', '/api/keys', {});
    expect([response.status, response.headers['allow']]).toEqual([405, 'GET, HEAD, POST']);
    expect((await person('owner').call('GET', '/api/nothing')).status).toBe(404);
    expect((await person('owner').call('GET', '/api')).status).toBe(404);
  });

  it('is closed again when a session has ended', async () => {
    const gone = await scene.signUp();
    await gone.call('POST', '/api/sign-out');
    for (const route of closed().filter((one) => nameOf(one) !== ENDS_SESSION)) {
      expect([nameOf(route), await statusFor(gone, route)]).toEqual([nameOf(route), 401]);
    }
  });
});

describe('every path of the gateway', () => {
  it.each(ROLES)('is open to a %s as far as the role goes', async (role) => {
    for (const route of GATEWAY_ROUTES) {
      scene.gateway.reset();
      const path = withOthersIds(GATEWAY + route.path);
      const response = await person(role).call(route.method, path, route.method === 'POST' ? {} : undefined);
      const name = `${route.method} ${route.path}`;
      const isAllowed = isAtLeast(role, route.access);
      expect([name, response.status, scene.gateway.seen.length]).toEqual([
        name,
        isAllowed ? 200 : 403,
        isAllowed ? 1 : 0,
      ]);
    }
  });

  it('never shows a viewer a key or a secret, and never lets them spend', () => {
    const forViewers = GATEWAY_ROUTES.filter(({ access }) => access === 'viewer');
    expect(forViewers.filter(({ method }) => method !== 'GET')).toEqual([]);
    const paths = forViewers.map(({ path }) => path);
    expect(paths).not.toContain('/webhooks/secret');
    expect(paths.filter((path) => path.startsWith('/scrape/') && !path.startsWith('/scrape/batch/'))).toEqual([]);
  });

  it('is asked in the name of the caller’s own account, whatever ids it has', async () => {
    for (const route of GATEWAY_ROUTES) {
      scene.gateway.reset();
      await person('owner').call(
        route.method,
        withOthersIds(GATEWAY + route.path),
        route.method === 'POST' ? {} : undefined,
      );
      expect(scene.gateway.seen[0]?.headers.authorization).toMatch(
        new RegExp(`^Bearer qcs_${person('owner').accountId}\\.`),
      );
    }
  });

  it('is closed to strangers, and to people without an account', async () => {
    scene.gateway.reset();
    for (const route of GATEWAY_ROUTES) {
      const path = withOthersIds(GATEWAY + route.path);
      const body = route.method === 'POST' ? {} : undefined;
      expect((await scene.call(route.method, path, body)).status).toBe(401);
      expect((await person('nobody in an account').call(route.method, path, body)).status).toBe(403);
    }
    expect(scene.gateway.seen).toEqual([]);
  });

  it('is closed while the account is disabled', async () => {
    const person = await scene.signUp();
    await scene.store.accounts.setDisabled(person.accountId, true);
    scene.gateway.reset();
    const response = await person.call('GET', '/api/gateway/requests');
    expect([response.status, response.body.error]).toEqual([403, 'account_disabled']);
    expect(scene.gateway.seen).toEqual([]);
  });
});
