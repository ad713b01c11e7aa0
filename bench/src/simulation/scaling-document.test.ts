import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import type { CapacityFigures } from '../scaling-model/figures.js';
import { testingFigures } from '../scaling-model/testing-figures.js';
import { figureBlocks, rewriteDocument } from './scaling-document.js';

const read = (path: string): string => readFileSync(new URL(`../../../${path}`, import.meta.url), 'utf8');

describe('docs/scaling.md', () => {
  it('has the tables that the measured figures make', () => {
    // safe because bench:capacity writes exactly this
    const figures = JSON.parse(read('bench/figures/capacity.json')) as CapacityFigures;
    const text = read('docs/scaling.md');
    expect(rewriteDocument(text, figureBlocks(figures))).toBe(text);
  });

  it('would be another with other figures', () => {
    const text = read('docs/scaling.md');
    expect(rewriteDocument(text, figureBlocks(testingFigures))).not.toBe(text);
  });

  it('has a place for each table', () => {
    expect(() => rewriteDocument('', { plan: '' })).toThrow('no place for plan');
  });
});
