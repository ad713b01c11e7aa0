import { describe, expect, it } from '@jest/globals';
import { MAX_SESSION_BYTES, MAX_SESSION_COOKIES, REQUEST_DEADLINE_MS } from '@quarry/contracts';
import type { CookieChange } from '@quarry/contracts/kept-cookie';
import fc from 'fast-check';
import { EMPTY_JAR, liveCookies, MAX_DELETION_BYTES, MAX_DELETIONS, mergeJar, type Jar } from './jar.js';

const NOW_MS = 1_000_000;
const AT_SHOP = { host: 'www.shop.example', nowMs: NOW_MS };

const cookie = (name: string, given: Partial<CookieChange> = {}): CookieChange => ({
  ...{ name, value: `of-${name}`, domain: 'shop.example', path: '/', isHostOnly: false, isSecure: true },
  ...{ isHttpOnly: true, setAtMs: NOW_MS, ...given },
});
const merged = (jar: Jar, changes: readonly CookieChange[], at = AT_SHOP): Jar => mergeJar(jar, changes, at).jar;
const shown = ({ cookies }: Jar): string[] => cookies.map(({ name, value }) => `${name}=${value}`).toSorted();
const valuesAfter = (...states: (readonly CookieChange[])[]): string[] =>
  shown(states.reduce((jar, changes) => merged(jar, changes), EMPTY_JAR));

describe('the cookies of a session after a call', () => {
  it('are those of all calls, by name, domain and path', () => {
    expect(valuesAfter([cookie('a'), cookie('b')], [cookie('a', { value: '2' }), cookie('c')])).toEqual([
      ...['a=2', 'b=of-b', 'c=of-c'],
    ]);
    expect(valuesAfter([cookie('a'), cookie('a', { path: '/p' }), cookie('a', { domain: 'x.example' })])).toHaveLength(
      3,
    );
  });

  it('are the newest, in whatever order calls end', () => {
    const [older, newer] = [cookie('a', { value: 'old', setAtMs: 1 }), cookie('a', { value: 'new', setAtMs: 2 })];
    expect(valuesAfter([older], [newer])).toEqual(['a=new']);
    expect(valuesAfter([newer], [older])).toEqual(['a=new']);
  });

  it('do not come back once they are deleted, by a call that had set them before', () => {
    const gone = cookie('a', { isDeleted: true, setAtMs: NOW_MS - 1 });
    const older = cookie('a', { setAtMs: NOW_MS - 2 });
    expect(valuesAfter([older], [gone])).toEqual([]);
    expect(valuesAfter([gone], [older])).toEqual([]);
    expect(valuesAfter([gone], [cookie('a')])).toEqual(['a=of-a']);
  });

  it('forget a deletion when no call can be that old', () => {
    const jar = merged(EMPTY_JAR, [cookie('a', { isDeleted: true })]);
    expect(jar.deletions).toHaveLength(1);
    const later = merged(jar, [], { ...AT_SHOP, nowMs: NOW_MS + REQUEST_DEADLINE_MS });
    expect(later.deletions).toEqual([]);
  });

  it('are without those that have expired', () => {
    const jar = merged(EMPTY_JAR, [cookie('a', { expiresAtMs: NOW_MS + 1 }), cookie('b')]);
    expect(liveCookies(jar, NOW_MS)).toHaveLength(2);
    expect(liveCookies(jar, NOW_MS + 1).map(({ name }) => name)).toEqual(['b']);
    expect(shown(merged(jar, [], { ...AT_SHOP, nowMs: NOW_MS + 1 }))).toEqual(['b=of-b']);
  });

  it('end the same whichever of two calls ends first', () => {
    const names = fc.constantFrom('a', 'b', 'c');
    const change = fc
      .record({ name: names, setAtMs: fc.integer({ min: 1, max: 4 }), isDeleted: fc.boolean() })
      .map(({ name, setAtMs, isDeleted }) =>
        cookie(name, { setAtMs, value: `${setAtMs}`, ...(isDeleted ? { isDeleted: true } : {}) }),
      );
    // Of two changes of one cookie in the same millisecond neither is newer.
    const calls = fc.uniqueArray(change, { selector: ({ name, setAtMs }) => `${name}${setAtMs}` });
    fc.assert(
      fc.property(calls, fc.integer({ min: 0, max: 12 }), (changes, at) => {
        const at1 = { host: 'shop.example', nowMs: 5 };
        const [one, two] = [changes.slice(0, at), changes.slice(at)];
        const first = merged(merged(EMPTY_JAR, one, at1), two, at1);
        const second = merged(merged(EMPTY_JAR, two, at1), one, at1);
        expect(shown(first)).toEqual(shown(second));
      }),
    );
  });
});

describe('a session with too many cookies', () => {
  const foreign = (at: number): CookieChange => cookie(`t${at}`, { domain: 'ads.example', value: '', setAtMs: at + 2 });

  it(`keeps ${MAX_SESSION_COOKIES}: those of the site of the call, and then the newest`, () => {
    const own = [cookie('sid', { setAtMs: 1 }), cookie('host', { domain: 'www.shop.example', setAtMs: 1 })];
    const others = Array.from({ length: MAX_SESSION_COOKIES }, (_, at) => foreign(at));
    const { jar, droppedCount } = mergeJar(EMPTY_JAR, [...own, ...others], AT_SHOP);
    expect([jar.cookies.length, droppedCount]).toEqual([MAX_SESSION_COOKIES, 2]);
    const names = jar.cookies.map(({ name }) => name);
    expect(names).toEqual(expect.arrayContaining(['sid', 'host', `t${MAX_SESSION_COOKIES - 1}`]));
    expect(names).not.toContain('t0');
  });

  it(`keeps ${MAX_SESSION_BYTES} bytes of them`, () => {
    const large = Array.from({ length: 20 }, (_, at) => cookie(`k${at}`, { value: 'é'.repeat(2_000), setAtMs: at }));
    const { jar, droppedCount } = mergeJar(EMPTY_JAR, large, AT_SHOP);
    expect(Buffer.byteLength(JSON.stringify(jar.cookies))).toBeLessThanOrEqual(MAX_SESSION_BYTES);
    expect(jar.cookies.length + droppedCount).toBe(20);
    expect(jar.cookies[0]?.name).toBe('k19');
  });

  it(`remembers ${MAX_DELETIONS} deletions, and ${MAX_DELETION_BYTES} bytes of them`, () => {
    const gone = (name: string) => cookie(name, { isDeleted: true });
    const many = Array.from({ length: MAX_DELETIONS + 5 }, (_, at) => gone(`k${at}`));
    expect(merged(EMPTY_JAR, many).deletions.length).toBeLessThanOrEqual(MAX_DELETIONS);
    const long = Array.from({ length: 10 }, (_, at) => gone(`${at}`.repeat(1_000)));
    const { deletions } = merged(EMPTY_JAR, long);
    expect(Buffer.byteLength(JSON.stringify(deletions))).toBeLessThanOrEqual(MAX_DELETION_BYTES + 2);
  });
});
