import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { ACCOUNTS_IN_TABLE } from '../scaling-model/accounts.js';
import { LIMITS, TRAFFIC } from '../scaling-model/assumptions.js';
import type { CapacityFigures } from '../scaling-model/figures.js';
import { figure } from '../scaling-model/markdown.js';
import { markersPerSecond, removalsPerSecond } from '../scaling-model/plan-removal.js';
import { testingFigures } from '../scaling-model/testing-figures.js';
import { figureBlocks, rewriteDocument } from './scaling-document.js';

const read = (path: string): string => readFileSync(new URL(`../../../${path}`, import.meta.url), 'utf8');

describe('docs/scaling.md', () => {
  it('has the tables that the measured figures make', () => {
    // safe because bench:capacity writes exactly this
    const figures = JSON.parse(read('bench/figures/capacity.json')) as CapacityFigures;
    expect(figures.form).toBe('full');
    const text = read('docs/scaling.md');
    expect(rewriteDocument(text, figureBlocks(figures))).toBe(text);
  });

  it('would be another with other figures', () => {
    const text = read('docs/scaling.md');
    expect(rewriteDocument(text, figureBlocks(testingFigures))).not.toBe(text);
  });

  it('says how fast files and markers go as the plan has it', () => {
    const text = read('docs/scaling.md').replaceAll(/\s+/g, ' ');
    const [requests, markers] = [removalsPerSecond(LIMITS.s3CallMs), markersPerSecond(LIMITS.s3CallMs)];
    const perDay = (perSecond: number): string => figure((perSecond * 86_400) / 1e6);
    const single = requests / (1 - TRAFFIC.batchShare);
    for (const words of [
      `at ${LIMITS.s3CallMs} ms a call ${requests} single requests and ${requests} items of batches a second`,
      `two gateways keep up with ${perDay(2 * single)} M requests a day`,
      `${markers} a second, ${perDay(markers)} M requests a day`,
      `the ${ACCOUNTS_IN_TABLE} largest accounts`,
    ]) {
      expect(text).toContain(words);
    }
  });

  it('has a place for each table', () => {
    expect(() => rewriteDocument('', { plan: '' })).toThrow('no place for plan');
  });
});
