import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { BAND_DAYS, bandOf, isDrop, MIN_DAYS, MIN_PAGES, type DayShare } from './band.js';

const usual = (share: number, pages = 100, days = 10): DayShare[] =>
  Array.from({ length: days }, () => ({ found: share * pages, pages }));

const need = (earlier: readonly DayShare[]) => {
  const band = bandOf(earlier);
  if (band === undefined) throw new Error('no band');
  return band;
};

/** Reproducible numbers from 0 to 1 (mulberry32). */
const createRandom = (seed: number) => {
  let state = seed;
  return (): number => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
};

const pagesWith = (random: () => number, pages: number, share: number): DayShare => {
  let found = 0;
  for (let page = 0; page < pages; page += 1) if (random() < share) found += 1;
  return { found, pages };
};

/** Whether any look at a day that goes on page by page calls it a drop. */
const isEverDrop = (random: () => number, earlier: readonly DayShare[], share: number, pages: number): boolean => {
  const band = need(earlier);
  let found = 0;
  for (let page = 1; page <= pages; page += 1) {
    if (random() < share) found += 1;
    if (page >= MIN_PAGES && isDrop({ found, pages: page }, band)) return true;
  }
  return false;
};

const dayShare = fc
  .integer({ min: 0, max: 500 })
  .chain((pages) => fc.double({ min: 0, max: pages, noNaN: true }).map((found): DayShare => ({ found, pages })));

describe('the usual band', () => {
  it('is there once enough days have enough pages', () => {
    expect(bandOf(usual(0.9, MIN_PAGES, MIN_DAYS - 1))).toBeUndefined();
    expect(bandOf(usual(0.9, MIN_PAGES - 1, 20))).toBeUndefined();
    expect(bandOf([...usual(0.9, MIN_PAGES, MIN_DAYS - 1), ...usual(0, MIN_PAGES - 1, 20)])).toBeUndefined();
    expect(need(usual(0.9, MIN_PAGES, MIN_DAYS)).center).toBe(0.9);
  });

  it('is around its center, within 0 and 1, whatever the days', () => {
    fc.assert(
      fc.property(fc.array(dayShare, { maxLength: 40 }), (days) => {
        const band = bandOf(days);
        if (band === undefined) return;
        expect(band.low).toBeGreaterThanOrEqual(0);
        expect(band.low).toBeLessThanOrEqual(band.center);
        expect(band.high).toBeGreaterThanOrEqual(band.center);
        expect(band.high).toBeLessThanOrEqual(1);
      }),
    );
  });

  it('does not depend on the order of the days, nor on those before the last ones', () => {
    fc.assert(
      fc.property(fc.array(dayShare, { maxLength: BAND_DAYS }), fc.array(dayShare, { maxLength: 5 }), (days, older) => {
        const full = [...days, ...usual(0.5, 50, BAND_DAYS)].slice(-BAND_DAYS);
        expect(bandOf([...older, ...usual(0.5, 50, BAND_DAYS)])).toEqual(bandOf(usual(0.5, 50, BAND_DAYS)));
        const [one, other] = [need(full), need(full.toReversed())];
        expect(other.low).toBeCloseTo(one.low, 9);
      }),
      { numRuns: 50 },
    );
  });

  it('of many pages is narrow, of few or unsteady ones wide; a few broken days change little', () => {
    const steady = need(usual(0.95, 2_000, 20));
    expect(steady.low).toBeGreaterThan(0.93);
    expect(need(usual(0.95, 20, 5)).low).toBeLessThan(0.92);
    const unsteady = [0.95, 0.7, 0.9, 0.6, 0.85, 0.95, 0.65].map((share) => ({ found: share * 500, pages: 500 }));
    expect(need(unsteady).low).toBeLessThan(0.5);
    expect(need([...usual(0.95, 2_000, 20), ...usual(0, 2_000, 4)]).low).toBeGreaterThan(0.9);
    expect(need(usual(1, 100, 10)).low).toBeLessThan(1);
  });
});

describe('a drop', () => {
  it('is never seen above the band, and never undone by fewer found', () => {
    fc.assert(
      fc.property(
        fc.array(dayShare, { minLength: 5, maxLength: 20 }),
        dayShare,
        fc.double({ min: 0, max: 1, noNaN: true }),
        (days, today, part) => {
          const band = bandOf(days);
          if (band === undefined || today.pages === 0) return;
          const dropped = isDrop(today, band);
          if (today.found / today.pages >= band.low) expect(dropped).toBe(false);
          if (dropped) expect(isDrop({ ...today, found: today.found * part }, band)).toBe(true);
        },
      ),
    );
  });

  it('needs enough pages, a change that matters and a field that is not rare', () => {
    const band = need(usual(0.95));
    expect(isDrop({ found: 0, pages: MIN_PAGES - 1 }, band)).toBe(false);
    expect(isDrop({ found: 0, pages: MIN_PAGES }, band)).toBe(true);
    expect(isDrop({ found: 82_000, pages: 100_000 }, band)).toBe(false);
    expect(isDrop({ found: 78_000, pages: 100_000 }, band)).toBe(true);
    expect(isDrop({ found: 0, pages: 100_000 }, need(usual(0.1)))).toBe(false);
    expect(isDrop({ found: 0, pages: 40 }, need(usual(1, 1_000)))).toBe(true);
  });

  it('is a false alarm on less than one day in a hundred, of 50 fields looked at all day', () => {
    const random = createRandom(20_260_115);
    const shares = [1, 0.999, 0.99, 0.97, 0.95, 0.9, 0.8, 0.6, 0.4, 0.25];
    /** Shares that differ from day to day by a tenth in log odds, as what is asked for does. */
    const onDay = (share: number): number => {
      const shift = 0.1 * Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
      const odds = ((share + 1e-9) / (1 - share + 1e-9)) * Math.exp(shift);
      return odds / (1 + odds);
    };
    let alarms = 0;
    const days = 300;
    for (let day = 0; day < days; day += 1) {
      const earlierDays = [MIN_DAYS, 10, BAND_DAYS][day % 3] ?? MIN_DAYS;
      let isAlarm = false;
      for (let field = 0; field < 50; field += 1) {
        const share = shares[field % shares.length] ?? 1;
        const countPages = (): number => MIN_PAGES + Math.floor(150 * random());
        const earlier = Array.from({ length: earlierDays }, () => pagesWith(random, countPages(), onDay(share)));
        if (isEverDrop(random, earlier, onDay(share), countPages())) isAlarm = true;
      }
      if (isAlarm) alarms += 1;
    }
    expect(alarms / days).toBeLessThan(0.01);
  });

  it('from 0.95 to 0.5 is noticed within 30 pages, nearly always, and always within 60', () => {
    const random = createRandom(7);
    const noticed = (within: number): number => {
      let count = 0;
      for (let run = 0; run < 500; run += 1) {
        const earlier = Array.from({ length: BAND_DAYS }, () => pagesWith(random, 50, 0.95));
        if (isEverDrop(random, earlier, 0.5, within)) count += 1;
      }
      return count / 500;
    };
    expect(noticed(30)).toBeGreaterThan(0.9);
    expect(noticed(60)).toBeGreaterThan(0.99);
  });
});
