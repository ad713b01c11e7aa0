import { describe, expect, it } from '@jest/globals';
import { convertPage } from './convert-page.js';
import type { PageFormat } from '../source/page-content.js';

const ALL: readonly PageFormat[] = ['html', 'text', 'markdown', 'json'];
const REQUEST = { links: false, emails: false };

describe('the main content of a page that has none', () => {
  const nothing = '<nav>Menu</nav><p>Only this.</p><p>And this.</p>';
  const story = `<nav>Menu</nav><article>${'<p>Carts carry stone to the river, and back again.</p>'.repeat(9)}</article>`;
  const warningsOf = (html: string, formats: readonly PageFormat[], onlyMainContent = true) =>
    convertPage(
      { text: html, url: 'https://a.example/', mediaType: 'text/html' },
      { ...REQUEST, formats, onlyMainContent },
    ).warnings;

  it.each<[readonly PageFormat[]]>([[['text']], [['markdown']], [['html']], [['json']], [ALL]])(
    'is the whole page, with a warning: %j',
    (formats) => {
      expect(warningsOf(nothing, formats)).toEqual(['main_content_not_found']);
      expect(warningsOf(story, formats)).toBeUndefined();
    },
  );

  it('is told where it was asked for, and not otherwise', () => {
    expect(warningsOf(nothing, ALL, false)).toBeUndefined();
  });
});
