import { expect, it } from '@jest/globals';
import { linkedDataOf } from './linked-data.js';

const blockOf = (value: unknown): string => `<script type="application/ld+json">${JSON.stringify(value)}</script>`;

it('lays lists and graphs flat, and leaves out what is no object', () => {
  const source = blockOf([{ a: 1 }, 2, { '@graph': [{ b: 1 }, 'x', null] }]) + blockOf({ c: 1 });
  expect(linkedDataOf(source)).toEqual([{ a: 1 }, { '@graph': [{ b: 1 }, 'x', null] }, { b: 1 }, { c: 1 }]);
});

it('reads a graph of any length', () => {
  const count = 300_000;
  expect(linkedDataOf(blockOf({ '@graph': Array(count).fill({}) }))).toHaveLength(count + 1);
});
