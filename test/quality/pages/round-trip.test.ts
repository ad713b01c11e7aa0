import { expect, it } from '@jest/globals';
import { convertPage } from '@quarry/page';
import fc from 'fast-check';
import { readMarkdown } from './markdown-reading.js';

/** Text that markdown would read as marks. */
const NASTY = [
  ...'*_`~[]()<>#+-=|\\!&:."\'$^{}',
  ...[
    '**',
    '__',
    '``',
    '```',
    '~~',
    '![',
    '](',
    '<b>',
    '</p>',
    '<!--',
    '&amp;',
    '&lt;',
    '1.',
    '2)',
    '- ',
    '* ',
    '+ ',
    '> ',
  ],
  ...[
    '# ',
    '---',
    '===',
    '***',
    '| a |',
    '$$',
    'http://a.example/x_y_z',
    'www.a.example',
    'a@b.example',
    '[x]: /y',
    '\u00a0',
  ],
];
const text = fc
  .array(fc.oneof(fc.constantFrom(...NASTY), fc.constantFrom('a', 'B c', ' ', 'ж', '日本', '1', 'x. ', '\n')), {
    maxLength: 6,
  })
  .map((parts) => parts.join(''));
const escaped = text.map((value) => value.replaceAll('&', '&amp;').replaceAll('<', '&lt;'));

const { block } = fc.letrec<{ inline: string; block: string }>((tie) => ({
  inline: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    escaped,
    fc
      .tuple(
        fc.constantFrom('b', 'i', 'code', 'del', 'sup', 'span', 'em', 'kbd', 'q'),
        fc.array(tie('inline'), { maxLength: 3 }),
      )
      .map(([tag, children]) => `<${tag}>${children.join('')}</${tag}>`),
    fc.array(tie('inline'), { maxLength: 2 }).map((children) => `<a href="/p(1)?q=[a]&b=*">${children.join('')}</a>`),
    fc.constant('<br>'),
  ),
  block: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    fc.array(tie('inline'), { maxLength: 4 }).map((children) => `<p>${children.join('')}</p>`),
    fc
      .tuple(
        fc.constantFrom(
          'div',
          'blockquote',
          'ul><li',
          'ol start=7><li',
          'dl><dt',
          'dl><dd',
          'section',
          'details><summary',
        ),
        fc.array(fc.oneof(tie('block'), tie('inline')), { maxLength: 3 }),
      )
      .map(([tag, children]) => `<${tag}>${children.join('')}${closersOf(tag)}`),
    fc.array(tie('inline'), { maxLength: 3 }).map((children) => `<h3>${children.join('')}</h3>`),
    escaped.map((value) => `<pre>${value}</pre>`),
    fc
      .array(fc.array(tie('inline'), { minLength: 2, maxLength: 3 }), { minLength: 1, maxLength: 3 })
      .map(
        (rows) =>
          `<table>${rows.map((cells) => `<tr>${cells.map((cell) => `<td>${cell}</td>`).join('')}</tr>`).join('')}</table>`,
      ),
  ),
}));

const closersOf = (opener: string): string =>
  opener
    .split('>')
    .reverse()
    .map((part) => `</${part.replace(/^</, '').split(' ')[0] ?? ''}>`)
    .join('');

const convert = (html: string): { readonly text: string; readonly markdown: string } => {
  const { text: plain = '', markdown = '' } = convertPage(
    { text: html, url: 'https://a.example/', mediaType: 'text/html' },
    { formats: ['text', 'markdown'], links: false, emails: false },
  );
  return { text: plain, markdown };
};

/** Marks that only the plain text has: numbers and bullets of items, at the start of lines. */
const compact = (value: string): string => value.replace(/[\s\u00a0]+/g, '');

it('markdown of any text reads back as that text', () => {
  fc.assert(
    fc.property(fc.array(escaped, { minLength: 1, maxLength: 4 }), (paragraphs) => {
      const html = paragraphs.map((paragraph) => `<p>${paragraph}</p>`).join('');
      const { text: plain, markdown } = convert(html);
      expect(compact(readMarkdown(markdown).text)).toBe(compact(plain));
    }),
    { numRuns: 1_000 },
  );
});

it('markdown of any structure keeps its letters in order', () => {
  const letters = (value: string): string => (value.match(/[a-z\u0430-\u044f\u65e5\u672c]/giu) ?? []).join('');
  fc.assert(
    fc.property(fc.array(block, { minLength: 1, maxLength: 4 }), (blocks) => {
      const { text: plain, markdown } = convert(blocks.join(''));
      const reading = readMarkdown(markdown);
      expect(reading.strayTags).toEqual([]);
      expect(letters(reading.text)).toBe(letters(plain));
    }),
    { numRuns: 1_000 },
  );
});
