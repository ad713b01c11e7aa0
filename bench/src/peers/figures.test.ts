import { describe, expect, it } from '@jest/globals';
import { figuresTable, medianOf, withFigures } from './figures.js';

const round = (cpuMs: number, more: object = {}) => ({
  ...{ cpuMs, perSecond: 1_000 / cpuMs, memoryMb: 10 * cpuMs },
  ...more,
});

describe('the figures of the rounds', () => {
  it('are medians, each of its own, and only of what was measured', () => {
    const rounds = [round(10, { p99Ms: 3 }), round(2, { p99Ms: 9 }), round(5, { p99Ms: 1 })];
    expect(medianOf(rounds)).toEqual({ cpuMs: 5, perSecond: 200, memoryMb: 50, p99Ms: 3 });
  });

  it('are a table whose ratios are to the first subject', () => {
    const measured = new Map([
      ['ours', round(10, { p50Ms: 1, p95Ms: 2, p99Ms: 3 })],
      ['peer', round(250, { acceptMs: 7 })],
    ]);
    expect(figuresTable(measured).split('\n').slice(2)).toEqual([
      '| ours | 10.0 ms | 1.00 | 100 | 100 | 1, 2, 3 |  |',
      '| peer | 250.0 ms | 25.00 | 4.00 | 2500 |  | 7 |',
    ]);
  });

  it('replace what is between the marks of their part', () => {
    const place = (part: string, text: string): string =>
      `<!-- figures: ${part} -->\n${text}\n<!-- end of figures -->\n`;
    const page = `before\n${place('peers', 'old')}between\n${place('growth', 'old')}after`;
    const filled = `before\n${place('peers', 'old')}between\n${place('growth', 'new')}after`;
    expect(withFigures(page, 'growth', 'new')).toBe(filled);
    expect(() => withFigures('no marks', 'growth', 'new')).toThrow('no place');
  });
});
