import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { convertPage } from './convert-page.js';
import { readDelimited } from './delimited.js';
import type { ConversionRequest, PageContent } from '../source/page-content.js';
import { watchProcessor } from '@quarry/testkit/processor-time';

const convert = (text: string, mediaType: string, wish: Partial<ConversionRequest> = {}): PageContent =>
  convertPage(
    { text, url: 'https://a.example/dir/file', mediaType },
    { formats: ['text', 'markdown', 'json'], links: true, emails: true, ...wish },
  );

const RSS = `<?xml version="1.0"?><rss version="2.0" xmlns:content="http://purl.org/rss/1.0/modules/content/"><channel>
<title>News &amp; more</title><link>https://a.example/</link><description>What is new</description>
<item><title>First *one*</title><link>/first</link><pubDate>Mon, 06 Sep 2021 00:01:00 +0000</pubDate><description>&lt;p&gt;It is &lt;b&gt;bold&lt;/b&gt;, ask jo@example.com &lt;table&gt;&lt;tr&gt;</description></item>
<item><title>Second</title><link>https://b.example/2</link><description>short</description><content:encoded><![CDATA[<p>Long <a href="https://c.example/">text</a></p>]]></content:encoded></item>
</channel></rss>`;

const ATOM = `<feed xmlns="http://www.w3.org/2005/Atom"><title>Feed</title><link rel="self" href="https://a.example/feed"/><link href="https://a.example/"/>
<entry><title>Entry</title><link rel="alternate" href="https://a.example/e"/><updated>2024-01-02</updated><author><name>Ann</name></author><summary>a &lt; b</summary></entry></feed>`;

describe('feeds', () => {
  it('read as a page of their entries', () => {
    const { markdown, text, links, emails } = convert(RSS, 'application/rss+xml');
    expect(markdown).toBe(
      [
        '# [News & more](https://a.example/)',
        'What is new',
        '## [First *one*](https://a.example/first)'.replaceAll('*', '\\*'),
        'Mon, 06 Sep 2021 00:01:00 +0000',
        'It is **bold**, ask jo@example.com',
        '## [Second](https://b.example/2)',
        'Long [text](https://c.example/)',
      ].join('\n\n'),
    );
    expect(text).toContain('First *one*\n\nMon, 06 Sep 2021 00:01:00 +0000\n\nIt is bold, ask jo@example.com');
    expect(links).toEqual([
      'https://a.example/',
      'https://a.example/first',
      'https://b.example/2',
      'https://c.example/',
    ]);
    expect(emails).toEqual(['jo@example.com']);
  });

  it('of the other kind too', () => {
    const { markdown, json } = convert(ATOM, 'application/atom+xml');
    expect(markdown).toBe(
      '# [Feed](https://a.example/)\n\n## [Entry](https://a.example/e)\n\n2024-01-02 · Ann\n\na < b',
    );
    expect(json).toMatchObject({ name: 'feed' });
  });

  it('and site maps as their addresses', () => {
    const map =
      '<urlset><url><loc> https://a.example/1?a=1&amp;b=2 </loc><lastmod>2024-01-02</lastmod></url><url><loc>https://a.example/2</loc></url></urlset>';
    const { links, text } = convert(map, 'application/xml');
    expect(links).toEqual(['https://a.example/1?a=1&b=2', 'https://a.example/2']);
    expect(text).toBe('- https://a.example/1?a=1&b=2 2024-01-02\n- https://a.example/2');
  });

  it('are as they came in html, and rules by selector read their XML', () => {
    const rules = { titles: 'item > title', dates: 'pubDate', href: 'link @href', none: 'pubdate' };
    const content = convert(RSS, 'text/xml', { formats: ['html'], extractRules: rules, links: false, emails: false });
    expect(content).toEqual({
      content: RSS,
      extractedData: {
        titles: ['First *one*', 'Second'],
        dates: 'Mon, 06 Sep 2021 00:01:00 +0000',
        href: null,
        none: null,
      },
    });
  });
});

describe('other XML', () => {
  it('has its own links, not those of its name spaces', () => {
    const source =
      '<a xmlns="http://www.w3.org/x" xsi:schemaLocation="http://s.example/ x" href="https://b.example/?a=1&amp;b=2">https://c.example/</a>';
    const { links, text, markdown } = convert(source, 'application/xml');
    expect(links).toEqual(['https://b.example/?a=1&b=2', 'https://c.example/']);
    expect(text).toBe('https://c.example/');
    expect(markdown).toContain('```xml\n<a ');
  });
});

describe('delimited values', () => {
  it('are a table and rows', () => {
    const source = 'Name,Note\r\n"Chair, oak","say ""hi""\nx|y"\r\n\r\nTable,\r\n';
    const { markdown, json, text } = convert(source, 'text/csv');
    expect(json).toEqual({
      rows: [
        ['Name', 'Note'],
        ['Chair, oak', 'say "hi"\nx|y'],
        ['Table', ''],
      ],
    });
    expect(markdown).toBe('| Name | Note |\n| --- | --- |\n| Chair, oak | say "hi"<br>x\\|y |\n| Table |  |');
    expect(text).toBe(source);
  });

  it.each([
    [
      'semicolons',
      'text/csv',
      'a;b,c;d\n1;2,5;3',
      [
        ['a', 'b,c', 'd'],
        ['1', '2,5', '3'],
      ],
    ],
    [
      'tabs',
      'text/tab-separated-values',
      'a\tb,c\n1\t2',
      [
        ['a', 'b,c'],
        ['1', '2'],
      ],
    ],
    ['a quote that never ends', 'text/csv', 'a,b\n"x,y', [['a', 'b'], ['x,y']]],
    ['nothing', 'text/csv', '', []],
  ])('%s', (_name, mediaType, source, rows) => {
    expect(convert(source, mediaType).json).toEqual({ rows });
  });

  it('of one column or of far too many stay a text', () => {
    expect(convert('a\nb', 'text/csv').markdown).toBe('```csv\na\nb\n```');
    expect(convert(`${'a,'.repeat(300)}b`, 'text/csv').markdown).toMatch(/^```csv/);
    expect(convert(`${'a,'.repeat(150)}b\n${'x\n'.repeat(5_000)}`, 'text/csv').markdown).toMatch(/^```csv/);
  });

  it('that are written are read again', () => {
    const quote = (value: string): string => `"${value.replaceAll('"', '""')}"`;
    const value = fc.string({ unit: fc.constantFrom('a', '"', ',', '\n', ' ', 'é') });
    const table = fc.array(fc.array(value, { minLength: 2, maxLength: 4 }), { maxLength: 6 });
    fc.assert(
      fc.property(table, (rows) => {
        const source = rows.map((row) => row.map(quote).join(',')).join('\n');
        expect(readDelimited(source, ',')).toEqual(rows);
      }),
    );
  });

  it('are read in bounded time', () => {
    const usedMs = watchProcessor();
    for (const part of ['"', '""', '","', 'a,', '"\n', ',,\n']) convert(part.repeat(500_000), 'text/csv');
    expect(usedMs()).toBeLessThan(20_000);
  });
});

describe('JSON', () => {
  it('has links and addresses behind its escapes', () => {
    const { links, emails } = convert(
      '{"a":"https:\\/\\/b.example\\/x","b":["jo\\u0040example.com"]}',
      'application/json',
    );
    expect(links).toEqual(['https://b.example/x']);
    expect(emails).toEqual(['jo@example.com']);
  });

  it('by the line is a list of values', () => {
    expect(convert('{"a":1}\n\n[2]\n', 'application/x-ndjson').json).toEqual([{ a: 1 }, [2]]);
    expect(convert('{"a":1}\nx', 'application/jsonl').json).toEqual({ text: '{"a":1}\nx' });
  });

  it('has nothing for rules to read', () => {
    const rules = {
      formats: [],
      links: false,
      emails: false,
      extractRules: { a: 'p' },
      aiExtractRules: { b: { type: 'string' } },
    } as const;
    const nothing = { extractedData: { a: null }, aiResponse: { b: null } };
    expect(convert('{}', 'application/json', rules)).toEqual(nothing);
    expect(convert('x', 'text/plain', rules)).toEqual(nothing);
  });
});

describe('images', () => {
  const image = (
    formats: ConversionRequest['formats'],
    url = 'https://a.example/d/A%20%5Bb%5D.png?x=1&y=2',
  ): PageContent => convertPage({ text: '', url, mediaType: 'image/png' }, { formats, links: false, emails: false });

  it('are pointed at', () => {
    expect(image(['html', 'text', 'markdown', 'json'])).toEqual({
      content: '<img src="https://a.example/d/A%20%5Bb%5D.png?x=1&amp;y=2" alt="A [b].png">',
      text: '',
      markdown: '![A \\[b\\].png](https://a.example/d/A%20%5Bb%5D.png?x=1&y=2)',
      json: { mediaType: 'image/png', name: 'A [b].png', url: 'https://a.example/d/A%20%5Bb%5D.png?x=1&y=2' },
    });
  });

  it('have no text and, without an address, nothing', () => {
    expect(image(['text'])).toEqual({ unsupported: 'image/png' });
    expect(image(['markdown'], '')).toEqual({ unsupported: 'image/png' });
  });
});

describe('data that nests too deep to be written out', () => {
  const lists = (depth: number): string => `${'['.repeat(depth)}${']'.repeat(depth)}`;

  it.each([200, 201, 6_000, 1_000_000])('a JSON document of %d levels', (depth) => {
    const { json, limitsHit, text } = convert(lists(depth), 'application/json');
    expect(text).toHaveLength(2 * depth);
    expect(limitsHit).toEqual(depth > 200 ? ['maxDataDepth'] : undefined);
    if (depth > 200) expect(json).toEqual({ text });
    else expect(JSON.stringify(json)).toBe(text);
    expect(structuredClone(json)).toEqual(json);
  });

  it('still gives the links and addresses of a JSON document', () => {
    const deep = `${'['.repeat(6_000)}"https://b.example/ jo@example.com"${']'.repeat(6_000)}`;
    const { links, emails } = convert(deep, 'application/json');
    expect({ links, emails }).toEqual({ links: ['https://b.example/'], emails: ['jo@example.com'] });
  });

  it.each([200, 201])('lines of JSON of %d levels', (depth) => {
    const { json, limitsHit } = convert(`1\n${lists(depth)}`, 'application/x-ndjson');
    expect(limitsHit).toEqual(depth > 200 ? ['maxDataDepth'] : undefined);
    expect(Array.isArray(json)).toBe(depth === 200);
  });

  it.each([200, 201, 400])('XML of %d levels, down to the last that is shown', (depth) => {
    const { json, limitsHit } = convert(`${'<a>'.repeat(depth)}x${'</a>'.repeat(depth)}`, 'application/xml');
    expect(JSON.stringify(json).match(/"name"/g)).toHaveLength(Math.min(depth, 200));
    expect(limitsHit).toEqual(depth > 200 ? expect.arrayContaining(['maxDataDepth']) : undefined);
    expect(structuredClone(json)).toEqual(json);
  });
});
