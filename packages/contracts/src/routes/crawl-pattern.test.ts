import { describe, expect, it } from '@jest/globals';
import { compileCrawlPattern, judgeCrawlPatterns } from './crawl-pattern.js';

const SITE = 'https://site.example';
const matches = (path: string, pattern: string): boolean => compileCrawlPattern(pattern)(new URL(SITE + path));
const messagesOf = (...include: readonly string[]): readonly string[] =>
  judgeCrawlPatterns({ include, exclude: [] }).map(({ message }) => message);

describe('a pattern of a crawl', () => {
  it.each([
    ['/', '', false],
    ['/a', '**', true],
    ['/a/b', '/a/*', true],
    ['/a/b', '/a', false],
    ['/a/b/c/b', '*b', true],
    ['/a.b', '/a?b', false],
    ['/a?b=1', '/a*=1', true],
    [`/${'a'.repeat(2_000)}`, `/${'a*'.repeat(100)}b`, false],
  ])('%s matches %s: %s', (path, pattern, isMatch) => expect(matches(path, pattern)).toBe(isMatch));

  it.each([
    ['/blog/a?x=/docs/', 'regex:blog/.*', true],
    ['/blog/a?x=/docs/', 'regex:/docs/', false],
    ['/blog/a?x=/docs/', 'url-regex:/docs/', true],
    ['/blog/17', 'regex:^\\/blog\\/\\d+$', true],
    ['/blog/17/x', 'regex:^/blog/\\d+$', false],
    ['/en/faq', 'regex:^/(en|de)/', true],
    ['/a', 'url-regex:^https://site\\.example/a$', true],
  ])('%s matches %s, a regular expression: %s', (path, pattern, isMatch) =>
    expect(matches(path, pattern)).toBe(isMatch),
  );

  it('may stand for what does not match', () => {
    expect(['/docs', '/docs/a', '/other'].map((path) => matches(path, '!/docs*'))).toEqual([false, false, true]);
    expect(matches('/a', '!regex:^/b')).toBe(true);
  });

  it.each(['(a+)+$', '(a|aa)+b', '(.*a){20}b', '([a-z]+)*1'])('%s takes no longer for what it is made for', (evil) => {
    const begunAt = performance.now();
    matches(`/${'a'.repeat(2_000)}!`, `regex:${evil}`);
    // Backtracking takes longer than the universe is old.
    expect(performance.now() - begunAt).toBeLessThan(5_000);
  });
});

describe('patterns of a crawl', () => {
  it('are valid unless they are regular expressions that are none', () => {
    expect(messagesOf('/docs/*', '(', '', 'regex:blog/.*', '!url-regex:[?&]print=')).toEqual([]);
    expect(messagesOf('regex:(', '/a', '!url-regex:(?=a)', 'regex:\\1')).toEqual([
      expect.stringMatching(/^include\.0 is not a regular expression of RE2: missing closing \)/),
      expect.stringMatching(/^include\.2 is not .*unsupported/),
      expect.stringMatching(/^include\.3 is not .*escape/),
    ]);
  });

  it('are bounded, one by one and together', () => {
    expect(messagesOf('regex:(a{51}){50}')).toEqual([expect.stringMatching(/repeats more than 100 times/)]);
    expect(messagesOf('regex:((a{9}){9}){9}')).toEqual([expect.stringMatching(/too large a regular expression/)]);
    expect(messagesOf('regex:\\pL')).toEqual([expect.stringMatching(/classes of Unicode/)]);
    const some = `regex:${'a.'.repeat(120)}`;
    expect(messagesOf(...Array.from({ length: 4 }, () => some))).toEqual([]);
    const many = { include: [], exclude: Array.from({ length: 100 }, () => some) };
    expect(judgeCrawlPatterns(many)).toEqual([
      { field: 'exclude.4', rule: 'maxLength', message: expect.stringMatching(/too large together/) },
    ]);
  });
});
