import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { countValues, END, JsonScan, PAUSE } from './json-scan.js';

const valuesIn = (value: unknown): number =>
  typeof value === 'object' && value !== null
    ? 1 + (Object.values(value) as unknown[]).reduce<number>((sum, part) => sum + valuesIn(part), 0)
    : 1;
const depthOf = (value: unknown): number =>
  typeof value === 'object' && value !== null
    ? 1 + Math.max(0, ...(Object.values(value) as unknown[]).map(depthOf))
    : 0;

describe('JsonScan', () => {
  it('counts at least the values there are but for the last of each list, and at most one more for each of them', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.constantFrom(0, 2), (value, indent) => {
        const counted = countValues(Buffer.from(JSON.stringify(value, undefined, indent)));
        expect(counted).toBeGreaterThanOrEqual(Math.floor(valuesIn(value) / 2));
        expect(counted).toBeLessThanOrEqual(valuesIn(value));
      }),
    );
  });

  it('knows how deep a text nests, whatever its texts say', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const scan = new JsonScan(Buffer.from(JSON.stringify(value)));
        while (scan.next() !== END);
        expect({ depth: scan.depth, deepest: scan.deepest }).toEqual({ depth: 0, deepest: depthOf(value) });
      }),
    );
  });

  it.each([
    ['quotes after backslashes', `"${'\\"'.repeat(2_000_000)}"`],
    ['backslashes', `"${'\\\\'.repeat(2_000_000)}"`],
    ['nothing but marks', '[],'.repeat(1_000_000)],
    ['lists inside one another', '['.repeat(3_000_000)],
    ['spaces', ' '.repeat(3_000_000)],
  ])('stops again and again in a large text of %s', (_what, json) => {
    const scan = new JsonScan(Buffer.from(json));
    let pauses = 0;
    for (let mark = scan.next(); mark !== END; mark = scan.next()) if (mark === PAUSE) pauses += 1;
    expect(pauses).toBeGreaterThanOrEqual(Math.floor(json.length / 65_536));
  });
});
