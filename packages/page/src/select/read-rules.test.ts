import { describe, expect, it } from '@jest/globals';
import type { ExtractOutput, ExtractRules } from '@quarry/contracts';
import { watchProcessor } from '@quarry/testkit/processor-time';
import fc from 'fast-check';
import { convertPage } from '../convert/convert-page.js';
import type { ConversionLimits } from '../source/conversion-limits.js';
import type { PageContent } from '../source/page-content.js';

const extract = (
  text: string,
  extractRules: ExtractRules,
  { mediaType = 'text/html', limits = {} }: { mediaType?: string; limits?: Partial<ConversionLimits> } = {},
): PageContent =>
  convertPage(
    { text, url: 'https://shop.example/lamps/', mediaType },
    { formats: [], links: false, emails: false, extractRules, limits },
  );

const SHOP = `<!doctype html><title>Lamps</title><main>
  <h1>All <em>lamps</em></h1>
  <ul class="list">
    <li id="a" class="lamp"><a href="slate">Slate</a> <b>49.90</b><ul class="tags"><li>stone</li><li>brass</li></ul>
      <img src="slate.jpg" alt="Slate on a table"></li>
    <li id="b" class="lamp"><a href="/oak">Oak</a><ul class="tags"></ul></li>
  </ul></main>`;

describe('a rule as an object', () => {
  it('of type item gives the first value or null, and is one unless it says otherwise', () => {
    const { extractedData } = extract(SHOP, {
      plain: { selector: '.lamp a' },
      item: { selector: '.lamp a', type: 'item' },
      none: { selector: 'h4' },
      first: { selector: '.lamp', output: '@id' },
      later: { selector: '.list *', output: '@alt' },
      missing: { selector: '.lamp', output: '@title' },
    });
    expect(extractedData).toEqual({
      plain: 'Slate',
      item: 'Slate',
      none: null,
      first: 'a',
      later: 'Slate on a table',
      missing: null,
    });
  });

  it('of type list always gives a list', () => {
    const { extractedData } = extract(SHOP, {
      many: { selector: '.lamp > a', type: 'list' },
      one: { selector: 'h1', type: 'list' },
      none: { selector: 'h4', type: 'list' },
      links: { selector: '.lamp > a', type: 'list', output: '@href' },
      text: '.lamp > a',
    });
    expect(extractedData).toEqual({
      many: ['Slate', 'Oak'],
      one: ['All lamps'],
      none: [],
      links: ['https://shop.example/lamps/slate', 'https://shop.example/oak'],
      text: ['Slate', 'Oak'],
    });
  });

  it('gives the html of an element with its tags, or its markdown', () => {
    const { extractedData } = extract(SHOP, {
      html: { selector: 'h1', output: 'html' },
      markdown: { selector: 'h1', output: 'markdown' },
      link: { selector: '#b > a', output: 'markdown' },
      list: { selector: '.tags', type: 'list', output: 'markdown' },
    });
    expect(extractedData).toEqual({
      html: '<h1>All <em>lamps</em></h1>',
      markdown: '# All *lamps*',
      link: '[Oak](https://shop.example/oak)',
      list: ['- stone\n- brass', ''],
    });
  });

  it('writes tables as tables, and nothing of what stands beside the element', () => {
    const table = '<table><tr><th>A<th>B<tr><td>1<td>2</table>';
    const { extractedData } = extract(`<p>before</p>${table}<p>after</p>`, {
      table: { selector: 'table', output: 'markdown' },
      html: { selector: 'p', type: 'list', output: 'html' },
    });
    expect(extractedData).toEqual({
      table: '| A | B |\n| --- | --- |\n| 1 | 2 |',
      html: ['<p>before</p>', '<p>after</p>'],
    });
  });

  it('gives an object of further rules for each element', () => {
    const { extractedData } = extract(SHOP, {
      lamps: {
        selector: '.lamp',
        type: 'list',
        output: {
          name: 'a',
          price: 'b',
          link: { selector: 'a', output: '@href' },
          tags: { selector: '.tags li', type: 'list' },
          images: { selector: 'img', type: 'list', output: { alt: { selector: ':scope', output: '@alt' } } },
        },
      },
      best: { selector: '.lamp', output: { id: ':scope @id' } },
      none: { selector: '.none', output: { id: 'a' } },
    });
    expect(extractedData).toEqual({
      lamps: [
        {
          name: 'Slate',
          price: '49.90',
          link: 'https://shop.example/lamps/slate',
          tags: ['stone', 'brass'],
          images: [{ alt: 'Slate on a table' }],
        },
        { name: 'Oak', price: null, link: 'https://shop.example/oak', tags: [], images: [] },
      ],
      best: { id: 'a' },
      none: null,
    });
  });

  it('means by :scope the element of the rule around it', () => {
    const nested = '<div id=o><p>1</p><div id=i><p>2</p><div><p>3</p></div></div></div>';
    const { extractedData } = extract(nested, {
      all: {
        selector: 'div[id]',
        type: 'list',
        output: {
          own: { selector: ':scope > p', type: 'list' },
          below: { selector: ':scope p', type: 'list' },
          first: { selector: 'p:first-child', type: 'list' },
        },
      },
    });
    expect(extractedData?.['all']).toEqual([
      { own: ['1'], below: ['1', '2', '3'], first: ['1', '2', '3'] },
      { own: ['2'], below: ['2', '3'], first: ['2', '3'] },
    ]);
  });

  it('reads XML by its own names', () => {
    const feed = '<list><Item key="1"><link>https://a.example/1</link></Item><Item/></list>';
    const rules: ExtractRules = {
      items: { selector: 'Item', type: 'list', output: { key: ':scope @key', link: 'link' } },
      html: { selector: 'link', output: 'html' },
    };
    expect(extract(feed, rules, { mediaType: 'application/xml' }).extractedData).toEqual({
      items: [
        { key: '1', link: 'https://a.example/1' },
        { key: null, link: null },
      ],
      html: '<link>https://a.example/1</link>',
    });
  });

  it.each(['application/json', 'image/png'])('finds its own nothing in what has no elements: %s', (mediaType) => {
    const rules: ExtractRules = { item: { selector: 'a' }, list: { selector: 'a', type: 'list' }, text: 'a' };
    const { extractedData } = convertPage(
      { text: '{}', url: 'https://shop.example/a.png', mediaType },
      { formats: ['json'], links: false, emails: false, extractRules: rules },
    );
    expect(extractedData).toEqual({ item: null, list: [], text: null });
  });
});

describe('both types of a rule', () => {
  const selector = fc.constantFrom('*', 'li', '.lamp', '.list > *', 'h4', 'li:has(img)', ':scope a', 'b, a');
  const text = fc.constantFrom<ExtractOutput>('text', 'html', 'markdown', '@id', '@href');
  const output = fc.oneof(
    text,
    fc.record({ selector, output: text }).map((rule): ExtractOutput => ({ inner: rule, text: 'a' })),
  );

  it('agree: an item is the first of its list, or null', () => {
    fc.assert(
      fc.property(selector, output, (css, wanted) => {
        const item = { selector: css, type: 'item', output: wanted } as const;
        const { extractedData = {} } = extract(SHOP, { item, list: { ...item, type: 'list' } });
        const { list } = extractedData;
        expect(Array.isArray(list)).toBe(true);
        expect(extractedData['item']).toEqual(Array.isArray(list) ? (list[0] ?? null) : undefined);
      }),
    );
  });
});

describe('the bounds', () => {
  it('of characters leave out whole objects, never parts of one', () => {
    const page = '<p><b>abc</b></p>'.repeat(3);
    const rules: ExtractRules = { all: { selector: 'p', type: 'list', output: { b: { selector: 'b' } } } };
    // Each object takes six characters for its value and four for its name, and three for itself.
    const { extractedData, limitsHit } = extract(page, rules, { limits: { maxRuleChars: 30 } });
    expect(extractedData).toEqual({ all: [{ b: 'abc' }, { b: 'abc' }] });
    expect(limitsHit).toEqual(['maxRuleChars']);
  });

  it('of steps leave a rule with its own nothing', () => {
    const page = '<div><p>a</p></div>'.repeat(50);
    const rules: ExtractRules = {
      list: { selector: 'div', type: 'list', output: { p: 'p' } },
      item: { selector: 'p', output: 'markdown' },
    };
    const { extractedData, limitsHit } = extract(page, rules, { limits: { maxSelectorSteps: 40 } });
    expect(extractedData).toEqual({ list: [], item: null });
    expect(limitsHit).toEqual(['maxSelectorSteps']);
  });

  const output: ExtractRules = { all: { selector: '*', type: 'list', output: 'html' }, text: ':scope *' };
  it.each<readonly [string, ExtractRules]>([
    ['html of each', { a: { selector: '*', type: 'list', output: 'html' } }],
    ['markdown of each', { a: { selector: '*', type: 'list', output: 'markdown' } }],
    [
      'rules below each',
      { a: { selector: '*', type: 'list', output: { b: { selector: '*', type: 'list', output } } } },
    ],
    ['a scope of each', { a: { selector: '*', type: 'list', output: { b: ':scope > :not(:scope b) *' } } }],
  ])('hold the time of elements within each other: %s', (_what, rules) => {
    const page = `${'<div>'.repeat(200)}${'<p>word <b>more</b></p>'.repeat(5_000)}`;
    const usedMs = watchProcessor();
    expect(() => JSON.stringify(extract(page, rules))).not.toThrow();
    expect(usedMs()).toBeLessThan(15_000);
  });
});
