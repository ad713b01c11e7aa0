import { describe, expect, it } from '@jest/globals';
import { convertPage } from '../convert/convert-page.js';

const markdown = (html: string): string =>
  convertPage(
    { text: html, url: 'https://a.example/', mediaType: 'text/html' },
    { formats: ['markdown'], links: false, emails: false },
  ).markdown ?? '';

const lines = (...parts: string[]): string => parts.join('\n');

describe('lists', () => {
  it.each([
    ['bullets', '<p>x</p><ul><li>a</li><li>b</li></ul>y', lines('x', '', '- a', '- b', '', 'y')],
    ['numbers with a start', '<ol start=9><li>a<li>b</ol>', lines('9. a', '10. b')],
    ['a value and a reversed list', '<ol reversed start=3><li>a<li>b<li value=7>c</ol>', lines('3. a', '2. b', '7. c')],
    [
      'a reversed list that tells no start',
      '<ol reversed><li>a<li>b<ol><li>x</ol><li>c</ol>',
      lines('3. a', '2. b', '   1. x', '1. c'),
    ],
    [
      'a reversed list with a value and a hidden item',
      '<ol reversed><li>a<li hidden>b<li value=8>c<li>d</ol>',
      lines('3. a', '8. c', '7. d'),
    ],
    ['nesting', '<ul><li>a<ol><li>b<ul><li>c</ul></ol><li>d</ul>', lines('- a', '  1. b', '     - c', '- d')],
    [
      'lists that stand in lists directly',
      '<ul><li>a</li><ul><li>b</li></ul><li>c</li></ul>',
      lines('- a', '  - b', '- c'),
    ],
    [
      'an inner list that starts at another number',
      '<ul><li>a<ol start=3><li>b</ol><li>c<ol><li value=5>d</ol></ul>',
      lines('- a', '', '  3. b', '- c', '', '  5. d'),
    ],
    [
      'a list right in a list',
      '<ol><li>a<ul><li>b</ul></li><ul><li>c</ul><li>d</ol>',
      lines('1. a', '   - b', '   * c', '2. d'),
    ],
    ['an item after text in the list', '<ol><li>a</li><div>b</div><li>c</ol>', lines('1. a', '', 'b', '', '2. c')],
    [
      'boxes to tick',
      '<ul><li><input type=checkbox checked> a</li><li><label><input type="checkbox">b</label></li><li>c <input type=checkbox></ul>',
      lines('- [x] a', '- [ ] b', '- c'),
    ],
    ['paragraphs in items', '<ul><li><p>a</p><p>b</p></li><li>c</li></ul>', lines('- a', '', '  b', '- c')],
    ['code in an item', '<ol><li>a<pre>x\ny</pre></ol>', lines('1. a', '', '   ```', '   x', '   y', '   ```')],
    ['a quote in an item', '<ul><li><blockquote>a</blockquote></ul>', '- > a'],
    [
      'lists in a row',
      '<ul><li>a</ul><ul><li>b</ul><ol><li>c</ol><ol><li>d</ol>',
      lines('- a', '', '* b', '', '1. c', '', '1) d'),
    ],
  ])('%s', (_name, html, expected) => {
    expect(markdown(html)).toBe(expected);
  });
});
