import { describe, expect, it } from '@jest/globals';
import { DEFAULT_PAGE_URL, readTarget } from './link-target.js';

const counted = (target: string): string =>
  `https://www.bing.com/ck/a?!&&p=0f1e2d&ptn=3&ver=2&hsh=4&u=a1${Buffer.from(target).toString('base64url')}&ntb=1`;

describe('readTarget', () => {
  it.each([
    ['https://a.example/x?y=1#z', 'site', 'https://a.example/x?y=1#z'],
    ['https://a.example', 'site', 'https://a.example'],
    ['//a.example/x', 'site', 'https://a.example/x'],
    [counted('https://a.example/wiki/Köln?q=a&b=%2523'), 'site', 'https://a.example/wiki/Köln?q=a&b=%2523'],
    [counted(counted('https://a.example/')), 'site', 'https://a.example/'],
    [counted('/images/search?q=x'), 'engine', 'https://www.bing.com/images/search?q=x'],
    ['/alink/link?url=http%3a%2f%2fa.example%2f&source=serp', 'site', 'http://a.example/'],
    ['/search?q=more&first=11', 'engine', 'https://www.bing.com/search?q=more&first=11'],
    ['https://cn.bing.com/videos/search?q=x', 'engine', 'https://cn.bing.com/videos/search?q=x'],
    ['https://www.microsofttranslator.com/bv.aspx?a=x', 'engine', 'https://www.microsofttranslator.com/bv.aspx?a=x'],
    ['https://www.bing.com/aclick?ld=e3&u=aHR0', 'ad', 'https://www.bing.com/aclick?ld=e3&u=aHR0'],
    ['/aclk?ld=e8', 'ad', 'https://www.bing.com/aclk?ld=e8'],
    ['https://notbing.com/aclick?x=1', 'site', 'https://notbing.com/aclick?x=1'],
  ])('of %s is of kind %s', (href, kind, url) => {
    expect(readTarget(href, DEFAULT_PAGE_URL)).toEqual({ kind, url });
  });

  it.each(['a1!!!', 'a1', 'a1_____', `a1${Buffer.from('javascript:x').toString('base64url')}`])(
    'keeps a counted link whose target %s cannot be read',
    (packed) => {
      const href = `https://www.bing.com/ck/a?u=${packed}`;
      expect(readTarget(href, DEFAULT_PAGE_URL)).toEqual({ kind: 'engine', url: href });
    },
  );

  it('follows no endless chain of redirects', () => {
    let href = 'https://a.example/';
    for (let depth = 0; depth < 10; depth += 1) href = counted(href);
    expect(readTarget(href, DEFAULT_PAGE_URL)?.kind).toBe('engine');
  });

  it.each(['', '#', 'javascript:void(0)', 'mailto:a@b.example', undefined, 'http://%zz'])('is none of %s', (href) => {
    expect(readTarget(href, DEFAULT_PAGE_URL)).toBeUndefined();
  });
});
