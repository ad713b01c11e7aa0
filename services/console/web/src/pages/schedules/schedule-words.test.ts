import { describe, expect, it } from '@jest/globals';
import { RUN_STATUSES } from '../../../../../../packages/contracts/src/routes/schedule-routes.js';
import { changeWords, nameOf, runState, targetWords, timingWords } from './schedule-words.js';

const counts = { added: 0, removed: 0, changed: 0 };
const pages = { compared: 40, unknown: 3, added: [], removed: [], changed: [] };

describe('the words of schedules', () => {
  it('name a schedule by what it runs where its owner gave no name', () => {
    const target = { type: 'operation', operation: 'scrape/web', params: { url: 'https://a.example/' } };
    expect(nameOf({ name: 'Lamp', target })).toBe('Lamp');
    expect(nameOf({ target })).toBe('https://a.example/');
    expect(nameOf({ target: { type: 'batch', operation: 'scrape/web' } })).toBe('scrape/web');
  });

  it('say when it runs', () => {
    expect(timingWords({ cron: '0 8 * * 1-5' })).toBe('0 8 * * 1-5');
    expect(timingWords({ intervalSeconds: 5_400 })).toBe('every 1 h 30 min');
  });

  it('are there for every state of a run, and for targets of later versions', () => {
    for (const status of RUN_STATUSES) expect(runState(status).text).toMatch(/^[A-Z]/);
    expect([targetWords('batch'), targetWords('dream')]).toEqual(['A batch', 'dream']);
  });

  it.each([
    [{ status: 'first', ...counts }, 'First run, nothing to compare with'],
    [{ status: 'same', ...counts }, 'No change'],
    [{ status: 'unknown', ...counts }, 'Could not be compared'],
    [{ status: 'changed', added: 1_200, removed: 0, changed: 2 }, '1,200 added, 2 changed'],
    [{ status: 'changed', added: 1, removed: 2, changed: 0, pages }, 'Pages: 1 new, 2 gone, 3 unknown'],
    [{ status: 'same', ...counts, pages }, 'No change, pages: 3 unknown'],
    [{ status: 'same', ...counts, pages: { ...pages, unknown: 0 } }, 'No change'],
  ] as const)('of the change %j are %s', (change, words) => expect(changeWords(change)).toBe(words));
});
