import { expect, it } from '@jest/globals';
import { readClientOptions, type QuarryClientOptions } from './client-options.js';

const VALID = { baseUrl: 'https://quarry.example/', apiKey: 'key' };

it('has defaults for everything but address and key', () => {
  expect(readClientOptions(VALID)).toMatchObject({
    baseUrl: 'https://quarry.example',
    filesUrl: 'https://quarry.example/files',
    timeoutMs: 600_000,
    retry: { maxRetries: 3, firstDelayMs: 500, longestDelayMs: 15_000 },
  });
});

it.each<[Partial<QuarryClientOptions>, string]>([
  [{ baseUrl: 'quarry.example' }, 'baseUrl must be an absolute http or https URL'],
  [{ baseUrl: 'ftp://quarry.example' }, 'baseUrl must be an absolute http or https URL'],
  [{ filesUrl: '/files' }, 'filesUrl must be an absolute http or https URL'],
  [{ apiKey: '' }, 'apiKey must be a key of the service'],
  [{ apiKey: 'a\nb' }, 'apiKey must be a key of the service'],
  [{ timeoutMs: 0 }, 'timeoutMs must be more than 0'],
  [{ retry: { maxRetries: 21 } }, 'retry.maxRetries must be an integer from 0 to 20'],
  [{ retry: { firstDelayMs: -1 } }, 'retry.firstDelayMs must be from 0'],
  [{ retry: { firstDelayMs: 20_000 } }, 'retry.longestDelayMs not less'],
])('refuses %j', (wrong, message) => {
  expect(() => readClientOptions({ ...VALID, ...wrong })).toThrow(message);
});
