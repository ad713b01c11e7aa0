import { readFile } from 'node:fs/promises';
import { expect, it } from '@jest/globals';
import { limitWords } from './limit-words.js';

it('has words for every bound that the documentation of crawls names', async () => {
  const text = await readFile(new URL('../../../../../../../docs/crawl.md', import.meta.url), 'utf8');
  const names =
    text
      .split('| Name in `limitsHit`')[1]
      ?.split('\n\n')[0]
      ?.matchAll(/`(\w+)`/g) ?? [];
  const found = [...names].map(([, name = '']) => name);
  expect(found.length).toBeGreaterThan(5);
  expect(found.filter((name) => limitWords(name) === limitWords('unheard of'))).toEqual([]);
});
