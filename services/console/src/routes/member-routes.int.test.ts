import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { MAX_MEMBERS } from '@quarry/people';
import { openConsoleScene, type ConsoleScene } from '../../test/console-scene.js';

let scene: ConsoleScene;
beforeAll(async () => {
  scene = await openConsoleScene();
});
afterAll(() => scene.close());

const newEmail = (): string => `${randomUUID()}@example.com`;

describe('the people of an account', () => {
  it('are listed with those who are invited', async () => {
    const owner = await scene.signUp();
    const member = await scene.join(owner, 'member');
    const email = newEmail();
    const invited = await owner.call('POST', '/api/members', { email: email.toUpperCase(), role: 'viewer' });
    expect(invited.status).toBe(201);
    expect(invited.body).toEqual({
      inviteUrl: expect.stringMatching(/^http:\/\/127\.0\.0\.1:3001\/link\/[\w-]{43}$/),
      expiresAt: expect.any(String),
    });
    expect((await owner.call('GET', '/api/members')).body.members).toEqual([
      { email: owner.email, name: owner.email, role: 'owner', state: 'active' },
      { email: member.email, name: member.email, role: 'member', state: 'active' },
      { email, role: 'viewer', state: 'invited' },
    ]);
  });

  it('are invited once', async () => {
    const owner = await scene.signUp();
    const member = await scene.join(owner, 'member');
    const again = await owner.call('POST', '/api/members', { email: member.email, role: 'owner' });
    expect([again.status, again.body.error]).toEqual([409, 'conflict']);
    expect((await member.call('GET', '/api/session')).body.account.role).toBe('member');
  });

  it('get another role, at once', async () => {
    const owner = await scene.signUp();
    const member = await scene.join(owner, 'viewer');
    expect((await member.call('GET', '/api/keys')).status).toBe(403);
    const changed = await owner.call('PATCH', `/api/members/${member.email}`, { role: 'member' });
    expect(changed.body).toMatchObject({ email: member.email, role: 'member', state: 'active' });
    expect((await member.call('GET', '/api/keys')).status).toBe(200);
  });

  it('are removed, at once', async () => {
    const owner = await scene.signUp();
    const member = await scene.join(owner, 'member');
    expect((await owner.call('DELETE', `/api/members/${member.email}`)).status).toBe(204);
    expect((await member.call('GET', '/api/keys')).status).toBe(403);
    expect((await member.call('GET', '/api/session')).body).not.toHaveProperty('account');
    expect((await owner.call('DELETE', `/api/members/${member.email}`)).status).toBe(404);
  });

  it.each(['nobody@example.com', '..', '%2e%2e', 'x', '%00'])('are not %s', async (email) => {
    const owner = await scene.signUp();
    expect((await owner.call('DELETE', `/api/members/${email}`)).status).toBe(404);
    expect((await owner.call('PATCH', `/api/members/${email}`, { role: 'viewer' })).status).toBe(404);
  });

  it.each([[{}], [{ email: 'a@b.com' }], [{ email: 'no', role: 'owner' }], [{ email: 'a@b.com', role: 'operator' }]])(
    'are not invited by %j',
    async (body) => {
      const owner = await scene.signUp();
      expect((await owner.call('POST', '/api/members', body)).status).toBe(422);
    },
  );

  it('are bounded in number', async () => {
    const owner = await scene.signUp();
    for (let count = 1; count < MAX_MEMBERS; count += 1) {
      const data = { email: `${count}@example.com`, role: 'viewer' };
      await scene.records.insert({
        kind: 'member',
        id: `${owner.accountId}:${data.email}`,
        owner: owner.accountId,
        data,
      });
    }
    const refused = await owner.call('POST', '/api/members', { email: newEmail(), role: 'viewer' });
    expect([refused.status, refused.body.error]).toEqual([409, 'too_many']);
  });
});

describe('the last owner', () => {
  it('can be neither removed nor demoted, until there is another one', async () => {
    const owner = await scene.signUp();
    await owner.call('POST', '/api/members', { email: newEmail(), role: 'owner' });
    for (const [method, body] of [['DELETE'], ['PATCH', { role: 'member' }]] as const) {
      const refused = await owner.call(method, `/api/members/${owner.email}`, body);
      expect([refused.status, refused.body.error]).toEqual([409, 'last_owner']);
    }
    expect((await owner.call('PATCH', `/api/members/${owner.email}`, { role: 'owner' })).status).toBe(200);
    await scene.join(owner, 'owner');
    expect((await owner.call('PATCH', `/api/members/${owner.email}`, { role: 'viewer' })).status).toBe(200);
    expect((await owner.call('GET', '/api/members')).status).toBe(403);
  });

  it('stays when two owners demote each other at once', async () => {
    // Each step of the store takes its time, so that two changes are under way together.
    const slow = await openConsoleScene({ stepMs: 5 });
    try {
      const owner = await slow.signUp();
      const second = await slow.join(owner, 'owner');
      const demote = (by: typeof owner, whom: typeof owner) =>
        by.call('PATCH', `/api/members/${whom.email}`, { role: 'viewer' });
      const responses = await Promise.all([demote(owner, second), demote(second, owner)]);
      expect(responses.filter(({ status }) => status === 200)).toHaveLength(1);
      const members = await slow.records.list('member', owner.accountId, { limit: 10 });
      expect(members.filter(({ data }) => (data as { role: string }).role === 'owner')).toHaveLength(1);
    } finally {
      await slow.close();
    }
  });
});
