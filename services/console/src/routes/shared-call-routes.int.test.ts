import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { cookieOf, openConsoleScene, PASSWORD, type ConsoleScene, type Person } from '../../test/console-scene.js';
import { MAX_SHARED_BYTES, MAX_SHARED_CALLS, SHARED_CALL_LIFE_MS } from '../bounds.js';

let scene: ConsoleScene;
let owner: Person;
let viewer: Person;
beforeAll(async () => {
  scene = await openConsoleScene();
  owner = await scene.signUp();
  viewer = await scene.join(owner, 'viewer');
});
afterAll(() => scene.close());

const CALL = {
  operation: 'scrape/web',
  params: { url: 'https://a.example', headers: { Authorization: 'Bearer x', dnt: '1' } },
};
const share = (person: Person, call: object = CALL) => person.call('POST', '/api/shared-calls', call);
const open = (person: Person, id: string) => person.call('GET', `/api/shared-calls/${id}`);

describe('a shared call', () => {
  it('is kept for its account without secrets, and listed with who shared it', async () => {
    const shared = await share(owner);
    expect([shared.status, shared.body]).toEqual([
      201,
      {
        ...{ id: expect.any(String), operation: 'scrape/web', by: owner.email },
        params: { url: 'https://a.example', headers: { Authorization: '[removed]', dnt: '1' } },
        ...{ createdAt: expect.any(String), expiresAt: expect.any(String) },
      },
    ]);
    expect((await open(viewer, shared.body.id)).body).toEqual(shared.body);
    expect((await viewer.call('GET', '/api/shared-calls')).body).toEqual({ calls: [shared.body] });
    const { data } = (await scene.records.get('shared-call', shared.body.id)) ?? {};
    expect(JSON.stringify(data)).not.toContain('Bearer');
  });

  it('is nothing to another account, on every route', async () => {
    const stranger = await scene.signUp();
    const { id } = (await share(owner)).body;
    for (const method of ['GET', 'DELETE']) {
      const [theirs, nobodys] = await Promise.all(
        [id, randomUUID()].map((one) => stranger.call(method, `/api/shared-calls/${one}`)),
      );
      expect([method, theirs?.status, theirs?.body.message]).toEqual([method, 404, nobodys?.body.message]);
    }
    expect((await stranger.call('GET', '/api/shared-calls')).body).toEqual({ calls: [] });
    expect((await open(owner, id)).status).toBe(200);
  });

  it('is removed by members, not by viewers, and ends by itself', async () => {
    const [first, second] = [(await share(owner)).body.id, (await share(owner)).body.id];
    expect((await viewer.call('DELETE', `/api/shared-calls/${first}`)).status).toBe(403);
    expect((await share(viewer)).status).toBe(403);
    expect((await owner.call('DELETE', `/api/shared-calls/${first}`)).status).toBe(204);
    expect((await owner.call('DELETE', `/api/shared-calls/${first}`)).status).toBe(404);
    expect((await open(owner, first)).status).toBe(404);
    expect((await open(owner, second)).status).toBe(200);
    scene.advance(SHARED_CALL_LIFE_MS);
    const later = await scene.call('POST', '/api/sign-in', { email: owner.email, password: PASSWORD });
    const again = scene.personWith(owner.email, cookieOf(later.headers), owner.accountId);
    expect((await open(again, second)).status).toBe(404);
    owner = again;
  });

  it.each([
    [{}, 'operation'],
    [{ operation: 'nothing', params: {} }, 'operation'],
    [{ operation: 'scrape/web' }, 'params'],
    [{ operation: 'scrape/web', params: [] }, 'params'],
    [{ operation: 'scrape/web', params: 'x' }, 'params'],
    [{ operation: 'scrape/web', params: { url: 'x'.repeat(MAX_SHARED_BYTES) } }, 'params'],
    [{ ...CALL, accountId: 'other' }, 'accountId'],
  ])('is refused as %j', async (body, field) => {
    const refused = await share(owner, body);
    expect([refused.status, refused.body.errors?.[0]?.field]).toEqual([422, field]);
  });

  it('is one of a bounded number', async () => {
    const person = await scene.signUp();
    for (let count = 0; count < MAX_SHARED_CALLS; count += 1) {
      const data = { operation: 'scrape/web', params: {}, by: person.email };
      await scene.records.insert({ kind: 'shared-call', id: randomUUID(), owner: person.accountId, data });
    }
    const refused = await share(person);
    expect([refused.status, refused.body.error]).toEqual([409, 'too_many']);
    const [call] = (await person.call('GET', '/api/shared-calls')).body.calls;
    await person.call('DELETE', `/api/shared-calls/${call.id}`);
    expect((await share(person)).status).toBe(201);
  });
});
