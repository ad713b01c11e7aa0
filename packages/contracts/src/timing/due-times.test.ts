import { describe, expect, it } from '@jest/globals';
import { dueTimesOf, judgeCron, type Timing } from './due-times.js';

const at = (text: string): number => Date.parse(text);
const iso = (ms: number | undefined): string | undefined =>
  ms === undefined ? undefined : new Date(ms).toISOString().replace(':00.000Z', 'Z');
const ofCron = (cron: string, timeZone = 'UTC') => dueTimesOf({ cron, timeZone, anchorMs: 0 });

const next = (timing: Omit<Timing, 'anchorMs'>, from: string, count: number): (string | undefined)[] => {
  const times = dueTimesOf({ ...timing, anchorMs: at(from) });
  const found: (string | undefined)[] = [];
  for (let ms: number | undefined = at(from); ms !== undefined && found.length < count; found.push(iso(ms))) {
    ms = times.after(ms);
  }
  return found;
};

describe('due times of a cron expression', () => {
  it.each([
    [
      'a day whose clocks lack 2:30: due once, after the gap',
      '30 2 * * *',
      'Europe/Berlin',
      '2026-03-28T00:00Z',
      [...['2026-03-28T01:30Z', '2026-03-29T01:00Z', '2026-03-30T00:30Z']],
    ],
    [
      'a day that has 2:30 twice: due the first time only',
      '30 2 * * *',
      'Europe/Berlin',
      '2026-10-24T00:00Z',
      [...['2026-10-24T00:30Z', '2026-10-25T00:30Z', '2026-10-26T01:30Z']],
    ],
    [
      'every hour of the day with 25',
      '0 * * * *',
      'Europe/Berlin',
      '2026-10-24T23:30Z',
      [...['2026-10-25T00:00Z', '2026-10-25T01:00Z', '2026-10-25T02:00Z']],
    ],
    [
      'every hour of the day with 23',
      '0 * * * *',
      'Europe/Berlin',
      '2026-03-29T00:00Z',
      [...['2026-03-29T01:00Z', '2026-03-29T02:00Z']],
    ],
    [
      'eight in the morning on both sides of a change',
      '0 8 * * *',
      'America/New_York',
      '2026-10-31T00:00Z',
      [...['2026-10-31T12:00Z', '2026-11-01T13:00Z']],
    ],
    [
      'a zone with half an hour',
      '0 9 * * 1-5',
      'Asia/Kolkata',
      '2026-01-02T00:00Z',
      [...['2026-01-02T03:30Z', '2026-01-05T03:30Z']],
    ],
    ['a leap day', '0 0 29 2 *', 'UTC', '2026-01-01T00:00Z', ['2028-02-29T00:00Z']],
  ])('%s', (_, cron, timeZone, from, expected) => {
    expect(next({ cron, timeZone }, from, expected.length)).toEqual(expected);
  });

  it('has the newest within two times, both included', () => {
    const times = ofCron('*/10 * * * *');
    const found = times.newest(at('2026-01-01T00:10Z'), at('2026-01-01T01:00Z'), 3);
    expect(found.map(iso)).toEqual(['2026-01-01T00:40Z', '2026-01-01T00:50Z', '2026-01-01T01:00Z']);
    expect(times.newest(at('2026-01-01T00:50Z'), at('2026-01-01T00:59Z'), 3).map(iso)).toEqual(['2026-01-01T00:50Z']);
    expect(times.newest(at('2026-01-01T00:51Z'), at('2026-01-01T00:59Z'), 3)).toEqual([]);
  });
});

describe('due times of an interval', () => {
  const times = dueTimesOf({ intervalSeconds: 90, timeZone: 'UTC', anchorMs: 1_000 });

  it('are counted from the anchor, whatever the zone does', () => {
    expect([0, 1_000, 90_999, 91_000].map((ms) => times.after(ms))).toEqual([91_000, 91_000, 91_000, 181_000]);
    expect(times.newest(91_000, 1_000_000, 2)).toEqual([901_000, 991_000]);
    expect(times.newest(91_000, 91_000, 2)).toEqual([91_000]);
    expect(times.newest(91_001, 180_999, 2)).toEqual([]);
  });
});

describe('a cron expression', () => {
  it.each(['* * * *', '* * * * * *', '61 * * * *', '0 0 * * 8', '*/0 * * * *', '', 'never', '0 0 32 * *'])(
    'is none: %j',
    (cron) => expect(judgeCron(cron, 'UTC', 0)).toMatch(/must be a cron expression of five fields/),
  );

  it('that is never due is refused, and one that is due is not', () => {
    expect(judgeCron('0 0 31 2 *', 'UTC', 0)).toMatch(/never due/);
    for (const cron of ['* * * * *', '0 12 * * MON-FRI', '0 0 L * *', '5,10 1-3 1 */2 *']) {
      expect(judgeCron(cron, 'Europe/Berlin', 0)).toBeUndefined();
    }
  });
});
