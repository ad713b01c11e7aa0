import { describe, expect, it } from '@jest/globals';
import { jobboardListingOperation } from './operation.js';
import { ownParameters } from '../../../../test/own-parameters.js';
import { checkedParams } from '../../../../test/checked-params.js';

const asked = (params: Record<string, unknown>, origin?: string): string => {
  return jobboardListingOperation.begin(checkedParams('jobboard/listing', { keyword: 'k', location: 'l', ...params }), {
    origin,
  }).url;
};

const NEXT = 'https://de.indeed.com/jobs?q=a&l=b&start=10&pp=gQ%2B';

/** Each parameter as a caller writes it, and the address it leads to. */
const CASES: readonly (readonly [string, Record<string, unknown>, string])[] = [
  ['keyword', { keyword: 'C++ & "Go"' }, 'https://www.indeed.com/jobs?q=C%2B%2B+%26+%22Go%22&l=l'],
  ['location', { location: 'Zürich, ZH' }, 'https://www.indeed.com/jobs?q=k&l=Z%C3%BCrich%2C+ZH'],
  ['sort', { sort: 'date' }, 'https://www.indeed.com/jobs?q=k&l=l&sort=date'],
  ['sort', { sort: 'relevance' }, 'https://www.indeed.com/jobs?q=k&l=l'],
  ['domain', { domain: 'malaysia.indeed.com' }, 'https://malaysia.indeed.com/jobs?q=k&l=l'],
  // The site has no filter of its own for it, but places fewer of them in a list by date.
  ['sponsoredOnly', { sponsoredOnly: true }, 'https://www.indeed.com/jobs?q=k&l=l'],
  ['sponsoredOnly', { sponsoredOnly: true, sort: 'date' }, 'https://www.indeed.com/jobs?q=k&l=l'],
  ['sponsoredOnly', { sponsoredOnly: false, sort: 'date' }, 'https://www.indeed.com/jobs?q=k&l=l&sort=date'],
  ['datePosted', { datePosted: 0 }, 'https://www.indeed.com/jobs?q=k&l=l&fromage=1'],
  ['datePosted', { datePosted: 1 }, 'https://www.indeed.com/jobs?q=k&l=l&fromage=1'],
  ['datePosted', { datePosted: 2 }, 'https://www.indeed.com/jobs?q=k&l=l&fromage=3'],
  ['datePosted', { datePosted: 7 }, 'https://www.indeed.com/jobs?q=k&l=l&fromage=7'],
  ['datePosted', { datePosted: 8 }, 'https://www.indeed.com/jobs?q=k&l=l&fromage=14'],
  ['datePosted', { datePosted: 15 }, 'https://www.indeed.com/jobs?q=k&l=l'],
  ['remoteType', { remoteType: 'remote' }, 'https://www.indeed.com/jobs?q=k&l=l&sc=0kf%3Aattr%28DSQF7%29%3B'],
  ['remoteType', { remoteType: 'hybrid' }, 'https://www.indeed.com/jobs?q=k&l=l&sc=0kf%3Aattr%28PAXZC%29%3B'],
  ['nextPage', { nextPage: NEXT, start: 30, domain: 'fr.indeed.com' }, NEXT],
  ['start', { start: 20 }, 'https://www.indeed.com/jobs?q=k&l=l&start=20'],
];

describe('a page of listings', () => {
  it.each(CASES)('is asked for with %s: %j', (_name, params, url) => {
    expect(asked(params)).toBe(url);
  });

  it('has every parameter of the contract', () => {
    const properties = ownParameters('jobboard/listing');
    expect([...new Set(CASES.map(([name]) => name))].sort()).toEqual(Object.keys(properties).sort());
  });

  it.each([undefined, 'http://127.0.0.1:9'])('is asked for on no host that a path names: %s', (origin) => {
    const asHost = 'https://de.indeed.com//other.example:70000/jobs?start=10';
    expect(asked({ nextPage: asHost }, origin)).toBe(
      `${origin ?? 'https://de.indeed.com'}//other.example:70000/jobs?start=10`,
    );
  });

  it('is asked for elsewhere where an operator says so, with the same search', () => {
    expect(asked({ start: 10 }, 'http://127.0.0.1:9')).toBe('http://127.0.0.1:9/jobs?q=k&l=l&start=10');
    expect(asked({ nextPage: NEXT }, 'http://127.0.0.1:9')).toBe('http://127.0.0.1:9/jobs?q=a&l=b&start=10&pp=gQ%2B');
  });
});
