import { expect, it } from '@jest/globals';
import { diffLines } from './diff-lines.js';

const DIFF = [
  ...['===================================================================', '--- before', '+++ after'],
  ...['@@ -1,3 +1,3 @@', ' # Lamp', '-10 EUR', '+12 EUR', '---- a rule', '@@ -20 +20,2 @@', ' end', '++ more'],
  ...[String.raw`\ No newline at end of file`, ''],
].join('\n');

it('has the lines of a unified diff with what became of each', () => {
  expect(diffLines(DIFF).map(({ kind, text }) => `${kind}: ${text}`)).toEqual([
    'place: Line 1',
    'same: # Lamp',
    'removed: 10 EUR',
    'added: 12 EUR',
    'removed: --- a rule',
    'place: Line 20',
    'same: end',
    'added: + more',
  ]);
});

it.each(['', 'no diff at all', '+ before any place'])('has nothing of %j', (diff) =>
  expect(diffLines(diff)).toEqual([]),
);
