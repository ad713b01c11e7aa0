import { describe, expect, it } from '@jest/globals';
import { linkTexts } from './link-texts.js';

const email = 'ada@example.com';

describe('linkTexts', () => {
  it('says who signs in, before the link is spent', () => {
    const texts = linkTexts({ purpose: 'sign-in', email, needsPassword: false });
    expect(texts.description).toContain(email);
    expect(texts.isNewPassword).toBe(false);
  });

  it('asks for a new password when resetting', () => {
    expect(linkTexts({ purpose: 'reset', email, needsPassword: true })).toMatchObject({
      password: 'New password',
      isNewPassword: true,
    });
  });

  it.each([
    ['somebody new chooses one', { needsPassword: true, isNewUser: true }, true],
    ['somebody known gives theirs', { needsPassword: true, isNewUser: false }, false],
    ['somebody signed in gives none', { needsPassword: false, isNewUser: false }, false],
  ])('invites to an account: %s', (_name, who, isNewPassword) => {
    const texts = linkTexts({ purpose: 'invite', email, accountName: 'Harbour', role: 'viewer', ...who });
    expect(texts).toMatchObject({ title: 'Join Harbour', isNewPassword });
    expect(texts.description).toContain('as viewer');
  });
});
