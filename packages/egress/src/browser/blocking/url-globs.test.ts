import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { compileUrlGlobs, MAX_GLOB_ALTERNATIVES, MAX_GLOB_STEPS } from './url-globs.js';
import { watchProcessor } from '@quarry/testkit/processor-time';

const isBlocked = (patterns: string | readonly string[], url: string): boolean =>
  compileUrlGlobs([patterns].flat())(new URL(url));

describe('patterns of addresses', () => {
  it.each([
    ['**.ads.example/**', 'https://cdn.ads.example/a/b.js?x=1'],
    ['**.ads.example/**', 'https://a.b.ads.example/'],
    ['**.ads.example/**', 'http://ads.example/'],
    ['**.ADS.example/**', 'https://x.ads.example/A'],
    ['**/banners/**', 'https://x.example/img/banners/1.png'],
    ['**/Banners/**', 'https://x.example/img/banners/1.png'],
    ['https://x.example/*/b.js', 'https://x.example/a/b.js'],
    ['*://x.example/a/*', 'http://x.example/a/b'],
    ['x.example/a/*', 'http://x.example/a/b.js'],
    ['*.x.example/**', 'https://cdn.x.example/a/b'],
    ['x.example:8080/**', 'http://x.example:8080/a'],
    ['/collect?id=*', 'https://x.example/collect?id=7'],
    ['/api/**/pixel', 'https://x.example/api/v1/a/pixel'],
    ['*.png', 'https://x.example/a/b/c.png'],
    ['*tracker*', 'https://x.example/a/tracker.js?b/c'],
    ['ads.example', 'https://x.ads.example/a/b'],
    ['ads.example', 'https://ads.example/'],
    ['**/*.{png,jpg}', 'https://x.example/a.jpg'],
    ['**/{a,b}/{c,d}', 'https://x.example/b/d'],
    ['**/{a,{b,c}}', 'https://x.example/c'],
    ['**', 'https://x.example/'],
    ['**/a*b*c', 'https://x.example/abxbc'],
  ])('%s covers %s', (pattern, url) => {
    expect(isBlocked(pattern, url)).toBe(true);
  });

  it.each([
    ['**.ads.example/**', 'https://badads.example/'],
    ['**.ads.example/**', 'https://ads.example.org/'],
    ['https://x.example/*/b.js', 'https://x.example/a/c/b.js'],
    ['https://x.example/*', 'http://x.example/a'],
    ['x.example/a/*', 'http://y.x.example/a/b.js'],
    ['x.example/**', 'http://x.example:8080/a'],
    ['/collect?id=*', 'https://x.example/collectXid=7'],
    ['/a', 'https://x.example/b/a'],
    ['*.png', 'https://x.example/a.png?v=1'],
    ['**/*.{png,jpg}', 'https://x.example/a.gif'],
    ['', 'https://x.example/'],
    ['  ', 'https://x.example/'],
    ['**/a*b', 'https://x.example/a/b'],
  ])('%s does not cover %s', (pattern, url) => {
    expect(isBlocked(pattern, url)).toBe(false);
  });

  it('needs one of several', () => {
    expect(isBlocked(['/a', '/b'], 'https://x.example/b')).toBe(true);
    expect(isBlocked(['/a', '/b'], 'https://x.example/c')).toBe(false);
    expect(isBlocked([], 'https://x.example/c')).toBe(false);
  });

  it('spells out so many alternatives, and takes the braces of more for what they are', () => {
    const pairs = '{a,b}'.repeat(Math.log2(MAX_GLOB_ALTERNATIVES));
    const word = 'a'.repeat(Math.log2(MAX_GLOB_ALTERNATIVES));
    expect(isBlocked(`**/x${pairs}`, `https://x.example/x${word}`)).toBe(true);
    expect(isBlocked(`**/x${pairs}{a,b}`, `https://x.example/x${word}a`)).toBe(false);
    expect(isBlocked(`**{a,b}{c${',c'.repeat(2_000)}}`, 'https://x.example/ac')).toBe(false);
  });

  it('agrees with a slow and simple matcher', () => {
    const naive = (pattern: string, text: string): boolean => {
      if (pattern === '') return text === '';
      if (pattern.startsWith('**')) {
        const rest = pattern.replace(/^\*+/, '');
        return Array.from({ length: text.length + 1 }, (_, at) => at).some((at) => naive(rest, text.slice(at)));
      }
      if (pattern.startsWith('*')) {
        const room = /^[^/]*/.exec(text)?.[0].length ?? 0;
        return Array.from({ length: room + 1 }, (_, at) => at).some((at) => naive(pattern.slice(1), text.slice(at)));
      }
      return text[0] === pattern[0] && naive(pattern.slice(1), text.slice(1));
    };
    const pieces = (choices: readonly string[], maxLength: number) =>
      fc.array(fc.constantFrom(...choices), { maxLength }).map((parts) => parts.join(''));
    fc.assert(
      fc.property(pieces(['a', 'b', '/', '*', '**'], 8), pieces(['a', 'b', '/'], 9), (pattern, path) => {
        // The leading slash makes it a pattern of the path.
        expect(isBlocked(`/${pattern}`, `https://x.example/${path}`)).toBe(naive(`/${pattern}`, `/${path}`));
      }),
      { numRuns: 2_000 },
    );
  });

  it.each([
    ['*a*a*a*a*b'.repeat(200), 'a'.repeat(8_000)],
    ['/**a'.repeat(500), 'a/'.repeat(4_000)],
    [`**/${'*/'.repeat(1_000)}b`, 'a/'.repeat(4_000)],
    [`**${'a*'.repeat(1_000)}b`, 'a'.repeat(8_000)],
    ['{'.repeat(2_000), '{'.repeat(2_000)],
    [`${'{a,'.repeat(600)}b`, 'a'],
  ])('ends soon on hostile patterns', (pattern, path) => {
    const usedMs = watchProcessor();
    const matcher = compileUrlGlobs(Array.from({ length: 100 }, () => pattern.slice(0, 2_048)));
    expect(matcher(new URL(`https://x.example/${path}`))).toBe(false);
    // One hundred times the bound of steps takes milliseconds; what backtracks without one takes hours.
    expect(usedMs()).toBeLessThan(5_000);
  });

  it('gives up at its bound of steps', () => {
    const url = (chars: number): string => `https://x.example/${'a'.repeat(chars)}b`;
    expect(isBlocked('/*b', url(MAX_GLOB_STEPS / 3 - 10))).toBe(true);
    expect(isBlocked('/*b', url(MAX_GLOB_STEPS))).toBe(false);
    expect(isBlocked('/**', url(MAX_GLOB_STEPS))).toBe(true);
  });

  it('reads and lays side by side what callers make as costly as they may', () => {
    const usedMs = watchProcessor();
    const open = `{${','.repeat(2012)}${'{a,b}'.repeat(6)}`;
    const long = `**${'{a,b,c,d,e,f,g,h}'.repeat(2)}*a*a*a*a*b`;
    const matches = compileUrlGlobs(Array.from({ length: 100 }, (_, at) => (at % 2 === 0 ? open : long)));
    for (let at = 0; at < 5; at += 1) matches(new URL(`https://a.example/${'a'.repeat(1_900)}${at}`));
    expect(usedMs()).toBeLessThan(4_000);
  });
});
