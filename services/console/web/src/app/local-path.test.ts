import { describe, expect, it } from '@jest/globals';
import { localPath } from './local-path.js';

describe('localPath', () => {
  it.each(['/', '/usage', '/requests?status=error&host=example.com', '/requests/abc#timings'])('keeps %s', (path) => {
    expect(localPath(path)).toBe(path);
  });

  it.each([
    undefined,
    7,
    '',
    'usage',
    'https://evil.example/',
    '//evil.example/',
    '/\\evil.example/',
    '\\\\evil.example',
    '/\t/evil.example',
    '/.//evil.example',
    'javascript:alert(1)',
    '/sign-in?next=/usage',
    '/link/abc',
  ])('never leaves the app, nor turns in a circle: %p', (next) => {
    expect(localPath(next)).toBe('/');
  });
});
