import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { formatDuration, renderPlain, renderScreen, type Progress } from './render-progress.js';

const PROGRESS: Progress = {
  jobs: 1,
  jobsEnded: 0,
  isPending: false,
  requests: 10_000,
  ended: 5_214,
  succeeded: 5_100,
  failed: 114,
  creditsCharged: 5_100,
  perSecond: 312.4,
  targetErrors: 0,
  targetStatuses: [],
  failures: [
    { reason: 'target_unreachable', count: 80, message: '', isRetryable: true, example: undefined },
    { reason: 'target_blocked', count: 34, message: '', isRetryable: true, example: undefined },
  ],
  trouble: undefined,
};
const PLAIN = { columns: 80, isUnicode: true, isColored: false };
const ESCAPES = /\p{Cc}\[\d*m/gu;

describe('renderScreen', () => {
  it('shows bar, counts, pace and reasons', () => {
    expect(renderScreen(PROGRESS, PLAIN)).toEqual([
      `${'█'.repeat(20)}${'░'.repeat(20)}  52 %  5,214 / 10,000  312/s  ETA 15 s`,
      '5,100 ok  114 failed  5,100 credits charged',
      '80 target_unreachable  34 target_blocked',
    ]);
  });

  it('shows no bar and no time left of a crawl, which may find more', () => {
    const crawl = { ...PROGRESS, requests: 5_300, discovered: 12_345, failures: [], failed: 0 };
    expect(renderScreen(crawl, PLAIN)[0]).toBe('5,214 of 12,345 addresses found so far  312/s');
    expect(renderScreen({ ...crawl, isPending: true }, PLAIN)[0]).toMatch(/so far +waiting to start$/);
    expect(renderPlain(crawl)).toMatch(/^5,214 of 12,345 addresses found so far, 5,100 ok, .* charged, 312\/s$/);
  });

  it('says what holds it up, that it waits, and how many jobs have ended', () => {
    const waiting = {
      ...PROGRESS,
      ended: 0,
      isPending: true,
      failures: [],
      jobs: 3,
      jobsEnded: 1,
      trouble: 'No answer',
    };
    const [bar, counts, trouble] = renderScreen(waiting, PLAIN);
    expect(bar).toMatch(/ {3}0 % {2}0 \/ 10,000 {2}waiting to start$/);
    expect(counts).toMatch(/ {2}1 of 3 jobs ended$/);
    expect(trouble).toBe('No answer');
  });

  it('is never wider than the screen, with and without colours and signs', () => {
    const amount = fc.nat(1_000_000);
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 200 }), amount, amount, fc.boolean(), (columns, requests, part, flag) => {
        const ended = Math.min(part, requests);
        const progress = { ...PROGRESS, requests, ended, succeeded: ended, trouble: 'x'.repeat(300) };
        for (const line of renderScreen(progress, { columns, isUnicode: flag, isColored: flag })) {
          expect(line.replace(ESCAPES, '').length).toBeLessThan(columns);
        }
      }),
      { numRuns: 100 },
    );
  });

  it('shows 100 % only when nothing is left, and no control characters of others', () => {
    expect(renderScreen({ ...PROGRESS, ended: 9_999 }, PLAIN)[0]).toContain(' 99 %');
    expect(renderScreen({ ...PROGRESS, ended: 10_000 }, PLAIN)[0]).toMatch(/100 % {2}10,000 \/ 10,000$/);
    expect(renderScreen({ ...PROGRESS, trouble: 'a\u001B[2Jb' }, PLAIN)[3]).toBe('a [2Jb');
  });

  it('uses signs and colours only where they are known', () => {
    expect(renderScreen(PROGRESS, { ...PLAIN, isUnicode: false })[0]).toMatch(/^#+\.+ /);
    expect(renderScreen(PROGRESS, PLAIN).join('')).not.toMatch(ESCAPES);
    expect(renderScreen(PROGRESS, { ...PLAIN, isColored: true }).join('')).toMatch(ESCAPES);
  });
});

it('renders one plain line for logs', () => {
  expect(renderPlain(PROGRESS)).toBe(
    '5,214 of 10,000 (52 %), 5,100 ok, 114 failed (80 target_unreachable, 34 target_blocked), 5,100 credits charged, 312/s, ETA 15 s',
  );
});

it.each([
  [0.4, '0 s'],
  [59.4, '59 s'],
  [61, '1 min 01 s'],
  [3_725, '1 h 02 min'],
])('%d seconds are %s', (seconds, text) => {
  expect(formatDuration(seconds)).toBe(text);
});
