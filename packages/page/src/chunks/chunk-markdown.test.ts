import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { estimateTokens } from '../rules/model/token-estimate.js';
import { chunkMarkdown } from './chunk-markdown.js';

const chunk = (markdown: string, maxTokens = 50) => chunkMarkdown(markdown, { maxTokens, countTokens: estimateTokens });
const lines = (...given: readonly string[]): string => given.join('\n');
const sentence = (word: string): string => `${word} ${'slate roof tiles '.repeat(8)}end.`;

describe('chunks of a markdown text', () => {
  it('are one for a text that fits', () => {
    const text = '# Roofs\n\nShort.\n\n## Slate\n\nGrey.';
    expect(chunk(text)).toEqual([
      {
        id: expect.stringMatching(/^[0-9a-f]{16}$/),
        headings: ['Roofs'],
        markdown: text,
        tokenCount: estimateTokens(text),
      },
    ]);
  });

  it('none for an empty text', () => {
    expect(chunk('\n \n')).toEqual([]);
  });

  it('follow the headings: a section with all below it is whole where it fits', () => {
    const text = lines(
      sentence('Preface'),
      '# Roofs',
      sentence('Intro'),
      '## Slate',
      'Grey.',
      '### Welsh',
      'Purple.',
      '## Thatch',
      sentence('Reed'),
    );
    expect(
      chunk(text).map(({ headings, markdown }) => [headings.join(' > '), markdown.split(/\s/, 2).join(' ')]),
    ).toEqual([
      ['', 'Preface slate'],
      ['Roofs', '# Roofs'],
      ['Roofs > Slate', '## Slate'],
      ['Roofs > Thatch', '## Thatch'],
    ]);
    expect(chunk(text)[2]?.markdown).toBe('## Slate\n\nGrey.\n\n### Welsh\n\nPurple.');
  });

  it('take a heading without a text along with the section below it', () => {
    const [first, second] = chunk(lines('# Roofs', '## Slate', sentence('Grey'), '## Thatch', sentence('Reed')));
    expect(first).toMatchObject({
      headings: ['Roofs', 'Slate'],
      markdown: expect.stringMatching(/^# Roofs\n\n## Slate\n\nGrey/),
    });
    expect(second).toMatchObject({ headings: ['Roofs', 'Thatch'] });
  });

  it('have headings as plain text', () => {
    const [one] = chunk('# **Slate** [roofs](https://a.example/x "t") in `C\\#` #');
    expect(one?.headings).toEqual(['Slate roofs in C#']);
  });

  it('see no heading, no table and no break in code', () => {
    const code = lines('```py', '# not a heading', '', '| not | a table |', '```');
    expect(chunk(code).map(({ headings, markdown }) => ({ headings, markdown }))).toEqual([
      { headings: [], markdown: code },
    ]);
  });

  it('keep the id when another part of the page or their own text changes', () => {
    const page = (intro: string, slate: string): string =>
      lines('# A', sentence(intro), '## B', sentence(slate), '## B', sentence('Twin'));
    const [before, after] = [chunk(page('x', 'Grey')), chunk(page('y', 'Green'))];
    expect(after.map(({ id }) => id)).toEqual(before.map(({ id }) => id));
    expect(new Set(before.map(({ id }) => id)).size).toBe(3);
  });

  it('repeat the header of a table and the fence of code', () => {
    const rows = Array.from({ length: 20 }, (_, index) => `| tile ${index} | ${index} euros |`);
    const table = chunk(lines('| Tile | Price |', '| --- | --- |', ...rows));
    expect(table.length).toBeGreaterThan(2);
    for (const { markdown } of table)
      expect(markdown).toMatch(/^\| Tile \| Price \|\n\| --- \| --- \|\n(?:\| tile \d+ \| \d+ euros \|\n?)+$/);
    const code = chunk(lines('```js', ...rows.map((_, index) => `lay(tile[${index}], row);`), '```'));
    expect(code.length).toBeGreaterThan(2);
    for (const { markdown } of code) expect(markdown).toMatch(/^```js\n(?:lay\(tile\[\d+\], row\);\n)+```$/);
  });

  it('cut a long paragraph after a sentence, a long sentence at a word, a long word anywhere but within a character', () => {
    expect(chunk([sentence('One'), sentence('Two')].join(' ')).map(({ markdown }) => markdown)).toEqual([
      sentence('One'),
      sentence('Two'),
    ]);
    const words = chunk('roof '.repeat(200));
    expect(words.every(({ markdown }) => /^(?:roof ?)+$/.test(markdown))).toBe(true);
    const signs = chunk(`a${'🪨'.repeat(400)}`);
    expect(signs.length).toBeGreaterThan(2);
    expect(signs.every(({ markdown }) => markdown.isWellFormed())).toBe(true);
  });

  const block = fc.oneof(
    fc.constantFrom(
      '# A',
      '## B',
      '###### C',
      '#',
      '```',
      '~~~ sh',
      '- item',
      '| a | b |',
      '| --- | --- |',
      '> quote',
      '    code',
      '',
    ),
    fc.string({ unit: 'binary', maxLength: 300 }),
    fc.lorem({ maxCount: 80 }),
  );

  it('are within the budget, with ids of their own and without loss of a word, whatever the text', () => {
    const words = (text: string): string[] => [...new Set(text.split(/[\s|`~]+/))].sort();
    fc.assert(
      fc.property(fc.array(block, { maxLength: 30 }), fc.integer({ min: 50, max: 400 }), (parts, maxTokens) => {
        const text = parts.join('\n');
        const chunks = chunk(text, maxTokens);
        for (const { tokenCount } of chunks) expect(tokenCount).toBeLessThanOrEqual(maxTokens);
        expect(new Set(chunks.map(({ id }) => id)).size).toBe(chunks.length);
        expect(
          chunks.every(({ tokenCount, markdown }) => tokenCount === estimateTokens(markdown) && markdown.trim() !== ''),
        ).toBe(true);
        const letters = (one: string): string => one.replace(/[\s|`~:-]/g, '');
        const kept = letters(chunks.map(({ markdown }) => markdown).join(''));
        if (!/[|`~]/.test(text)) expect(kept).toBe(letters(text));
        else for (const word of words(text)) if (estimateTokens(word) < 20) expect(kept).toContain(letters(word));
      }),
    );
  });

  it('take linear time', () => {
    const time = (count: number): number => {
      const text = lines(
        ...Array.from({ length: count }, (_, index) => `${'#'.repeat(1 + (index % 6))} H\n\ntext ${index}`),
      );
      const startedAt = performance.now();
      chunk(text);
      return performance.now() - startedAt;
    };
    time(2_000);
    expect(time(20_000)).toBeLessThan(Math.max(50, time(2_000)) * 40);
  });
});
