import { describe, expect, it } from '@jest/globals';
import { isSignUpOpen } from './sign-up-rule.js';

describe('sign-up', () => {
  it.each([
    ['127.0.0.1', 'http://127.0.0.1:3001', true],
    ['localhost', 'http://localhost:3001', true],
    ['::1', 'http://[::1]:3001', true],
    ['0.0.0.0', 'http://127.0.0.1:3001', false],
    ['127.0.0.1', 'https://console.example.com', false],
    ['127.0.0.1', 'http://127.0.0.1.evil.example', false],
    ['10.0.0.7', 'http://10.0.0.7:3001', false],
  ])('on %s as %s is open: %s', (host, url, isOpen) => {
    expect(isSignUpOpen({ signUp: undefined, host, url })).toBe(isOpen);
    expect(isSignUpOpen({ signUp: 'open', host, url })).toBe(true);
    expect(isSignUpOpen({ signUp: 'closed', host, url })).toBe(false);
  });
});
