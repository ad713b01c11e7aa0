import { describe, expect, it } from '@jest/globals';
import { filePath } from './file-path.js';

const ID = '5a0a3c1e-6d0f-4f5b-9d2c-7b7f0a1f8a11';

describe('filePath', () => {
  it.each([
    [`http://127.0.0.1:3000/files/acc-1/${ID}/result-1.json`, `/api/gateway/files/acc-1/${ID}/result-1.json`],
    [`https://files.example/acc/${ID}/page.html?signature=x`, `/api/gateway/files/acc/${ID}/page.html`],
  ])('of %s is %s', (url, path) => {
    expect(filePath(url)).toBe(path);
  });

  it.each([
    undefined,
    '',
    'x',
    'https://a.example/lamp.jpg',
    `https://a.example/acc/${ID}/../x`,
    `javascript:/a/${ID}/x/y`,
  ])('of %s is none', (url) => {
    expect(filePath(url)).toBeUndefined();
  });
});
