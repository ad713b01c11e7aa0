import { describe, expect, it } from '@jest/globals';
import { convertPage } from '../convert/convert-page.js';
import type { PageFormat } from '../source/page-content.js';
import { TITLE_MAX_CHARS } from './document-title.js';

const titleOf = (text: string, formats: readonly PageFormat[] = ['html']): unknown =>
  convertPage(
    { text, url: 'https://a.example/', mediaType: 'text/html' },
    { formats, links: false, emails: false, title: true, excludeTags: formats.length > 1 ? ['title'] : [] },
  ).title;

describe('the title of a document', () => {
  it.each<readonly [string, string, string | undefined]>([
    ['is its text on one line', '<title>\n Slate &amp;\t lamps </title>', 'Slate & lamps'],
    ['is the first of several', '<title>One</title><title>Two</title>', 'One'],
    ['is not that of a drawing', '<svg><title>Icon</title></svg><p>text', undefined],
    ['is absent if empty', '<title> </title>', undefined],
    ['is absent without one', '<h1>Heading</h1>', undefined],
    ['is cut at its longest', `<title>${'x'.repeat(TITLE_MAX_CHARS + 1)}</title>`, 'x'.repeat(TITLE_MAX_CHARS)],
    [
      'is never cut within a character',
      `<title>${'x'.repeat(TITLE_MAX_CHARS - 1)}\u{1f4a1}</title>`,
      'x'.repeat(TITLE_MAX_CHARS - 1),
    ],
  ])('%s', (_what, page, title) => {
    expect(titleOf(page)).toBe(title);
    // Read of the whole page: filters leave it out of the formats alone.
    expect(titleOf(page, ['html', 'text', 'json'])).toBe(title);
  });

  it('is read only if asked for', () => {
    const page = { text: '<title>T</title>', url: 'https://a.example/', mediaType: 'text/html' };
    expect(convertPage(page, { formats: ['html'], links: false, emails: false })).toEqual({ content: page.text });
  });

  it('of a long page is found at its start, without reading the rest', () => {
    expect(titleOf(`<title>Long</title>${'<p>word</p>'.repeat(200_000)}`)).toBe('Long');
  });
});
