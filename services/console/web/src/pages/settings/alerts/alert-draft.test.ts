import { describe, expect, it } from '@jest/globals';
import { draftOf, errorOf, settingsOf } from './alert-draft.js';

describe('settingsOf', () => {
  it('reads what draftOf has written', () => {
    const settings = {
      ...{ shares: [50, 80], creditsLeft: 100, emails: ['ada@shop.example', 'bob@shop.example'] },
      webhookUrl: 'https://shop.example/',
    };
    expect(settingsOf(draftOf(settings))).toEqual(settings);
    expect(settingsOf(draftOf({ shares: [], emails: [] }))).toEqual({ shares: [], emails: [] });
  });

  it('takes lists as people write them, and keeps what is no number for the server to refuse', () => {
    const draft = {
      shares: '50 %, 80%;100',
      creditsLeft: '1,000',
      creditsPerDay: 'many',
      emails: ' a@b ,c@d',
      webhookUrl: '',
    };
    expect(settingsOf(draft)).toEqual({
      ...{ shares: [50, 80, 100], creditsLeft: 1_000, creditsPerDay: NaN, emails: ['a@b', 'c@d'] },
    });
  });
});

describe('errorOf', () => {
  it('names the item that is wrong', () => {
    const errors = { 'emails.1': 'Must be an e-mail address.', creditsLeft: 'Must be an integer.' };
    expect(errorOf(errors, 'emails')).toBe('Number 2 of them: Must be an e-mail address.');
    expect(errorOf(errors, 'creditsLeft')).toBe('Must be an integer.');
    expect(errorOf(errors, 'shares')).toBeUndefined();
  });
});
