import { readFileSync } from 'node:fs';
import { expect, it } from '@jest/globals';
import type { CapacityFigures } from '../scaling-model/figures.js';
import { playAll } from './play-all.js';
import { rewriteDocument, simulationBlocks } from './scaling-document.js';

const read = (path: string): string => readFileSync(new URL(`../../../${path}`, import.meta.url), 'utf8');

const PLAY_MS = 600_000;

it(
  'docs/scaling.md has the tables that the simulation makes',
  () => {
    // safe because bench:capacity writes exactly this
    const played = playAll(JSON.parse(read('bench/figures/capacity.json')) as CapacityFigures);
    expect(played.checks.filter(({ isMet }) => !isMet)).toEqual([]);
    const text = read('docs/scaling.md');
    expect(rewriteDocument(text, simulationBlocks(played))).toBe(text);
  },
  PLAY_MS,
);
