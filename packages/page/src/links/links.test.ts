import { describe, expect, it } from '@jest/globals';
import { convertPage } from '../convert/convert-page.js';

const linksOf = (text: string, url: string): string[] | undefined =>
  convertPage({ text, url, mediaType: 'text/html' }, { formats: [], links: true, emails: false }).links;

describe('links of a page without an address', () => {
  const anchors = '<a href="x">1</a><a href="/y">2</a><a href="#z">3</a><a href="https://b.example/z">4</a>';

  it.each(['', 'about:blank', 'no address'])('are the absolute ones alone: %j', (url) => {
    expect(linksOf(anchors, url)).toEqual(['https://b.example/z']);
  });

  it('refer to the base that the page names', () => {
    expect(linksOf(`<base href="https://c.example/d/">${anchors}`, '')).toEqual([
      'https://c.example/d/x',
      'https://c.example/y',
      'https://c.example/d/#z',
      'https://b.example/z',
    ]);
    expect(linksOf(`<base href="/d/">${anchors}`, '')).toEqual(['https://b.example/z']);
  });
});

describe('links in templates', () => {
  it('count where the browser shows them', () => {
    const links =
      '<template><a href="/kept">1</a></template><template shadowrootmode="open"><a href="/shown">2</a></template>';
    expect(linksOf(`<div>${links}</div>`, 'https://a.example/')).toEqual(['https://a.example/shown']);
  });
});
