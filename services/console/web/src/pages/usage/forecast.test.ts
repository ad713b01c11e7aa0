import { describe, expect, it } from '@jest/globals';
import { forecastWords } from './forecast.js';

const NOW = Date.parse('2026-06-10T00:00:00Z');
const period = { start: '2026-06-01T00:00:00Z', end: '2026-06-30T00:00:00Z', total: 1_000, available: 800, held: 0 };
const words = (daysLeft: number | null, creditsAtPeriodEnd = 0) =>
  forecastWords({ period, forecast: { daysLeft, creditsAtPeriodEnd } }, NOW);

describe('forecastWords', () => {
  it('says what will be left where the credits last', () => {
    expect(words(45, 420)).toEqual({ value: '420', hint: 'left at the period’s end' });
  });

  it.each([
    [10, 'In 10 days', 'warning'],
    [3, 'In 3 days', 'danger'],
    [1, 'In 1 day', 'danger'],
    [0, 'Today', 'danger'],
  ])('warns of an end in %d days', (daysLeft, value, tone) => {
    expect(words(daysLeft)).toMatchObject({ value, tone });
  });

  it('knows nothing without use', () => {
    expect(words(null, 800).value).toBe('–');
  });
});
