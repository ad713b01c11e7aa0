import { describe, expect, it } from '@jest/globals';
import { filesMountPath } from './files-mount-path.js';

describe('filesMountPath', () => {
  it.each([
    ['http://a.example', 'http://a.example/files', '/files'],
    ['https://a.example/api', 'https://a.example/api/files', '/files'],
    ['https://a.example/api', 'https://files.example/stored', '/stored'],
    ['https://a.example', 'https://files.example', '/'],
  ])('of %s with %s is %s', (baseUrl, filesUrl, expected) => {
    expect(filesMountPath(baseUrl, filesUrl)).toBe(expected);
  });
});
