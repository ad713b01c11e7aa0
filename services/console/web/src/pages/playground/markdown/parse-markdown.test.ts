import { describe, expect, it } from '@jest/globals';
import { parseBlocks } from './parse-blocks.js';
import { parseInline, safeHref } from './parse-inline.js';

const text = (value: string) => ({ type: 'text', text: value });

describe('parseBlocks', () => {
  it('reads what the service writes', () => {
    const blocks = parseBlocks(
      [
        '# Title #',
        '',
        'A paragraph',
        'of two lines.',
        '',
        '- one',
        '- two',
        '  - inner',
        '',
        '3. three',
        '4. four',
        '',
        '> quoted',
        '> - list',
        '',
        '```js',
        '# no heading',
        '```',
        '',
        '| a | b |',
        '| --- | :-: |',
        String.raw`| 1 | x \| y |`,
        '| `p|q` |',
        '',
        '---',
      ].join('\n'),
    );
    const paragraph = (value: string) => ({ type: 'paragraph', text: value });
    expect(blocks).toEqual([
      { type: 'heading', level: 1, text: 'Title' },
      paragraph('A paragraph\nof two lines.'),
      {
        type: 'list',
        start: undefined,
        items: [
          [paragraph('one')],
          [paragraph('two'), { type: 'list', start: undefined, items: [[paragraph('inner')]] }],
        ],
      },
      { type: 'list', start: 3, items: [[paragraph('three')], [paragraph('four')]] },
      {
        type: 'quote',
        blocks: [paragraph('quoted'), { type: 'list', start: undefined, items: [[paragraph('list')]] }],
      },
      { type: 'code', language: 'js', text: '# no heading' },
      {
        type: 'table',
        header: ['a', 'b'],
        rows: [
          ['1', 'x | y'],
          ['`p|q`', ''],
        ],
      },
      { type: 'rule' },
    ]);
  });

  it.each([
    ['a fence without an end', '```\na', { type: 'code', language: '', text: 'a' }],
    ['a line of bars alone', '| a | b |', { type: 'paragraph', text: '| a | b |' }],
    ['a heading without a text', '#', { type: 'heading', level: 1, text: '' }],
    ['raw html', '<script>alert(1)</script>', { type: 'paragraph', text: '<script>alert(1)</script>' }],
  ])('takes %s', (_what, markdown, block) => {
    expect(parseBlocks(markdown)).toEqual([block]);
  });

  it('takes long and deep documents in little time', () => {
    const started = performance.now();
    for (const part of ['> ', '- ', '| a ', '# ', '```\n', '*', '1. ', '  ']) {
      parseBlocks(part.repeat(20_000));
      parseBlocks(`${part}\n`.repeat(20_000));
    }
    expect(performance.now() - started).toBeLessThan(5_000);
  });
});

describe('parseInline', () => {
  it.each([
    ['a **b** c', [text('a '), { type: 'strong', children: [text('b')] }, text(' c')]],
    [
      '*a* _b_ ~~c~~',
      [
        { type: 'emphasis', children: [text('a')] },
        text(' '),
        { type: 'emphasis', children: [text('b')] },
        text(' '),
        { type: 'strike', children: [text('c')] },
      ],
    ],
    ['snake_case_name 2 * 3 * 4', [text('snake_case_name 2 * 3 * 4')]],
    ['`a *b*` ``c`d``', [{ type: 'code', text: 'a *b*' }, text(' '), { type: 'code', text: 'c`d' }]],
    [
      '[x **y**](https://a.example/p_(1) "t")',
      [
        {
          type: 'link',
          href: 'https://a.example/p_(1)',
          children: [text('x '), { type: 'strong', children: [text('y')] }],
        },
      ],
    ],
    ['![alt [1]](https://a.example/i.png)', [{ type: 'image', src: 'https://a.example/i.png', alt: 'alt [1]' }]],
    ['<https://a.example/>', [{ type: 'link', href: 'https://a.example/', children: [text('https://a.example/')] }]],
    [String.raw`\*a\* \[b\] \n`, [text(String.raw`*a* [b] \n`)]],
    ['a  \nb\\\nc\nd', [text('a'), { type: 'break' }, text('b'), { type: 'break' }, text('c\nd')]],
    ['<b>&amp;</b>', [text('<b>&amp;</b>')]],
    ['**a [b](', [text('**a [b](')]],
  ])('%j', (markdown, inlines) => {
    expect(parseInline(markdown)).toEqual(inlines);
  });

  it.each(['javascript:alert(1)', 'JAVASCRIPT:x', ' data:text/html,x', 'vbscript:x', '/local', '//a.example', 'x'])(
    'never links to %s',
    (href) => {
      expect(safeHref(href)).toBeUndefined();
      expect(JSON.stringify(parseInline(`[a](${href})`))).not.toContain('"link"');
    },
  );

  it('takes long lines in little time', () => {
    const started = performance.now();
    for (const part of ['[', '![', '**a', '*a ', '`', '``a', '<https:', '_a', '~~x', '[a](', '\\', '(', '[a](b']) {
      parseInline(part.repeat(20_000));
    }
    expect(performance.now() - started).toBeLessThan(5_000);
  });
});
