import { describe, expect, it } from '@jest/globals';
import { leaksIn } from './secret-forms.js';

const SECRET = 'seed/+secret?of=tests';
const secrets = { name: SECRET };

describe('leaksIn', () => {
  it.each([
    ['plain', (text: string) => `a ${text} b`],
    ['in a URL', (text: string) => `?a=${encodeURIComponent(text)}`],
    ['in a URL in a URL', (text: string) => encodeURIComponent(`?a=${encodeURIComponent(text)}`)],
    ['in hexadecimal', (text: string) => Buffer.from(`a${text}b`).toString('hex')],
    ...['', 'a', 'ab', 'user:', 'abcd'].flatMap((before): [string, (text: string) => string][] => [
      [`in base64 behind ${before.length} bytes`, (text) => Buffer.from(`${before}${text}tail`).toString('base64')],
      [`in base64url behind ${before.length} bytes`, (text) => Buffer.from(`${before}${text}`).toString('base64url')],
    ]),
  ])('finds a secret %s', (_name, write) => {
    expect(leaksIn(write(SECRET), secrets).length).toBeGreaterThan(0);
  });

  it('finds nothing where nothing is', () => {
    expect(leaksIn('seed, secret, [redacted], tests', secrets)).toEqual([]);
  });
});
