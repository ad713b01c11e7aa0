import { describe, expect, it } from '@jest/globals';
import { toldMediaType } from './told-media-type.js';

describe('a media type in a message', () => {
  it.each([
    ['application/zip', 'application/zip'],
    ['application/vnd.oasis.opendocument.text', 'application/vnd.oasis.opendocument.text'],
    ['Image/PNG; x="the text of a page"', 'image/png'],
    ['image/x-the-text-of-a-page', 'image/...'],
    ['the/text-of-a-page', 'unknown'],
    ['constructor/x', 'unknown'],
    ['the text of a page', 'unknown'],
    ['', 'unknown'],
    [undefined, 'unknown'],
  ])('of %s is %s', (contentType, told) => {
    expect(toldMediaType(contentType)).toBe(told);
  });
});
