import { describe, expect, it } from '@jest/globals';
import { createSpendingCube, MAX_SPENDING_KEYS } from '../spending/spending-cube.js';

const DAY_MS = 86_400_000;
const row = (keyId: string | null, credits: number, dayMs = 0) => ({
  ...{ dayMs, operation: 'scrape/web', host: null, keyId, credits, requests: 1, failures: 0 },
});

describe('sums by key', () => {
  it('name the keys with the most credits and lose nothing of the others', () => {
    const cube = createSpendingCube(10);
    for (let index = 0; index < MAX_SPENDING_KEYS + 2; index += 1) {
      cube.add([row(`key-${index}`, index + 1), row(`key-${index}`, 1, DAY_MS)]);
    }
    cube.add([row(null, 50)]);
    const rows = cube.keyRows();
    expect(new Set(rows.map(({ keyId }) => keyId)).size).toBe(MAX_SPENDING_KEYS + 1);
    expect(rows.filter(({ keyId }) => keyId === null)).toEqual([
      { dayMs: 0, keyId: null, credits: 50 + 1 + 2, requests: 3, failures: 0 },
      { dayMs: DAY_MS, keyId: null, credits: 2, requests: 2, failures: 0 },
    ]);
    expect(cube.keyRows()).toEqual(rows);
  });
});
