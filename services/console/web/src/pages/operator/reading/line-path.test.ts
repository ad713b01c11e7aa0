import { describe, expect, it } from '@jest/globals';
import { linePath } from './line-path.js';

const place = { width: 12, margin: 1, toY: (share: number) => 10 - 10 * share };
const days = (...shares: (number | null)[]) => shares.map((share, index) => ({ day: `d${index}`, pages: 1, share }));

describe('the line of shares', () => {
  it('goes from the first day to the last', () => {
    expect(linePath(days(1, 0.5, 0), place)).toBe('M1.0 0.0L6.0 5.0L11.0 10.0');
  });

  it('is interrupted where there were no pages', () => {
    expect(linePath(days(null, 1, null, 0.5), place)).toBe('M4.3 0.0M11.0 5.0');
    expect(linePath(days(null, null), place)).toBe('');
    expect(linePath([], place)).toBe('');
    expect(linePath(days(0.5), place)).toBe('M1.0 5.0');
  });
});
