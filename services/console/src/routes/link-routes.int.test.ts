import { hash, randomBytes, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { INVITE_LIFE_MS, SIGN_INS_PER_EMAIL_AND_ADDRESS } from '../bounds.js';
import {
  cookieOf,
  newAddress,
  openConsoleScene,
  PASSWORD,
  type ConsoleScene,
  type Person,
} from '../../test/console-scene.js';

let scene: ConsoleScene;
beforeAll(async () => {
  scene = await openConsoleScene();
});
afterAll(() => scene.close());

/** A link as the operator's command line makes it. */
const makeLink = async (email: string, purpose: 'sign-in' | 'reset'): Promise<string> => {
  const token = randomBytes(32).toString('base64url');
  const expiresAtMs = scene.clock() + 3_600_000;
  await scene.records.insert({
    kind: 'link',
    id: hash('sha256', token, 'hex'),
    owner: email,
    data: { purpose },
    expiresAtMs,
  });
  return token;
};

const use = (body: object, cookie?: string) =>
  scene.call('POST', '/api/links/use', body, cookie).set('x-forwarded-for', newAddress());
const show = (token: string, cookie?: string) => scene.call('GET', `/api/links/${token}`, undefined, cookie);

const invite = async (owner: Person, email: string, role = 'member'): Promise<string> => {
  const { body } = await owner.call('POST', '/api/members', { email, role });
  return String(body.inviteUrl).split('/').at(-1) ?? '';
};

describe('a link to sign in', () => {
  it('opens once, without a password, also when it is used twice at once', async () => {
    const person = await scene.signUp();
    const token = await makeLink(person.email, 'sign-in');
    expect((await show(token)).body).toEqual({
      ...{ purpose: 'sign-in', email: person.email, needsPassword: false, isNewUser: false },
    });
    const responses = await Promise.all([use({ token }), use({ token }), use({ token })]);
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 404, 404]);
    const opened = responses.find(({ status }) => status === 200);
    expect(opened?.body).toMatchObject({ user: { email: person.email }, account: { id: person.accountId } });
    expect((await show(token)).status).toBe(404);
  });

  it('is looked at without being used up', async () => {
    const person = await scene.signUp();
    const token = await makeLink(person.email, 'sign-in');
    await show(token);
    await show(token);
    expect((await use({ token })).status).toBe(200);
  });

  it('expires', async () => {
    const person = await scene.signUp();
    const token = await makeLink(person.email, 'sign-in');
    scene.advance(3_600_000);
    expect((await show(token)).status).toBe(404);
    expect((await use({ token })).status).toBe(404);
  });

  it.each(['', 'x', 'A'.repeat(43), '..%2Fsession', '%00'])('is not %j', async (token) => {
    const person = await scene.signUp();
    expect((await use({ token }, person.cookie)).status).not.toBe(200);
    if (token !== '') expect((await show(token)).status).toBe(404);
  });

  it('opens nothing once its user is gone', async () => {
    const person = await scene.signUp();
    const token = await makeLink(person.email, 'sign-in');
    await scene.records.remove('user', person.email);
    expect((await use({ token })).status).toBe(404);
  });
});

describe('a link to reset a password', () => {
  const next = 'a password after the reset';

  it('sets another password, ends all sessions and begins one', async () => {
    const person = await scene.signUp();
    const token = await makeLink(person.email, 'reset');
    expect((await show(token)).body).toMatchObject({ purpose: 'reset', needsPassword: true });
    const response = await use({ token, password: next });
    expect(response.status).toBe(200);
    expect((await person.call('GET', '/api/session')).body.user).toBeNull();
    expect((await scene.call('GET', '/api/session', undefined, cookieOf(response.headers))).body.user).not.toBeNull();
    const signIn = (password: string) => scene.call('POST', '/api/sign-in', { email: person.email, password });
    expect((await signIn(PASSWORD)).status).toBe(401);
    expect((await signIn(next)).status).toBe(200);
  });

  it.each([
    [undefined, 'required'],
    ['short', 'regex'],
  ])('is not used up by the password %j', async (password, rule) => {
    const person = await scene.signUp();
    const token = await makeLink(person.email, 'reset');
    const refused = await use({ token, password });
    expect([refused.status, refused.body.errors?.[0]]).toEqual([
      422,
      expect.objectContaining({ field: 'password', rule }),
    ]);
    expect((await use({ token, password: next })).status).toBe(200);
  });
});

describe('an invitation', () => {
  it('makes a user of somebody new, with their own password', async () => {
    const owner = await scene.signUp();
    const email = `${randomUUID()}@example.com`;
    const token = await invite(owner, email, 'viewer');
    expect((await show(token)).body).toEqual({
      ...{ purpose: 'invite', email, accountName: owner.email, role: 'viewer', needsPassword: true, isNewUser: true },
    });
    expect((await use({ token })).status).toBe(422);
    const response = await use({ token, password: PASSWORD });
    expect(response.body).toMatchObject({ user: { email }, account: { id: owner.accountId, role: 'viewer' } });
    expect(response.body.accounts).toHaveLength(1);
    expect((await use({ token, password: PASSWORD })).status).toBe(404);
  });

  it('does not open somebody else’s user to the owner who has its link', async () => {
    const [owner, victim] = [await scene.signUp(), await scene.signUp()];
    const token = await invite(owner, victim.email, 'owner');
    const stolen = await use({ token, password: 'the owner’s own idea' }, owner.cookie);
    expect([stolen.status, stolen.body.error]).toEqual([401, 'wrong_credentials']);
    expect(stolen.headers).not.toHaveProperty('set-cookie');
    expect((await use({ token }, owner.cookie)).status).toBe(422);
    expect((await scene.call('POST', '/api/sign-in', { email: victim.email, password: PASSWORD })).status).toBe(200);
  });

  it('is no way to try passwords', async () => {
    const [owner, victim] = [await scene.signUp(), await scene.signUp()];
    const token = await invite(owner, victim.email);
    const attempt = (index: number) =>
      scene
        .call('POST', '/api/links/use', { token, password: `guess number ${index}` })
        .set('x-forwarded-for', '10.2.2.2');
    for (let count = 0; count < SIGN_INS_PER_EMAIL_AND_ADDRESS; count += 1) {
      expect((await attempt(count)).status).toBe(401);
    }
    expect((await attempt(99)).status).toBe(429);
  });

  it('needs no password of the person who is signed in', async () => {
    const [owner, guest] = [await scene.signUp(), await scene.signUp()];
    const token = await invite(owner, guest.email);
    expect((await show(token, guest.cookie)).body).toMatchObject({ needsPassword: false, isNewUser: false });
    expect((await use({ token }, guest.cookie)).body.account).toMatchObject({ id: owner.accountId, role: 'member' });
  });

  it('opens nothing once it is withdrawn, replaced or expired', async () => {
    const owner = await scene.signUp();
    const email = `${randomUUID()}@example.com`;
    const withdrawn = await invite(owner, email);
    await owner.call('DELETE', `/api/members/${email}`);
    const replaced = await invite(owner, email, 'viewer');
    const last = await invite(owner, email, 'member');
    for (const token of [withdrawn, replaced]) expect((await use({ token, password: PASSWORD })).status).toBe(404);
    expect((await show(last)).body).toMatchObject({ role: 'member' });
    scene.advance(INVITE_LIFE_MS);
    expect((await use({ token: last, password: PASSWORD })).status).toBe(404);
    const again = await scene.call('POST', '/api/sign-in', { email: owner.email, password: PASSWORD });
    const { body } = await scene.call('GET', '/api/members', undefined, cookieOf(again.headers));
    expect(body.members).toHaveLength(1);
  });

  it('opens nothing if its link outlives it', async () => {
    const owner = await scene.signUp();
    const email = `${randomUUID()}@example.com`;
    const token = await invite(owner, email, 'viewer');
    const id = hash('sha256', token, 'hex');
    const link = await scene.records.get('link', id);
    await invite(owner, email, 'owner');
    if (link === null) throw new Error('no link');
    await scene.records.insert({ kind: 'link', id, owner: email, data: link.data });
    expect((await show(token)).status).toBe(404);
    expect((await use({ token, password: PASSWORD })).status).toBe(404);
  });

  it('is for its own account: the link of one does not open another', async () => {
    const [one, other] = [await scene.signUp(), await scene.signUp()];
    const email = `${randomUUID()}@example.com`;
    const token = await invite(one, email);
    await invite(other, email, 'owner');
    const { body } = await use({ token, password: PASSWORD });
    expect(body.accounts).toEqual([{ id: one.accountId, name: one.email, role: 'member' }]);
  });
});
