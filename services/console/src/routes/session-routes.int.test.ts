import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { SESSION_LIFE_MS, SESSION_TOUCH_MS } from '../bounds.js';
import { cookieOf, openConsoleScene, PASSWORD, type ConsoleScene } from '../../test/console-scene.js';

let scene: ConsoleScene;
beforeAll(async () => {
  scene = await openConsoleScene();
});
afterAll(() => scene.close());

const isSignedIn = async (cookie: string): Promise<boolean> =>
  (await scene.call('GET', '/api/session', undefined, cookie)).body.user !== null;

describe('a session', () => {
  it('is nobody’s without a cookie', async () => {
    const { status, body } = await scene.call('GET', '/api/session');
    expect(status).toBe(200);
    expect(body).toMatchObject({ user: null, signUp: 'open', apiUrl: 'http://127.0.0.1:3000' });
    expect(body).not.toHaveProperty('account');
  });

  it('ends with a sign-out, on the server too', async () => {
    const person = await scene.signUp();
    const response = await person.call('POST', '/api/sign-out');
    expect(response.status).toBe(204);
    expect(response.headers['set-cookie']).toEqual([expect.stringMatching(/^quarry_session=; Max-Age=0; /)]);
    expect(await isSignedIn(person.cookie)).toBe(false);
    expect((await person.call('POST', '/api/sign-out')).status).toBe(204);
  });

  it('lasts as long as it is used, and is written down no more than now and then', async () => {
    const person = await scene.signUp();
    expect((await person.call('GET', '/api/session')).headers).not.toHaveProperty('set-cookie');
    for (let count = 0; count < 3; count += 1) {
      scene.advance(SESSION_LIFE_MS - SESSION_TOUCH_MS);
      const response = await person.call('GET', '/api/session');
      expect(response.body.user).not.toBeNull();
      expect(cookieOf(response.headers)).toBe(person.cookie);
    }
    scene.advance(SESSION_LIFE_MS);
    expect(await isSignedIn(person.cookie)).toBe(false);
  });

  it('ends when its user is gone, also if somebody else gets the e-mail address', async () => {
    const person = await scene.signUp('gone@example.com');
    await scene.records.remove('user', 'gone@example.com');
    expect(await isSignedIn(person.cookie)).toBe(false);
    await scene.signUp('gone@example.com');
    expect(await isSignedIn(person.cookie)).toBe(false);
  });
});

describe('the account of a session', () => {
  it('is one of the person’s own', async () => {
    const [owner, other] = [await scene.signUp(), await scene.signUp()];
    const guest = await scene.join(owner, 'member', other.email).catch(() => undefined);
    // Somebody who has a user joins with their password; here they already have one.
    expect(guest).toBeDefined();
    const chosen = await other.call('PUT', '/api/session/account', { accountId: owner.accountId });
    expect(chosen.status).toBe(200);
    expect(chosen.body.account).toMatchObject({ id: owner.accountId, role: 'member' });
    expect((await other.call('GET', '/api/session')).body.account.id).toBe(owner.accountId);
    expect(chosen.body.accounts).toMatchObject([{ id: other.accountId }, { id: owner.accountId }]);
  });

  it.each(['somebody-elses', '../x', ''])('is not %j', async (accountId) => {
    const person = await scene.signUp();
    const other = await scene.signUp();
    const id = accountId === 'somebody-elses' ? other.accountId : accountId;
    const response = await person.call('PUT', '/api/session/account', { accountId: id });
    expect([404, 422]).toContain(response.status);
    expect((await person.call('GET', '/api/session')).body.account.id).toBe(person.accountId);
  });

  it('is another one once the person was removed from it', async () => {
    const [owner, guest] = [await scene.signUp(), await scene.signUp()];
    await scene.join(owner, 'member', guest.email);
    await guest.call('PUT', '/api/session/account', { accountId: owner.accountId });
    await owner.call('DELETE', `/api/members/${guest.email}`);
    expect((await guest.call('GET', '/api/session')).body.account.id).toBe(guest.accountId);
  });
});

describe('the password', () => {
  const next = 'the next long password';

  it('is changed by whoever knows it, which ends all other sessions', async () => {
    const person = await scene.signUp();
    const elsewhere = cookieOf(
      (await scene.call('POST', '/api/sign-in', { email: person.email, password: PASSWORD })).headers,
    );
    const response = await person.call('PUT', '/api/session/password', { current: PASSWORD, next });
    expect(response.status).toBe(204);
    expect(await isSignedIn(elsewhere)).toBe(false);
    expect(await isSignedIn(person.cookie)).toBe(false);
    expect(await isSignedIn(cookieOf(response.headers))).toBe(true);
    const signIn = (password: string) => scene.call('POST', '/api/sign-in', { email: person.email, password });
    expect((await signIn(PASSWORD)).status).toBe(401);
    expect((await signIn(next)).status).toBe(200);
  });

  it('ends a session that began with the password before, also if it began too late to be removed', async () => {
    const person = await scene.signUp();
    const [session] = await scene.records.list('session', person.email, { limit: 1 });
    await person.call('PUT', '/api/session/password', { current: PASSWORD, next });
    if (session === undefined) throw new Error('no session');
    const { version: _version, createdAtMs: _createdAtMs, ...kept } = session;
    await scene.records.insert(kept);
    expect(await isSignedIn(person.cookie)).toBe(false);
  });

  it('is not changed by somebody who finds a browser open', async () => {
    const person = await scene.signUp();
    const attempts = Array.from({ length: 12 }, (_, index) =>
      person.call('PUT', '/api/session/password', { current: `guess number ${index}`, next }),
    );
    const statuses = new Set((await Promise.all(attempts)).map(({ status }) => status));
    expect(statuses).toEqual(new Set([401, 429]));
    expect(await isSignedIn(person.cookie)).toBe(true);
  });

  it('must be long enough', async () => {
    const person = await scene.signUp();
    const response = await person.call('PUT', '/api/session/password', { current: PASSWORD, next: 'short' });
    expect(response.body.errors).toEqual([
      { field: 'next', rule: 'regex', message: 'next must be at least 10 characters long.' },
    ]);
  });
});
