import { describe, expect, it } from '@jest/globals';
import {
  formatBytes,
  formatCompact,
  formatCredits,
  formatDay,
  formatDuration,
  formatPercent,
  formatRelative,
  plural,
} from './format.js';

const NOW = Date.parse('2026-06-15T12:00:00Z');
const MINUTE_MS = 60_000;

describe('counts', () => {
  it('have separators and their noun', () => {
    expect(formatCredits(1)).toBe('1 credit');
    expect(formatCredits(0)).toBe('0 credits');
    expect(formatCredits(1_234_567)).toBe('1,234,567 credits');
    expect(plural(2, 'batch', 'batches')).toBe('2 batches');
  });

  it('are short where they have to be', () => {
    expect([formatCompact(950), formatCompact(12_345), formatCompact(3_400_000)]).toEqual(['950', '12.3K', '3.4M']);
    expect([formatPercent(0.5), formatPercent(0.9876)]).toEqual(['50%', '98.8%']);
  });
});

describe('formatDuration', () => {
  it.each([
    [0, '0 ms'],
    [840.4, '840 ms'],
    [3_240, '3.2 s'],
    [59_999, '59 s'],
    [60_000, '1 min'],
    [250_000, '4 min 10 s'],
    [7_500_000, '2 h 5 min'],
    [273_600_000, '3 d 4 h'],
  ])('writes %d ms as %s', (ms, text) => {
    expect(formatDuration(ms)).toBe(text);
  });
});

describe('formatBytes', () => {
  it.each([
    [0, '0 B'],
    [999, '999 B'],
    [1_500, '1.5 kB'],
    [250_000, '250 kB'],
    [7_340_000_000, '7.3 GB'],
    [5e15, '5000 TB'],
  ])('writes %d as %s', (bytes, text) => {
    expect(formatBytes(bytes)).toBe(text);
  });
});

describe('formatRelative', () => {
  it.each([
    [NOW - 10_000, 'just now'],
    [NOW + 10_000, 'just now'],
    [NOW - 5 * MINUTE_MS, '5 min ago'],
    [NOW - 50_000, '1 min ago'],
    [NOW - 180 * MINUTE_MS, '3 h ago'],
    [NOW + 3 * 24 * 60 * MINUTE_MS, 'in 3 days'],
    [NOW - 23.8 * 60 * MINUTE_MS, '1 day ago'],
    [NOW - 59.7 * MINUTE_MS, '1 h ago'],
  ])('writes %d as %s', (atMs, text) => {
    expect(formatRelative(atMs, NOW)).toBe(text);
  });

  it('is a date beyond a month, with the year of another one', () => {
    expect(formatRelative(Date.parse('2026-03-10T12:00:00Z'), NOW)).toBe('Mar 10');
    expect(formatRelative(Date.parse('2024-03-10T12:00:00Z'), NOW)).toBe('Mar 10, 2024');
  });
});

it('formatDay reads a day in UTC, wherever the reader is', () => {
  expect(formatDay('2026-01-31')).toBe('Jan 31');
});
