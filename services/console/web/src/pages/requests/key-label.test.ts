import { describe, expect, it } from '@jest/globals';
import { keyChoices, keyLabel } from './key-label.js';

const NAMES = [
  { id: 'old-key-1', name: 'laptop', isRevoked: true },
  { id: 'new-key-1', name: 'server', isRevoked: false },
];

describe('keyLabel', () => {
  it.each([
    ['console', 'Console'],
    ['new-key-1', 'server'],
    ['old-key-1', 'laptop (revoked)'],
    ['5a0a3c1e-6d0f', '5a0a3c1e'],
  ])('of %s', (id, label) => expect(keyLabel(id, NAMES)).toBe(label));

  it('is the beginning of the id until names are known', () => {
    expect(keyLabel('new-key-12', undefined)).toBe('new-key-');
  });
});

describe('keyChoices', () => {
  it('has the console, then keys in use, then revoked ones', () => {
    expect(keyChoices(NAMES, undefined).map(({ label }) => label)).toEqual(['Console', 'server', 'laptop (revoked)']);
  });

  it('keeps a chosen key that is gone', () => {
    expect(keyChoices([], 'gone-key-1')).toEqual([
      { value: 'console', label: 'Console' },
      { value: 'gone-key-1', label: 'gone-key' },
    ]);
  });
});
