import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { Parser } from 'htmlparser2';
import { FRAME_STEP_CHARS } from '../bounds.js';
import { toInertHtml } from './inert-html.js';

const inert = async (html: string): Promise<string> => {
  let text = '';
  for await (const part of toInertHtml(html)) text += part;
  return text;
};

describe('a page without what it would do', () => {
  it.each([
    ['<script>alert(1)</script>', '<script type="text/plain"></script>'],
    ['<SCRIPT SRC="https://evil.example/x.js" id=s>', '<script id="s" type="text/plain">'],
    ['<script type=module>import "x"</script>', '<script type="text/plain"></script>'],
    ['<script><!--</script>--><p>a</p>', '<script type="text/plain"></script>--&gt;<p>a</p>'],
    ['<body onload="alert(1)">', '<body>'],
    ['<img src=x onerror=alert(1)>', '<img src="x">'],
    ['<img src=x ONERROR = alert(1) class=a>', '<img src="x" class="a">'],
    ['<svg onload=alert(1)><circle/></svg>', '<svg><circle/></svg>'],
    ['<svg><script>alert(1)</script></svg>', '<svg><script type="text/plain"></script></svg>'],
    ['<svg><style><img src=x onerror=alert(1)></style></svg>', '<svg><style><img src="x"></style></svg>'],
    ['<svg><animate attributeName=href values=javascript:alert(1) /></svg>', '<svg><animate/></svg>'],
    ['<a href="javascript:alert(1)">a</a>', '<a>a</a>'],
    ['<a href=" java\tscript\n:alert(1)">a</a>', '<a>a</a>'],
    ['<a href="&#106;avascript&colon;alert(1)">a</a>', '<a>a</a>'],
    ['<a href="JAVASCRIPT:alert(1)">a</a>', '<a>a</a>'],
    ['<a href="data:text/html,<script>alert(1)</script>">a</a>', '<a>a</a>'],
    ['<a xlink:href="javascript:alert(1)">a</a>', '<a>a</a>'],
    ['<a href="vbscript:x">a</a>', '<a>a</a>'],
    [
      '<a href="https://example.com/?a=1&amp;b=2" target=_top>a</a>',
      '<a href="https://example.com/?a=1&amp;b=2">a</a>',
    ],
    ['<img src="data:image/png;base64,AA">', '<img src="data:image/png;base64,AA">'],
    ['<img src="data:image/svg+xml,<svg onload=alert(1)>">', '<img>'],
    ['<meta http-equiv=refresh content="0;url=https://evil.example">', '<meta>'],
    ['<meta http-equiv=Content-Security-Policy content="default-src *">', '<meta>'],
    ['<meta charset=utf-7>', '<meta>'],
    ['<base href="https://evil.example/">', '<base>'],
    ['<link rel=stylesheet href="https://evil.example/a.css" id=l>', '<link id="l">'],
    [
      '<form action="https://evil.example" class=f><button formaction=x>b</button></form>',
      '<form class="f"><button>b</button></form>',
    ],
    ['<iframe src="https://evil.example" srcdoc="<script>1</script>" id=f></iframe>', '<x-iframe id="f"></x-iframe>'],
    ['<iframe><script>alert(1)</script></iframe>', '<x-iframe>&lt;script&gt;alert(1)&lt;/script&gt;</x-iframe>'],
    ['<object data="x.swf"><embed src=y></object>', '<x-object><x-embed></x-object>'],
    ['<noscript><p>a</p></noscript>', '<x-noscript hidden=""><p>a</p></x-noscript>'],
    [
      '<noscript><p title="</noscript><img src=x onerror=alert(1)>">',
      '<x-noscript hidden=""><p title="&lt;/noscript&gt;&lt;img src=x onerror=alert(1)&gt;">',
    ],
    ['<plaintext><b>a', '<x-plaintext>&lt;b&gt;a'],
    ['<xmp><b>a</xmp>', '<x-xmp>&lt;b&gt;a</x-xmp>'],
    ['<template shadowrootmode=open><p>a</p></template>', '<template><p>a</p></template>'],
    ['<style>a{content:"</sty"}</style>', '<style>a{content:"\\3c /sty"}</style>'],
    ['<textarea></textarea><img src=x onerror=1></textarea>', '<textarea></textarea><img src="x"></textarea>'],
    ['<title><script>alert(1)</script></title>', '<title>&lt;script&gt;alert(1)&lt;/script&gt;</title>'],
    ['<!-- <script>alert(1)</script> --><p>a', '<p>a'],
    ['<!doctype html><p>a', '<p>a'],
    ["<p title='\"><script>alert(1)</script>'>a", '<p title="&quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt;">a'],
    ['<p "<script>="x">a', '<p>="x"&gt;a'],
    ['a < b &amp; c &lt;script&gt;', 'a &lt; b &amp; c &lt;script&gt;'],
    ['<input autofocus onfocus=alert(1) value=v>', '<input value="v">'],
    [
      '<div data-id=7 class="a b" id=x aria-label=y style="color:red">',
      '<div data-id="7" class="a b" id="x" aria-label="y" style="color:red">',
    ],
    ['<p class=a class=b>', '<p class="a">'],
  ])('%s', async (page, expected) => expect(await inert(page)).toBe(expected));

  it('keeps every element in its place', async () => {
    const page =
      '<ul><li>1<script>x</script><li>2</ul><table><tr><td>a<td>b</table><noscript>n</noscript><iframe></iframe><p>end';
    const count = (html: string): number => {
      let opened = 0;
      const parser = new Parser({ onopentag: () => (opened += 1) });
      parser.end(html);
      return opened;
    };
    expect(count(await inert(page))).toBe(count(page));
  });

  it('is the same whatever step it is written in', async () => {
    const filler = 'x'.repeat(FRAME_STEP_CHARS - 12);
    for (let shift = 0; shift < 24; shift += 1) {
      const page = `${filler.slice(shift)}<img src="a&amp;b" onerror=alert(1)><script>alert(1)</script><p>&eacute;</p>`;
      expect(await inert(page)).toBe(
        `${filler.slice(shift)}<img src="a&amp;b"><script type="text/plain"></script><p>é</p>`,
      );
    }
  });

  it('stays what it is when it is written again', async () => {
    const piece = fc.constantFrom(
      ...[
        '<script>',
        '</script>',
        '<svg>',
        '</svg>',
        '<style>',
        '</style>',
        '<p title="',
        '">',
        "'",
        '<!--',
        '-->',
        '<![CDATA[',
        ']]>',
      ],
      ...[
        '<textarea>',
        '</textarea>',
        '<iframe ',
        'onerror=alert(1)',
        '<math>',
        '<a href=javascript:x>',
        '&lt;',
        '<',
        '>',
        '/',
        ' ',
        'x',
      ],
    );
    await fc.assert(
      fc.asyncProperty(fc.array(piece, { maxLength: 14 }), async (pieces) => {
        const once = await inert(pieces.join(''));
        expect(once).not.toMatch(/<(?:iframe|object|embed|noscript|plaintext|xmp)\b/);
        expect(once).not.toMatch(/<!--/);
        const parser = new Parser({
          onopentag: (name, attributes) => {
            for (const attribute of Object.keys(attributes)) expect(attribute).not.toMatch(/^on/);
            if (name === 'script') expect(attributes).toMatchObject({ type: 'text/plain' });
          },
        });
        parser.end(once);
      }),
      { numRuns: 500 },
    );
  });

  it('is written in steps, however deep and long it is', async () => {
    const page = '<div>'.repeat(200_000);
    let steps = 0;
    let length = 0;
    for await (const part of toInertHtml(page)) {
      steps += 1;
      length += part.length;
    }
    expect(length).toBe(page.length);
    expect(steps).toBeGreaterThan(15);
  });
});
