import { describe, expect, it } from '@jest/globals';
import { withTargetStatus } from './target-status.js';

const format = (mediaType: string) => ({ mediaType, outputFormat: '', field: '' });

describe('withTargetStatus', () => {
  it.each([
    ['text/markdown', 404, '> The target responded with status 404 Not Found.\n\n# Gone'],
    ['text/plain', 410, 'The target responded with status 410 Gone.\n\n# Gone'],
    ['text/markdown', 499, '> The target responded with status 499.\n\n# Gone'],
  ])('says in the first line of %s that the page is an error of the target: %i', (mediaType, statusCode, expected) => {
    expect(withTargetStatus('# Gone', format(mediaType), statusCode)).toBe(expected);
  });

  it.each([
    ['text/html', 404],
    ['text/markdown', 200],
    ['text/markdown', 399],
    ['text/plain', undefined],
    ['text/plain', '404'],
  ])('leaves %s of status %s as it is', (mediaType, statusCode) => {
    expect(withTargetStatus('# Gone', format(mediaType), statusCode)).toBe('# Gone');
  });
});
