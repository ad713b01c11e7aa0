import { describe, expect, it } from '@jest/globals';
import { parseDocument } from '@quarry/html';
import { CONTENT_TEXT_CHARS, readContentShape } from './content-shape.js';

const read = (html: string) => readContentShape(parseDocument(html).root);

describe('the content of a page', () => {
  it('is what stands between menu, header and footer', () => {
    const html = `<header>a</header><nav>b</nav><div role=Banner>c</div><div class="x site-header">d</div><div id=footer>e</div>
      <aside>f</aside><p>one</p><div class="with-header">two</div><article><header>three</header></article><footer>g</footer>`;
    expect(read(html)).toEqual({ text: 'one two three', mediaCount: 0, hasEmptyMain: false });
  });

  it('counts pictures, tables and fields there, and no hidden ones', () => {
    const html = '<nav><img></nav><img><div hidden><img></div><table></table><input type=hidden><select></select>';
    expect(read(html).mediaCount).toBe(3);
  });

  it('tells of a main that holds nothing, or hardly more', () => {
    const isEmpty = (html: string): boolean => read(html).hasEmptyMain;
    expect(isEmpty('<p>x</p><main></main>')).toBe(true);
    expect(isEmpty('<div role=main><i>Loading…</i></div>')).toBe(true);
    expect(isEmpty(`<main>${'x'.repeat(39)}</main>`)).toBe(true);
    expect(isEmpty(`<main>${'x'.repeat(40)}</main>`)).toBe(false);
    expect(isEmpty('<main><img></main>')).toBe(false);
    expect(isEmpty('<img><main></main>')).toBe(true);
    expect(isEmpty(`<p>${'x'.repeat(99)}</p><main></main>`)).toBe(true);
    expect(isEmpty('<p>x</p>')).toBe(false);
  });

  it('is cut', () => {
    expect(read(`<p>${'word '.repeat(100_000)}`).text).toHaveLength(CONTENT_TEXT_CHARS);
    expect(read('<p>word</p>'.repeat(1_000)).text.length).toBeLessThanOrEqual(CONTENT_TEXT_CHARS);
  });
});
