import { describe, expect, it } from '@jest/globals';
import { DEFAULT_PAGE_URL, readTarget } from './link-target.js';

describe('readTarget', () => {
  it.each([
    ['https://a.example/x?y=1#z', 'site', 'https://a.example/x?y=1#z'],
    ['https://a.example', 'site', 'https://a.example'],
    ['/url?q=https://a.example/p%2523&sa=U', 'site', 'https://a.example/p%23'],
    ['/url?esrc=s&q=&rct=j&url=https://a.example/p&usg=1', 'site', 'https://a.example/p'],
    ['/scholar_url?url=https://a.example/p%3Fx&hl=en&sa=X', 'site', 'https://a.example/p?x'],
    ['https://www.google.de/url?q=https://a.example/', 'site', 'https://a.example/'],
    ['/imgres?imgurl=https://a.example/i.png&imgrefurl=https://a.example/page', 'site', 'https://a.example/page'],
    ['https://www.google.com/maps', 'site', 'https://www.google.com/maps'],
    [
      'https://support.google.com/websearch/answer/9351707?hl=en',
      'site',
      'https://support.google.com/websearch/answer/9351707?hl=en',
    ],
    [
      'https://books.google.com/books?id=pGClDAAAQBAJ&pg=PA530&lpg=PA530&dq=%22some+words%22',
      'site',
      'https://books.google.com/books?id=pGClDAAAQBAJ&pg=PA530&lpg=PA530&dq=%22some+words%22',
    ],
    ['/search?q=more&start=10', 'engine', 'https://www.google.com/search?q=more&start=10'],
    ['https://www.google.com/search?q=more', 'engine', 'https://www.google.com/search?q=more'],
    [
      'https://webcache.googleusercontent.com/search?q=cache:x',
      'engine',
      'https://webcache.googleusercontent.com/search?q=cache:x',
    ],
    ['https://translate.google.com/translate?u=x', 'engine', 'https://translate.google.com/translate?u=x'],
    ['/aclk?sa=l&ai=x', 'ad', 'https://www.google.com/aclk?sa=l&ai=x'],
    ['https://www.google.com/aclk?sa=l', 'ad', 'https://www.google.com/aclk?sa=l'],
  ])('of %s is of kind %s', (href, kind, url) => {
    expect(readTarget(href, DEFAULT_PAGE_URL)).toEqual({ kind, url });
  });

  it.each([
    '',
    '#',
    '#fpstate=ive',
    'javascript:void(0)',
    'mailto:a@b.example',
    'data:text/html,x',
    undefined,
    'http://%zz',
  ])('is none of %s', (href) => {
    expect(readTarget(href, DEFAULT_PAGE_URL)).toBeUndefined();
  });

  it('of an engine elsewhere is read by its own address', () => {
    const page = 'http://127.0.0.1:8080/search?q=x';
    expect(readTarget('/search?q=y', page)).toEqual({ kind: 'engine', url: 'http://127.0.0.1:8080/search?q=y' });
    expect(readTarget('http://127.0.0.1:8080/url?q=https://a.example/', page)?.url).toBe('https://a.example/');
  });
});
