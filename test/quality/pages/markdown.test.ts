import { expect, it } from '@jest/globals';
import { convertPage } from '@quarry/page';
import { corpusFiles, corpusPage, describeCorpus } from '../corpus.js';
import { judgeFigures } from '../gate.js';
import { renderBlocks } from './markdown-reading.js';

const names = corpusFiles('articles/markdown', (name) => name.endsWith('.in.html'));
const expectedName = (name: string): string => name.replace('.in.html', '.out.md');

interface Comparison {
  readonly same: number;
  readonly missing: readonly string[];
  readonly extra: readonly string[];
}

/** Blocks that both have, each as often as both have it. */
const compareBlocks = (expected: readonly string[], actual: readonly string[]): Comparison => {
  const left = [...actual];
  const missing = expected.filter((block) => {
    const index = left.indexOf(block);
    if (index >= 0) left.splice(index, 1);
    return index < 0;
  });
  return { same: expected.length - missing.length, missing, extra: left };
};

/**
 * Pairs of html and another converter's markdown. Both are rendered and compared block by block, so that the notation of a mark
 * does not matter. These decisions of ours count as different: `var` is emphasis and not code; an address is not written as its
 * own link text; adjacent code spans become one; a link around blocks is repeated in each of them; an empty link and a picture
 * without an address are left out. Marks of the pairs that do not read as marks (`a**[b](c)**`) count as different too.
 */
describeCorpus('markdown of written pairs', () => {
  it('renders to the same blocks', () => {
    let same = 0;
    let blocks = 0;
    const details: string[] = [];
    const cases = names.map((name) => {
      const { markdown = '' } = convertPage(
        { text: corpusPage(name).text, url: '', mediaType: 'text/html' },
        { formats: ['markdown'], links: false, emails: false },
      );
      const expected = renderBlocks(corpusPage(expectedName(name)).text);
      const comparison = compareBlocks(expected, renderBlocks(markdown));
      same += comparison.same;
      blocks += expected.length;
      for (const block of comparison.missing) details.push(`${name} - ${block}`);
      for (const block of comparison.extra) details.push(`${name} + ${block}`);
      return `${name}: ${comparison.same} of ${expected.length} blocks, ${comparison.extra.length} others`;
    });
    if (process.env['QUALITY_DETAILS'] === '1') process.stdout.write(`${details.join('\n')}\n`);
    const pages = [...names, ...names.map(expectedName)];
    process.stdout.write(`${cases.join('\n')}\n`);
    expect(
      judgeFigures('pages/markdown', pages, {
        'blocks that render alike': { value: same / blocks, n: blocks, floor: 0.75 },
      }),
    ).toEqual([]);
  });
});
