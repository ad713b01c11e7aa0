import { describe, expect, it } from '@jest/globals';
import { readTiming, type TimingDraft } from './timing-draft.js';

const NOW_MS = Date.parse('2026-03-14T09:30:00Z');
const CRON: TimingDraft = { kind: 'cron', cron: '0 8 * * 1-5', every: '6', unit: 'hours', timeZone: 'Europe/Berlin' };
const INTERVAL: TimingDraft = { ...CRON, kind: 'interval' };

const nextOf = (draft: TimingDraft): readonly string[] => {
  const read = readTiming(draft, NOW_MS);
  return 'fault' in read ? [read.fault] : read.nextMs.map((ms) => new Date(ms).toISOString());
};

describe('readTiming', () => {
  it('shows the next five runs of an expression in its time zone', () => {
    expect(nextOf(CRON)).toEqual([16, 17, 18, 19, 20].map((day) => `2026-03-${day}T07:00:00.000Z`));
    expect(readTiming(CRON, NOW_MS)).toMatchObject({ timing: { cron: '0 8 * * 1-5', timeZone: 'Europe/Berlin' } });
  });

  it('counts an interval from now on', () => {
    expect(nextOf(INTERVAL)).toHaveLength(5);
    expect(nextOf(INTERVAL)[0]).toBe('2026-03-14T15:30:00.000Z');
    expect(readTiming(INTERVAL, NOW_MS)).toMatchObject({ timing: { intervalSeconds: 21_600 } });
  });

  it.each(['', '* * * *', '61 * * * *', '* * * * * *', '0 0 31 2 *', 'often'])('tells that %j never runs', (cron) => {
    expect(readTiming({ ...CRON, cron }, NOW_MS)).toMatchObject({ fault: expect.stringMatching(/^This /) });
  });

  it.each([
    ['0', 'minutes'],
    ['1.5', 'hours'],
    ['-1', 'days'],
    ['367', 'days'],
    ['', 'days'],
  ] as const)('takes no interval of %j %s', (every, unit) => {
    expect(readTiming({ ...INTERVAL, every, unit }, NOW_MS)).toEqual({
      fault: 'Must be an integer, from one minute to one year.',
    });
  });
});
