import { describe, expect, it } from '@jest/globals';
import { readEmail } from './read-email.js';

describe('readEmail', () => {
  it.each([
    ['Ada@Example.COM', 'ada@example.com'],
    [' demo@localhost\n', 'demo@localhost'],
    ['a.b+c@mail.example.org', 'a.b+c@mail.example.org'],
  ])('stores %j as %s', (typed, stored) => expect(readEmail(typed)).toBe(stored));

  it.each(['', 'ada', '@example.com', 'ada@', 'a b@example.com', 'a@b@c'])('knows that %j is no address', (typed) =>
    expect(readEmail(typed)).toBeNull(),
  );
});
