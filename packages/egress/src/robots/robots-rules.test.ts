import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import robotsParser from 'robots-parser';
import { MAX_ROBOTS_BYTES, MAX_WILDCARD_PATTERNS } from './robots-limits.js';
import { isPathAllowed, parseRobots } from './robots-rules.js';
import { watchProcessor } from '@quarry/testkit/processor-time';

// safe because this is what the package exports; its types speak of another form of module
const parseByOther = robotsParser as unknown as (
  url: string,
  robots: string,
) => { isAllowed(url: string, robot: string): boolean | undefined };

const ORIGIN = 'https://example.com';
const isAllowed = (robots: string, path: string): boolean =>
  isPathAllowed(parseRobots(robots, 'Quarry'), new URL(`${ORIGIN}${path}`));
const rules = (...lines: string[]): string => ['User-agent: *', ...lines].join('\n');

describe('matching', () => {
  it.each([
    [['Disallow: /'], '/', false],
    [['Disallow:'], '/a', true],
    [['Disallow: /a'], '/abc', false],
    [['Disallow: /a'], '/b/a', true],
    [['Disallow: /a/'], '/a', true],
    [['Disallow: /a$'], '/a', false],
    [['Disallow: /a$'], '/ab', true],
    [['Disallow: /*.pdf$'], '/x/y.pdf', false],
    [['Disallow: /*.pdf$'], '/x/y.pdf?z', true],
    [['Disallow: /*/b*c'], '/a/bxxc/d', false],
    [['Disallow: *'], '/', false],
    [['Disallow: /a*$'], '/abc', false],
    [['Disallow: /a**b'], '/a-b', false],
    [['Disallow: /x*yx$'], '/xyx', false],
    [['Disallow: /xy*yx$'], '/xyx', true],
    [['Disallow: /?id='], '/?id=1', false],
    [['Disallow: /a', 'Allow: /a/b'], '/a/b', true],
    [['Allow: /a', 'Disallow: /a/b'], '/a/b', false],
    [['Disallow: /a', 'Allow: /a'], '/a', true],
    [['Disallow: /%7Eme'], '/~me', false],
    [['Disallow: /a%2fb'], '/a%2Fb', false],
    [['Disallow: /a%2fb'], '/a/b', true],
    [['Disallow: /münchen'], '/m%C3%BCnchen/x', false],
    [['Disallow: /m%c3%bcnchen'], '/münchen', false],
    [['disallow : /a # why'], '/a', false],
    [['Disallow: /'], '/robots.txt', true],
    [['Noindex: /a', 'Dissalow: /a'], '/a', true],
    [['Disallow /a'], '/a', true],
    [['Disallow: /a', 'User-agentx', 'Disallow: /b'], '/b', false],
  ])('%j on %s: %s', (lines, path, expected) => {
    expect(isAllowed(rules(...lines), path)).toBe(expected);
  });

  it('agrees with another implementation', () => {
    const text = fc.string({ unit: fc.constantFrom('a', 'b', '/', '*', '$', '.'), maxLength: 8 });
    const line = fc.tuple(fc.constantFrom('Allow', 'Disallow'), text).map(([name, rest]) => `${name}: /${rest}`);
    const path = fc.string({ unit: fc.constantFrom('a', 'b', '/', '.'), maxLength: 10 });
    fc.assert(
      fc.property(fc.array(line, { maxLength: 6 }), path, (lines, rest) => {
        const robots = rules(...lines);
        const url = new URL(`${ORIGIN}/x/../${rest.replace(/^\/+/, '')}`);
        const other = parseByOther(`${ORIGIN}/robots.txt`, robots).isAllowed(url.href, 'Quarry');
        expect(isPathAllowed(parseRobots(robots, 'Quarry'), url)).toBe(other);
      }),
      { numRuns: 500 },
    );
  });
});

describe('groups', () => {
  it('of its own name come before those for everyone, all of them, in any case of letters', () => {
    const robots =
      'User-agent: *\nDisallow: /\n\nUser-agent: other\nUSER-AGENT: qUARRY/2.0 (x)\nDisallow: /a\nUser-agent: quarry\nDisallow: /b';
    expect(['/', '/a', '/b', '/c'].map((path) => isAllowed(robots, path))).toEqual([true, false, false, true]);
  });

  it.each([
    ['User-agent: quarrybot\nDisallow: /', true],
    ['User-agent: quarry2\nDisallow: /', true],
    ['User-agent: Quarry\n\nUser-agent: *\nDisallow: /', false],
    ['User-agent: Quarry\nDisallow:\n\nUser-agent: *\nDisallow: /', true],
    ['Disallow: /', true],
    ['\uFEFFUser-agent: *\rDisallow: /', false],
    ['User-agent: *\r\nSitemap: /x\r\nDisallow: /', false],
    ['User-agent: a\nSitemap: /x\nUser-agent: *\nDisallow: /', false],
    ['<!doctype html><p>Not found: sorry</p>', true],
    ['', true],
  ])('%j', (robots, expected) => expect(isAllowed(robots, '/a')).toBe(expected));

  it.each([
    ['Crawl-delay: 2', 2_000],
    ['Crawl-delay: 0.5', 500],
    ['Crawl-delay: -1', undefined],
    ['Crawl-delay: soon', undefined],
    ['Crawl-delay:', undefined],
    ['Crawl-delay: 1\nCrawl-delay: 9', 1_000],
  ])('%s', (line, expected) => expect(parseRobots(rules(line), 'Quarry').crawlDelayMs).toBe(expected));
});

describe('bounds', () => {
  it('cuts at the end of a line what lies beyond them', () => {
    const filler = `# ${'x'.repeat(97)}\n`.repeat(MAX_ROBOTS_BYTES / 100);
    expect(isAllowed(`${rules('Disallow: /a')}\n${filler}Disallow: /b`, '/a')).toBe(false);
    expect(isAllowed(`${rules('Disallow: /a')}\n${filler}Disallow: /b`, '/b')).toBe(true);
    expect(parseRobots('x'.repeat(MAX_ROBOTS_BYTES * 2), 'Quarry').rules).toEqual([]);
  });

  it('keeps so many patterns with a star, and every plain one', () => {
    const stars = Array.from({ length: MAX_WILDCARD_PATTERNS }, (_, at) => `Disallow: /${at}*x`);
    const robots = rules(...stars, 'Disallow: /a*', 'Disallow: /b');
    expect(['/1-x', '/a', '/b'].map((path) => isAllowed(robots, path))).toEqual([false, true, false]);
  });

  it.each([
    ['many robots before many rules', `${'User-agent: Quarry\n'.repeat(12_000)}${'Disallow: /*x\n'.repeat(20_000)}`],
    ['many short patterns', rules(...Array.from({ length: 45_000 }, () => 'Allow:*ab'))],
    ['one long pattern of stars', rules(`Disallow: /${'*a'.repeat(250_000)}`)],
    ['stars alone', rules(`Disallow: /${'*'.repeat(500_000)}$`)],
  ])('reads %s in time', (_name, robots) => {
    const usedMs = watchProcessor();
    isAllowed(robots, `/${'a'.repeat(100_000)}`);
    expect(usedMs()).toBeLessThan(2_000);
  });

  it('takes any text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.webPath(), (text, path) => {
        isAllowed(`User-agent: *\nDisallow: ${text}\n${text}`, path || '/');
      }),
    );
  });
});
