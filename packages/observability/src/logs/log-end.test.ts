import { describe, expect, it } from '@jest/globals';
import { logEnd, REQUEST_ENDED } from './log-end.js';

const linesOf = (row: Parameters<typeof logEnd>[1]) => {
  const lines: unknown[][] = [];
  logEnd({ info: (...line: unknown[]) => void lines.push(line) }, row);
  return lines;
};

const END = { id: 'r', operation: 'scrape/web', verdict: 'blocked', chargedCredits: 0, createdAtMs: 10, endedAtMs: 60 };

describe('logEnd', () => {
  it('writes one line that explains the end', () => {
    const row = { ...END, host: 'shop.example', reason: 'http_403', error: 'target_blocked', tier: 'http', attempt: 2 };
    expect(linesOf(row)).toEqual([
      [
        REQUEST_ENDED,
        {
          ...{ requestId: 'r', operation: 'scrape/web', host: 'shop.example', verdict: 'blocked', reason: 'http_403' },
          ...{ tier: 'http', attempt: 2, durationMs: 50, credits: 0 },
        },
      ],
    ]);
  });

  it('gives the error where there is no closer reason, and counts an item from its hand-over', () => {
    const [[, fields] = []] = linesOf({ ...END, error: 'cancelled', handedOverAtMs: 40 });
    expect(fields).toMatchObject({ reason: 'cancelled', durationMs: 20 });
  });
});
