import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  SIGN_IN_WINDOW_MS,
  SIGN_INS_PER_ADDRESS,
  SIGN_INS_PER_EMAIL_AND_ADDRESS,
  SIGN_UPS_PER_ADDRESS,
} from '../bounds.js';
import { cookieOf, newAddress, openConsoleScene, PASSWORD, type ConsoleScene } from '../../test/console-scene.js';

let scene: ConsoleScene;
beforeAll(async () => {
  scene = await openConsoleScene();
});
afterAll(() => scene.close());

const signIn = (email: string, password: string, address = newAddress()) =>
  scene.call('POST', '/api/sign-in', { email, password }).set('x-forwarded-for', address);
const signUp = (body: object, address = newAddress()) =>
  scene.call('POST', '/api/sign-up', body).set('x-forwarded-for', address);

describe('signing up', () => {
  it('makes a user, their account with the operator’s plan, and a session', async () => {
    const response = await signUp({ email: ' Ann@Example.com', password: PASSWORD, name: 'Ann' });
    expect(response.status).toBe(201);
    expect(response.body).toEqual({
      user: { email: 'ann@example.com', name: 'Ann', isOperator: false },
      account: { id: expect.any(String), name: 'Ann', role: 'owner' },
      accounts: [response.body.account],
      signUp: 'open',
      apiUrl: 'http://127.0.0.1:3000',
      filesUrl: 'http://127.0.0.1:3000/files',
      version: '0.0.0',
    });
    const account = await scene.store.accounts.get(response.body.account.id);
    expect(account).toMatchObject({ concurrency: 3, plan: { creditsPerPeriod: 500, periodDays: 30, renew: true } });
    const again = await scene.call('GET', '/api/session', undefined, cookieOf(response.headers));
    expect(again.body).toEqual(response.body);
  });

  it('keeps the password as a hash alone', async () => {
    await signUp({ email: 'hashed@example.com', password: PASSWORD });
    const record = await scene.records.get('user', 'hashed@example.com');
    expect(record?.data).toMatchObject({ passwordHash: `hashed ${PASSWORD}`, isOperator: false });
    expect(record?.data).not.toHaveProperty('password');
  });

  it('is refused for an e-mail address that is taken, in whatever spelling', async () => {
    await signUp({ email: 'taken@example.com', password: PASSWORD });
    const response = await signUp({ email: 'TAKEN@example.com ', password: 'another long password' });
    expect([response.status, response.body.error]).toEqual([409, 'email_taken']);
    expect(response.headers).not.toHaveProperty('set-cookie');
    expect((await signIn('taken@example.com', PASSWORD)).status).toBe(200);
  });

  it('happens once when the same address comes twice at once', async () => {
    const twice = [1, 2].map(() => signUp({ email: 'twice@example.com', password: PASSWORD }));
    const statuses = (await Promise.all(twice)).map(({ status }) => status);
    expect(statuses.sort()).toEqual([201, 409]);
    expect((await signIn('twice@example.com', PASSWORD)).body.accounts).toHaveLength(1);
  });

  it.each([
    [{ email: 'no', password: PASSWORD }, ['email']],
    [{ email: 'a@b.com', password: 'too short' }, ['password']],
    [{ email: 'a@b.com', password: 'x'.repeat(201) }, ['password']],
    [{}, ['email', 'password']],
    [{ email: 'a@b.com', password: PASSWORD, isOperator: true }, ['isOperator']],
    [{ email: { $ne: null }, password: PASSWORD }, ['email']],
    [{ email: ['a@b.com'], password: PASSWORD }, ['email']],
  ])('%j is not valid', async (body, fields) => {
    const response = await signUp(body);
    expect([response.status, response.body.error]).toEqual([422, 'validation_failed']);
    expect(response.body.errors).toMatchObject(fields.map((field) => ({ field })));
  });

  it('is refused where the operator has closed it', async () => {
    const closed = await openConsoleScene({ isSignUpOpen: false });
    try {
      const response = await closed.call('POST', '/api/sign-up', { email: 'a@b.com', password: PASSWORD });
      expect([response.status, response.body.error]).toEqual([403, 'sign_up_closed']);
      expect((await closed.call('GET', '/api/session')).body).toMatchObject({ user: null, signUp: 'closed' });
      expect(closed.hashes).toEqual({ hash: 0, verify: 0 });
    } finally {
      await closed.close();
    }
  });

  it('is limited for each network address', async () => {
    const address = newAddress();
    for (let count = 0; count < SIGN_UPS_PER_ADDRESS; count += 1) {
      expect((await signUp({ email: `${address}-${count}@example.com`, password: PASSWORD }, address)).status).toBe(
        201,
      );
    }
    const refused = await signUp({ email: `${address}-more@example.com`, password: PASSWORD }, address);
    expect([refused.status, refused.body.error]).toEqual([429, 'too_many_attempts']);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(3_000);
    expect((await signUp({ email: `${address}-more@example.com`, password: PASSWORD })).status).toBe(201);
  });
});

describe('an interrupted sign-up', () => {
  it('is completed by the next sign-in, and never again', async () => {
    const data = {
      ...{ userId: 'u-1', name: 'Half', passwordHash: `hashed ${PASSWORD}`, isOperator: false, createdAtMs: 1 },
      pendingAccount: { id: 'half-account', name: 'Half' },
    };
    await scene.records.insert({ kind: 'user', id: 'half@example.com', owner: 'half@example.com', data });
    const { body } = await signIn('half@example.com', PASSWORD);
    expect(body.account).toEqual({ id: 'half-account', name: 'Half', role: 'owner' });
    // Whoever has left the account is not made its owner again.
    await scene.records.remove('member', 'half-account:half@example.com');
    expect((await signIn('half@example.com', PASSWORD)).body).toMatchObject({ accounts: [] });
  });
});

describe('signing in', () => {
  it('needs the right password, and says the same of a wrong one and of a stranger', async () => {
    await signUp({ email: 'bob@example.com', password: PASSWORD });
    expect((await signIn(' BOB@example.com', PASSWORD)).status).toBe(200);
    const wrong = await signIn('bob@example.com', 'another password');
    const stranger = await signIn('nobody@example.com', PASSWORD);
    const { requestMetadata: _one, ...saidOfWrong } = wrong.body;
    const { requestMetadata: _other, ...saidOfStranger } = stranger.body;
    expect(wrong.status).toBe(401);
    expect(stranger.status).toBe(401);
    expect(saidOfStranger).toEqual(saidOfWrong);
    expect(Object.keys(stranger.headers).sort()).toEqual(Object.keys(wrong.headers).sort());
    expect(wrong.headers).not.toHaveProperty('set-cookie');
  });

  it('does the same work for strangers, for people without a password and for wrong passwords', async () => {
    await signUp({ email: 'work@example.com', password: PASSWORD });
    const data = { userId: 'u-2', name: 'Links', isOperator: false, createdAtMs: 1 };
    await scene.records.insert({ kind: 'user', id: 'links@example.com', owner: 'links@example.com', data });
    for (const email of ['work@example.com', 'links@example.com', 'stranger@example.com']) {
      const before = { ...scene.hashes };
      expect((await signIn(email, 'another password')).status).toBe(401);
      expect({ email, ...scene.hashes }).toEqual({ email, hash: before.hash, verify: before.verify + 1 });
    }
  });

  it('is refused after some failures of one e-mail address from one network address, also with the right password', async () => {
    const address = newAddress();
    await signUp({ email: 'guess@example.com', password: PASSWORD });
    for (let count = 0; count < SIGN_INS_PER_EMAIL_AND_ADDRESS; count += 1) {
      expect((await signIn('guess@example.com', `guess number ${count}`, address)).status).toBe(401);
    }
    const before = scene.hashes.verify;
    const refused = await signIn('guess@example.com', PASSWORD, address);
    expect([refused.status, refused.body.error]).toEqual([429, 'too_many_attempts']);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(800);
    expect(scene.hashes.verify).toBe(before);
    // The person themselves comes from elsewhere, and the guesser may try others' addresses.
    expect((await signIn('guess@example.com', PASSWORD)).status).toBe(200);
    expect((await signIn('other@example.com', PASSWORD, address)).status).toBe(401);
    scene.advance(SIGN_IN_WINDOW_MS);
    expect((await signIn('guess@example.com', PASSWORD, address)).status).toBe(200);
  });

  it('looks at no more guesses when they come at once', async () => {
    const address = newAddress();
    const before = scene.hashes.verify;
    const many = Array.from({ length: 40 }, (_, index) =>
      signIn('burst@example.com', `guess number ${index}`, address),
    );
    const statuses = (await Promise.all(many)).map(({ status }) => status);
    expect(statuses.filter((status) => status === 401)).toHaveLength(SIGN_INS_PER_EMAIL_AND_ADDRESS);
    expect(scene.hashes.verify - before).toBe(SIGN_INS_PER_EMAIL_AND_ADDRESS);
  });

  it('is refused after many failures from one network address, whatever the e-mail addresses', async () => {
    const address = newAddress();
    for (let count = 0; count < SIGN_INS_PER_ADDRESS; count += 1) {
      expect((await signIn(`spray-${count}@example.com`, PASSWORD, address)).status).toBe(401);
    }
    expect((await signIn('spray-more@example.com', PASSWORD, address)).status).toBe(429);
  });

  it('counts no right passwords', async () => {
    const address = newAddress();
    await signUp({ email: 'often@example.com', password: PASSWORD });
    for (let count = 0; count < SIGN_INS_PER_EMAIL_AND_ADDRESS * 2; count += 1) {
      expect((await signIn('often@example.com', PASSWORD, address)).status).toBe(200);
    }
  });
});

describe('a password with its real hash', () => {
  it('signs in', async () => {
    const real = await openConsoleScene({ hashFunctions: 'argon2id' });
    try {
      const { email } = await real.signUp();
      expect((await real.call('POST', '/api/sign-in', { email, password: PASSWORD })).status).toBe(200);
      expect((await real.call('POST', '/api/sign-in', { email, password: `${PASSWORD} ` })).status).toBe(401);
      expect((await real.call('POST', '/api/sign-in', { email: 'x@example.com', password: PASSWORD })).status).toBe(
        401,
      );
    } finally {
      await real.close();
    }
  });
});

describe('an address that a caller claims', () => {
  it('counts for nothing without a proxy', async () => {
    const direct = await openConsoleScene({ proxies: 0 });
    try {
      const attempt = (address: string) =>
        direct
          .call('POST', '/api/sign-in', { email: 'a@example.com', password: 'some password' })
          .set('x-forwarded-for', address);
      for (let count = 0; count < SIGN_INS_PER_EMAIL_AND_ADDRESS; count += 1) await attempt(`10.9.9.${count}`);
      expect((await attempt('10.9.9.200')).status).toBe(429);
    } finally {
      await direct.close();
    }
  });
});

describe('the cookie of a session', () => {
  it('is for this host and its own pages alone', async () => {
    const { headers } = await signUp({ email: 'cookie@example.com', password: PASSWORD });
    expect(headers['set-cookie']).toEqual([
      expect.stringMatching(/^quarry_session=[\w-]{43}; Max-Age=2592000; Path=\/; HttpOnly; SameSite=Strict$/),
    ]);
  });

  it('is bound to the host and to TLS where the console is public', async () => {
    const secure = await openConsoleScene({ consoleUrl: 'https://console.example.com' });
    try {
      const response = await secure
        .call('POST', '/api/sign-up', { email: 'a@example.com', password: PASSWORD })
        .set('origin', 'https://console.example.com');
      expect(response.headers['set-cookie']).toEqual([
        expect.stringMatching(/^__Host-quarry_session=[\w-]{43}; .*Path=\/; HttpOnly; SameSite=Strict; Secure$/),
      ]);
    } finally {
      await secure.close();
    }
  });

  it('is another one after each sign-in, and the one before ends', async () => {
    const first = cookieOf((await signUp({ email: 'fixed@example.com', password: PASSWORD })).headers);
    const response = await signIn('fixed@example.com', PASSWORD).set('cookie', first);
    const second = cookieOf(response.headers);
    expect(second).not.toBe(first);
    expect((await scene.call('GET', '/api/session', undefined, first)).body.user).toBeNull();
    expect((await scene.call('GET', '/api/session', undefined, second)).body.user).not.toBeNull();
  });

  it('that somebody else has chosen becomes no session', async () => {
    const chosen = `quarry_session=${'A'.repeat(43)}`;
    await signUp({ email: 'victim@example.com', password: PASSWORD });
    const response = await signIn('victim@example.com', PASSWORD).set('cookie', chosen);
    expect(cookieOf(response.headers)).not.toBe(chosen);
    expect((await scene.call('GET', '/api/session', undefined, chosen)).body.user).toBeNull();
  });

  it.each([
    '',
    'quarry_session',
    'quarry_session=',
    'quarry_session=x',
    `quarry_session=${'a'.repeat(5_000)}`,
    'quarry_session=a:b',
  ])('%j is none', async (cookie) =>
    expect((await scene.call('GET', '/api/session', undefined, cookie)).body.user).toBeNull(),
  );

  it('is stored as a hash alone', async () => {
    const cookie = cookieOf((await signUp({ email: 'stored@example.com', password: PASSWORD })).headers);
    const [record] = await scene.records.list('session', 'stored@example.com', { limit: 5 });
    expect(JSON.stringify(record)).not.toContain(cookie.split('=')[1]);
    expect(record?.id).toMatch(/^[\da-f]{64}$/);
  });

  it('is in no log, nor is a password', async () => {
    const cookie = cookieOf((await signUp({ email: 'logged@example.com', password: PASSWORD })).headers);
    await signIn('logged@example.com', 'a wrong password of this test').set('cookie', cookie);
    expect(scene.lines.length).toBeGreaterThan(10);
    const logged = scene.lines.join('');
    expect(logged).not.toContain(cookie.split('=')[1]);
    expect(logged).not.toContain(PASSWORD);
    expect(logged).not.toContain('a wrong password');
  });
});
