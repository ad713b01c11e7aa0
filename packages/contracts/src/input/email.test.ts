import { describe, expect, it } from '@jest/globals';
import { z } from 'zod';
import { checkInput } from './check-input.js';
import { email } from './formats.js';

const broken = (schema: z.ZodType, value: object): readonly string[] => {
  const checked = checkInput(schema, value);
  return checked.ok ? [] : checked.violations.map(({ field, rule }) => `${field} ${rule}`);
};

describe('email', () => {
  const input = z.strictObject({ address: email({ note: 'Address.', required: true }) });

  it.each([
    ['ann@example.com', 'ann@example.com'],
    [' Ann.Smith+a@Mail.EXAMPLE.com ', 'ann.smith+a@mail.example.com'],
    ['demo@localhost', 'demo@localhost'],
    ['ａｎｎ@example.com', 'ann@example.com'],
  ])('%j is %s', (sent, kept) => {
    expect(checkInput(input, { address: sent })).toMatchObject({ ok: true, params: { address: kept } });
  });

  it.each([
    'ann',
    'ann@',
    '@example.com',
    'a b@example.com',
    'a@b@c',
    'a@-b.com',
    'a:b@example.com',
    'a"@b.com',
    'a@b..com',
  ])('%j is none', (sent) => expect(broken(input, { address: sent })).toEqual(['address regex']));

  it('is bounded', () => {
    expect(broken(input, { address: `${'a'.repeat(65)}@example.com` })).toEqual(['address regex']);
    expect(broken(input, { address: `a@${'b.'.repeat(200)}com` })).toContain('address maxLength');
  });
});
