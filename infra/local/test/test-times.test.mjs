import { describe, expect, it } from '@jest/globals';
import { timesTable } from './test-times.mjs';

const file = (name, wallMs) => ({ kind: 'file', name, wallMs, ownMs: 400, childrenMs: 200, loadMs: 100 });

const lines = [
  file('packages/store/src/a.test.ts', 2_000),
  { ...file('packages/store/src/b.test.ts', 1_000), ownMs: 500 },
  file('test/fleet/scrape.test.ts', 9_000),
  { kind: 'start', name: 'fleet', wallMs: 3_000 },
  { kind: 'start', name: 'fleet', wallMs: 2_000 },
];
const table = timesTable({
  phases: [{ name: 'tests', ms: 61_000 }],
  checks: [{ name: 'format', ms: 9_000 }],
  lines,
}).split('\n');
const row = (start) => table.find((line) => line.startsWith(start))?.split(/ {2,}/);

describe('the table of times', () => {
  it('has phases, checks and starts', () => {
    expect(row('tests')).toEqual(['tests', '61.0']);
    expect(row('format')).toEqual(['format', '9.0']);
    expect(row('fleet')).toEqual(['fleet', '2', '5.0']);
  });

  it('adds files up by area, the longest first', () => {
    expect(row('packages/store  ')).toEqual(['packages/store', '2', '3.0', '0.9', '0.4', '0.2']);
    expect(row('all')).toEqual(['all', '3', '12.0', '1.3', '0.6', '0.3']);
    const names = table.map((line) => line.split(' ')[0]);
    expect(names.indexOf('test/fleet')).toBeLessThan(names.indexOf('packages/store'));
  });

  it('names the slowest files', () => {
    expect(row('test/fleet/scrape.test.ts')).toEqual(['test/fleet/scrape.test.ts', '1', '9.0', '0.4', '0.2', '0.1']);
  });

  it('names those of most processor time, the costliest first', () => {
    const start = table.findIndex((line) => line.includes('files of most cpu'));
    expect(table[start + 1]).toMatch(/^packages\/store\/src\/b\.test\.ts /);
  });
});
