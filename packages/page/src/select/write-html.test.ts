import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { ChildNode } from 'domhandler';
import { parseDocument, isText, walk } from '@quarry/html';
import { readDoctype, writeHtml } from './write-html.js';

const rewrite = (html: string): string => writeHtml(parseDocument(html).root, readDoctype(html));

/** A tree as a list of its steps. */
const shape = (html: string): unknown[] => {
  const steps: unknown[] = [];
  walk(parseDocument(html).root, {
    enter: (element) => {
      steps.push([element.name, { ...element.attribs }]);
      return true;
    },
    leave: () => void steps.push('end'),
    text: (node: ChildNode) => void (isText(node) && steps.push(node.data)),
  });
  return steps;
};

describe('writeHtml', () => {
  it.each([
    ['text', 'a &amp; &lt;b> "c" \u00a0', 'a &amp; &lt;b&gt; "c" &nbsp;'],
    ['attributes', `<p title='a"b&amp;c<d' hidden data-x="">x`, '<p title="a&quot;b&amp;c&lt;d" hidden data-x>x</p>'],
    ['void elements', '<br/><img src=a><hr>', '<br><img src="a"><hr>'],
    ['raw text', '<script>a<b && c</script><style>a>b</style>', '<script>a<b && c</script><style>a>b</style>'],
    [
      'escapable text',
      '<title>a &amp; b</title><textarea><b></textarea>',
      '<title>a &amp; b</title><textarea>&lt;b&gt;</textarea>',
    ],
    [
      'no style rules of drawings',
      '<svg><style>a&gt;b</style><path d="x"/></svg>',
      '<svg><style>a&gt;b</style><path d="x"></path></svg>',
    ],
    ['open elements', '<ul><li>a<li>b', '<ul><li>a</li><li>b</li></ul>'],
    [
      'a document',
      '<!DOCTYPE html>\n<!-- c --><html lang=en><body>a',
      '<!DOCTYPE html>\n<html lang="en"><body>a</body></html>',
    ],
    ['a part, which has no type', '<!DOCTYPE html><p>a', '<p>a</p>'],
  ])('writes %s', (_name, html, expected) => {
    expect(rewrite(html)).toBe(expected);
  });

  it.each([
    ['<?xml version="1.0"?>\n<!-- a > b --><!DOCTYPE html PUBLIC "x" "y">', '<!DOCTYPE html PUBLIC "x" "y">'],
    ['<p><!doctype html>', undefined],
    ['<!-- never ends <!doctype html>', undefined],
    ['<!doctype html', undefined],
    ['', undefined],
  ])('reads the type of %j', (html, expected) => {
    expect(readDoctype(html)).toBe(expected);
  });

  it('writes what reads as the same tree', () => {
    const name = fc.constantFrom(
      'p',
      'div',
      'b',
      'a',
      'ul',
      'li',
      'svg',
      'path',
      'pre',
      'textarea',
      'title',
      'script',
      'style',
      'br',
      'img',
      'x-y',
    );
    const piece = fc.oneof(
      fc
        .tuple(name, fc.constantFrom('', ' a="&quot;&lt;"', " title='\u00a0\"'", ' hidden', ' a=b c'))
        .map(([tag, rest]) => `<${tag}${rest}>`),
      name.map((tag) => `</${tag}>`),
      fc.constantFrom('text', '&amp;lt;', '<', '>', '"', '&nbsp;', ' \n', '&', '&copy', '日本'),
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 40 }), (pieces) => {
        const once = rewrite(pieces.join(''));
        expect(shape(once)).toEqual(shape(rewrite(once)));
        expect(rewrite(once)).toBe(once);
      }),
      { numRuns: 300 },
    );
  });

  it('writes nesting of any depth', () => {
    const html = `${'<div>'.repeat(400)}x${'</div>'.repeat(400)}`;
    expect(rewrite(html)).toBe(html);
  });
});
