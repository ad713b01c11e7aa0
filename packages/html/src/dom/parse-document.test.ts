import { describe, expect, it } from '@jest/globals';
import type { ChildNode, Document } from 'domhandler';
import fc from 'fast-check';
import { parseDocument, startParse } from './parse-document.js';
import type { ParseLimits } from './parse-limits.js';
import { isElement, isText, rawText, walk } from './walk.js';
import { watchProcessor } from '@quarry/testkit/processor-time';

/** Short form of a tree: `p[a b[c]]`. */
const outline = (root: { readonly children: readonly ChildNode[] }): string =>
  root.children
    .map((child) => {
      if (isText(child)) return child.data.trim();
      return isElement(child) ? `${child.name}[${outline(child)}]` : '';
    })
    .filter((part) => part !== '')
    .join(' ');

const parse = (html: string, limits?: Partial<ParseLimits>): Document =>
  parseDocument(html, limits ? { limits } : {}).root;

describe('parseDocument', () => {
  it.each([
    ['an unclosed paragraph', '<p>a<p>b', 'p[a] p[b]'],
    ['content in the head', '<head><title>t</title><div>a</div></head><body>b', 'head[title[t]] div[a] body[b]'],
    ['text in the head', '<head><meta> x<p>a</p></head><body>b', 'head[meta[]] x p[a] body[b]'],
    [
      'a picture in the head, for pages without scripts',
      '<head><noscript><img></noscript><link></head>',
      'head[noscript[img[]] link[]]',
    ],
    ['a block that ends a paragraph', '<p>a<div>b</div>', 'p[a] div[b]'],
    [
      'a block in a button, which ends no paragraph around the button',
      '<p><a href=x>a<button><div>b</div></button>c</a>d</p>',
      'p[a[a button[div[b]] c] d]',
    ],
    ['unclosed items', '<ul><li>a<li>b<ul><li>c</ul><li>d</ul>', 'ul[li[a] li[b ul[li[c]]] li[d]]'],
    ['an item around a block', '<ul><li><div>a<ul><li>b</ul></div><li>c</ul>', 'ul[li[div[a ul[li[b]]]] li[c]]'],
    ['definitions', '<dl><dt>a<dd>b<dt>c<dd>d</dl>', 'dl[dt[a] dd[b] dt[c] dd[d]]'],
    ['cells and rows', '<table><tr><td>a<td>b<tr><th>c</table>d', 'table[tr[td[a] td[b]] tr[th[c]]] d'],
    [
      'a table within a cell',
      '<table><tr><td><table><tr><td>a</table>b<td>c</table>',
      'table[tr[td[table[tr[td[a]]] b] td[c]]]',
    ],
    ['table sections', '<table><thead><tr><th>a<tbody><tr><td>b</table>', 'table[thead[tr[th[a]]] tbody[tr[td[b]]]]'],
    ['a closing tag that would leave its cell', '<div><table><tr><td>a</div>b</table>', 'div[table[tr[td[a b]]]]'],
    ['a row that a lost closing tag does not end', '<table><tr><td>a</tr></table>', 'table[tr[td[a]]]'],
    ['options', '<select><option>a<option>b</select>', 'select[option[a] option[b]]'],
    ['links do not nest', '<a href=1>a<a href=2>b</a>', 'a[a] a[b]'],
    ['void elements', '<p>a<br>b<img>c', 'p[a br[] b img[] c]'],
    ['a stray closing paragraph and break', 'a</p>b</br>c', 'a p[] b br[] c'],
    ['closing tags of nothing', 'a</div></b>c', 'a c'],
    ['upper case', '<DIV><P>a</DIV>', 'div[p[a]]'],
    ['self-closing in svg', '<svg><path/><g>a</g></svg>b', 'svg[path[] g[a]] b'],
    ['a second form inside of a form', '<form>a<form>b</form>c', 'form[a b] c'],
    ['comments and doctype', '<!doctype html><!-- x --><p>a<!-- y -->b', 'p[ab]'],
    ['image is img', '<image src=x>', 'img[]'],
  ])('builds %s', (_name, html, expected) => {
    expect(outline(parse(html))).toBe(expected);
  });

  it.each([
    [
      'raw text',
      '<script src="a.js" /><style/><iframe/><textarea/><title/><p>a</p>',
      'script[] style[] iframe[] textarea[] title[] p[a]',
    ],
    ['any element', '<div hidden="hidden"/><a id="x" href="/y"/><p/><P CLASS="c"/>a', 'div[] a[] p[] p[] a'],
    ['CDATA sections', '<p>a<![CDATA[<b>&amp;]]>c</p>', 'p[a<b>&amp;c]'],
    [
      'raw text that is not closed at once',
      '<script>a<b/></script><title>c&amp;d</title>e',
      'script[a<b/>] title[c&d] e',
    ],
    ['what HTML implies', '<ul><li>a<li>b</ul><br/>c', 'ul[li[a] li[b]] br[] c'],
  ])('honours in XHTML %s', (_name, html, expected) => {
    expect(outline(parseDocument(html, { isXhtml: true }).root)).toBe(expected);
  });

  it('closes nothing by a slash in HTML', () => {
    expect(outline(parse('<div/>a<![CDATA[b]]><script/>c</script>d'))).toBe('div[a script[c] d]');
  });

  it('keeps raw text as it stands and decodes text and attributes', () => {
    const root = parse(
      '<script>a<b>&amp;</script><title>x &amp; <i></title><p title="&quot;&eacute;">&lt;&#x41;&notin;</p>',
    );
    const [script, title, paragraph] = root.children.filter(isElement);
    expect(script && rawText(script)).toBe('a<b>&amp;');
    expect(title && rawText(title)).toBe('x & <i>');
    expect(paragraph?.attribs['title']).toBe('"é');
    expect(paragraph && rawText(paragraph)).toBe('<A∉');
  });

  it('keeps the first of a repeated attribute and is not fooled by its name', () => {
    const [element] = parse('<p __proto__=x constructor=y a=1 a=2>').children;
    expect(isElement(element) && element.attribs['a']).toBe('1');
    expect(isElement(element) && Object.keys(element.attribs)).toEqual(['__proto__', 'constructor', 'a']);
  });

  it('reads XML with case, CDATA and self-closing tags', () => {
    const { root } = parseDocument('<?xml version="1.0"?><Feed><item/><T a="1"><![CDATA[x < y]]></T></Feed>', {
      isXml: true,
    });
    expect(outline(root)).toBe('Feed[item[] T[x < y]]');
  });

  it('is not quadratic where every closing tag looks far back', () => {
    const html = `<div><table><tr><td>${'<b>'.repeat(100_000)}${'</div>'.repeat(200_000)}`;
    const usedMs = watchProcessor();
    parse(html);
    expect(usedMs()).toBeLessThan(5_000);
  });
});

describe('limits of parseDocument', () => {
  it('maxChars cuts the document', () => {
    const { root, limitsHit } = parseDocument('<p>abcdef', { limits: { maxChars: 6 } });
    expect(rawText(root)).toBe('abc');
    expect(limitsHit).toEqual(['maxChars']);
  });

  it('maxDepth lays deeper elements side by side and keeps text order', () => {
    const html = '<a1><a2><a3><a4>one<a5>two</a5>three</a4>four</a3></a2></a1>five';
    const { root, limitsHit } = parseDocument(html, { limits: { maxDepth: 2 } });
    expect(rawText(root)).toBe('onetwothreefourfive');
    expect(limitsHit).toEqual(['maxDepth']);
    let depth = 0;
    let deepest = 0;
    walk(root, {
      enter: () => {
        deepest = Math.max(deepest, (depth += 1));
        return true;
      },
      leave: () => void (depth -= 1),
    });
    expect(deepest).toBe(3);
  });

  it('maxDepth leaves text in the element it stands in', () => {
    expect(outline(parse('<div><div><div>x<a>in</a>out', { maxDepth: 2 }))).toBe('div[div[div[x] a[in] out]]');
  });

  it('maxNodes keeps the text and leaves scripts out', () => {
    const html = '<p>a</p><p>b</p><p>c</p><script>evil()</script><p>d</p><style>x{}</style>e';
    const { root, limitsHit } = parseDocument(html, { limits: { maxNodes: 4 } });
    expect(limitsHit).toEqual(['maxNodes']);
    expect(rawText(root).replace(/\s+/g, ' ').trim()).toBe('ab c d e');
  });

  it('maxAttributes keeps the first ones', () => {
    const { root, limitsHit } = parseDocument('<p a b c d>x', { limits: { maxAttributes: 2 } });
    const [element] = root.children;
    expect(isElement(element) && Object.keys(element.attribs)).toEqual(['a', 'b']);
    expect(limitsHit).toEqual(['maxAttributes']);
  });

  it('names no limit where none was met', () => {
    expect(parseDocument('<p>a').limitsHit).toEqual([]);
  });
});

describe('walk', () => {
  it('visits in document order, leaves what it entered and skips what is refused', () => {
    const events: string[] = [];
    walk(parse('<a1>x<b1><c1>y</c1></b1><d1></d1></a1>z'), {
      enter: (element) => {
        events.push(`+${element.name}`);
        return element.name !== 'c1';
      },
      leave: (element) => void events.push(`-${element.name}`),
      text: (node) => void events.push(node.data),
    });
    expect(events).toEqual(['+a1', 'x', '+b1', '+c1', '-b1', '+d1', '-d1', '-a1', 'z']);
  });

  it('stays below the given root', () => {
    const root = parse('<p>a<b>b</b></p><p>c</p>');
    const [first] = root.children;
    expect(isElement(first) && rawText(first)).toBe('ab');
  });
});

describe('any input', () => {
  const piece = fc.oneof(
    fc.constantFrom(
      '<div>',
      '</div>',
      '<p>',
      '</p>',
      '<table>',
      '<tr>',
      '<td>',
      '</table>',
      '<li>',
      '<ul>',
      '</ul>',
      '<svg>',
      '</svg>',
    ),
    fc.constantFrom(
      '<script>',
      '</script>',
      '<!--',
      '-->',
      '<![CDATA[',
      ']]>',
      '&amp;',
      '&#0;',
      '&#xFFFFFFFF;',
      '<a href="',
      '">',
      "='",
    ),
    fc.string({ maxLength: 6 }),
  );

  it('gives a consistent tree within its limits', () => {
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 60 }), (pieces) => {
        const { root } = parseDocument(pieces.join(''), { limits: { maxDepth: 5, maxNodes: 30 } });
        let elements = 0;
        walk(root, {
          enter: (element) => {
            elements += 1;
            for (const [index, child] of element.children.entries()) {
              expect(child.parent).toBe(element);
              expect(child.prev).toBe(element.children[index - 1] ?? null);
            }
            return true;
          },
        });
        expect(elements).toBeLessThanOrEqual(31);
      }),
      { numRuns: 300 },
    );
  });
});

describe('startParse', () => {
  const html = '<p>a</p><p>b</p><p>c</p><script>evil()</script><p>d</p>';

  it('reads no more of a document than it is asked for', () => {
    const begun = startParse(html);
    expect(begun.readStart({ maxChars: 100_000, maxNodes: 4 })).toBe(false);
    expect(outline(begun.root)).toBe('p[a] p[b] p[]');
    const cut = startParse(html);
    expect(cut.readStart({ maxChars: 11, maxNodes: 100 })).toBe(false);
    expect(outline(cut.root)).toBe('p[a] p[]');
  });

  it('says when that was all of it', () => {
    expect(startParse(html).readStart({ maxChars: html.length, maxNodes: 9 })).toBe(true);
    expect(startParse('').readStart({ maxChars: 10, maxNodes: 10 })).toBe(true);
    expect(startParse(html, { limits: { maxChars: 9 } }).readStart({ maxChars: 50, maxNodes: 50 })).toBe(false);
  });

  it('reads in two steps what it reads in one, wherever the first ends', () => {
    const parts = [
      '<p>',
      '</p>',
      '<a b="c&amp;d">',
      '</a>',
      'word ',
      '&lt;',
      '&nosuch',
      '<script>',
      '</script>',
      '<br/>',
      '<!--',
      '-->',
      '<svg>',
      '</svg>',
      '<',
      '"',
      '<title>',
    ];
    const bound = fc.integer({ min: 0, max: 60 });
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...parts), { maxLength: 40 }), bound, bound, (list, maxChars, maxNodes) => {
        const text = list.join('');
        const begun = startParse(text);
        begun.readStart({ maxChars, maxNodes });
        const { root, limitsHit } = begun.finish();
        const whole = parseDocument(text);
        expect(outline(root)).toBe(outline(whole.root));
        expect(rawText(root)).toBe(rawText(whole.root));
        expect(limitsHit).toEqual(whole.limitsHit);
      }),
      { numRuns: 500 },
    );
  });
});
