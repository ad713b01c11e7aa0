import { describe, expect, it } from '@jest/globals';
import type { AiRule, AiRules } from '@quarry/contracts';
import fc from 'fast-check';
import { convertPage } from '../convert/convert-page.js';

const RULES: AiRules = {
  name: { type: 'string' },
  price: { type: 'number' },
  inStock: { type: 'boolean' },
  tags: { type: 'list', output: 'string' },
  products: { type: 'list', output: { title: { type: 'string' }, price: { type: 'number' }, url: { type: 'string' } } },
  reviews: { type: 'list', output: { author: { type: 'string' }, rating: { type: 'number' } } },
  author: { type: 'item', output: { name: { type: 'string' }, url: { type: 'string' } } },
  instructions: { type: 'list', output: 'string' },
};

const read = (text: string, aiExtractRules: AiRules = RULES): Record<string, unknown> =>
  convertPage(
    { text, url: 'https://a.example/', mediaType: 'text/html' },
    { formats: [], links: false, emails: false, aiExtractRules },
  ).aiResponse ?? {};

const cpuMs = (run: () => void): number => {
  const start = process.cpuUsage();
  run();
  const { user, system } = process.cpuUsage(start);
  return (user + system) / 1000;
};

const product = (index: number): string => `{"@type":"Product","name":"P${index}","offers":{"price":"${index}"}}`;
const numbers = (count: number): number[] => Array.from({ length: count }, (_, index) => index);

/** Each shape of page by its size. */
const SHAPES: Readonly<Record<string, (size: number) => string>> = {
  'nested blocks': (size) => '<div>'.repeat(size) + 'x' + '</div>'.repeat(size),
  'nested cards': (size) => '<div class="card"><h3><a href="/a">T</a></h3><b>$1</b>'.repeat(size),
  'table rows': (size) =>
    `<table><tr><th>Title</th><th>Price</th></tr>${'<tr><td>a</td><td>$1</td></tr>'.repeat(size)}</table>`,
  'labels in one block': (size) => `<p>${'Label: value<br>'.repeat(size)}</p>`,
  'one label': (size) =>
    numbers(size)
      .map((index) => `<p>Price: $${index}</p>`)
      .join(''),
  cards: (size) =>
    numbers(size)
      .map(
        (index) => `<li class="c"><h3><a href="/${index}">Thing ${index}</a></h3><i class="price">$${index}</i></li>`,
      )
      .join(''),
  classes: (size) =>
    numbers(size)
      .map((index) => `<i class="${'a-b-c-d '.repeat(8)}k${index}">x</i>`)
      .join(''),
  entities: (size) => `<script type="application/ld+json">[${numbers(size).map(product).join(',')}]</script>`,
  state: (size) =>
    `<h1>Title of it</h1><script type="application/json">{"list":[${numbers(size)
      .map((index) => `{"name":"Title of it","a":${index},"b":1,"c":2,"price":3}`)
      .join(',')}]}</script>`,
  headings: (size) => '<h1>Title</h1><h2>Ingredients</h2><li>x</li>'.repeat(size),
  'one long text': (size) => `<h1>${'Price: 1 €, '.repeat(size)}</h1>`,
  'prices without spaces': (size) => `<b>${'1.'.repeat(size)}€</b>`,
};

describe('a page made to cost much', () => {
  it.each(Object.entries(SHAPES))(
    'of %s costs in proportion to its size',
    (_name, shape) => {
      const small = shape(2_000);
      const large = shape(16_000);
      read(small);
      const first = Math.max(
        20,
        cpuMs(() => read(small)),
      );
      const second = cpuMs(() => read(large));
      // Eight times the page; a square of it would be 64 times.
      expect(second).toBeLessThan(first * 32);
    },
    60_000,
  );

  it('of data nested beyond all bounds is answered', () => {
    const depth = 4_000;
    const deep = `${'{"@type":"HowToSection","itemListElement":['.repeat(depth)}${']}'.repeat(depth)}`;
    const text = `<script type="application/ld+json">{"@type":"Recipe","name":"R","recipeInstructions":[${deep}]}</script><h1>R</h1>`;
    expect(Object.keys(read(text))).toEqual(Object.keys(RULES));
    const arrays = `<script type="application/ld+json">${'['.repeat(50_000)}${']'.repeat(50_000)}</script>`;
    expect(read(arrays)['name']).toBeNull();
  });

  it('of entities that refer to each other ends', () => {
    const text = `<script type="application/ld+json">[{"@type":"Product","@id":"a","name":"A","offers":{"@id":"b"},"x":1},
      {"@type":"Offer","@id":"b","name":"A","offers":{"@id":"a"},"itemOffered":{"@id":"a"},"y":1}]</script><h1>A</h1>`;
    expect(read(text)['name']).toBe('A');
  });

  it('cannot reach beyond its own data', () => {
    const text = `<script type="application/ld+json">{"@type":"Product","name":"A","__proto__":{"sku":"X9"}}</script><h1>A</h1>`;
    const anyText: AiRule = { type: 'string' };
    const rules: AiRules = { constructor: anyText, toString: anyText, sku: anyText };
    expect(read(text, rules)).toEqual({ constructor: null, toString: null, sku: null });
  });
});

const isOfRule = (value: unknown, rule: AiRule): boolean => {
  if (value === null) return true;
  const { output } = rule;
  if (rule.type === 'list') {
    const inner: AiRule = typeof output === 'object' ? { type: 'item', output } : { type: output ?? 'string' };
    return Array.isArray(value) && value.length > 0 && value.every((part) => isOfRule(part, inner));
  }
  if (rule.type === 'item') {
    if (typeof value !== 'object' || typeof output !== 'object') return false;
    const fields = Object.entries(output);
    return fields.every(
      ([name, field]: [string, AiRule]) => name in value && isOfRule((value as Record<string, unknown>)[name], field),
    );
  }
  if (rule.enum && !rule.enum.some((allowed) => allowed === value)) return false;
  return typeof value === rule.type;
};

describe('whatever the page and the rules are', () => {
  const scalar = fc.constantFrom('string' as const, 'number' as const, 'boolean' as const);
  const name = fc.oneof(
    fc.constantFrom(
      'name',
      'price',
      'date',
      'rating',
      'inStock',
      'author',
      'url',
      'images',
      'salary_min',
      'location',
      'toString',
    ),
    fc.string({ maxLength: 12 }),
  );
  const rule = fc.letrec<{ rule: AiRule; rules: AiRules }>((tie) => ({
    rule: fc.oneof(
      { depthSize: 'small', withCrossShrink: true },
      fc.record({ type: scalar }),
      fc.record({
        type: fc.constant('string' as const),
        enum: fc.array(fc.string({ maxLength: 5 }), { minLength: 1, maxLength: 4 }),
      }),
      fc.record({ type: fc.constant('list' as const), output: fc.oneof(scalar, tie('rules')) }),
      fc.record({ type: fc.constant('item' as const), output: tie('rules') }),
    ),
    rules: fc.dictionary(name, tie('rule'), { minKeys: 1, maxKeys: 4, noNullPrototype: true }),
  })).rules;
  const part = fc.constantFrom(
    '<h1>Red lamp</h1>',
    '<p>Price: $5.00</p>',
    '<p>Rated 4 out of 5</p>',
    '<ul><li><a href="/a">Aaaaaaaaaaaa</a> $1</li><li><a href="/b">Bbbbbbbbbbbbb</a> $2</li></ul>',
    '<script type="application/ld+json">{"@type":"Product","name":"Red lamp","offers":[{"price":"x"},{"price":[]}],"brand":5,"image":{"url":1},"aggregateRating":"a"}</script>',
    '<script type="application/json">{"name":"Red lamp","price":{"value":null},"a":1,"b":2,"c":3,"images":["/a.png"]}</script>',
    '<table><tr><th>name</th><th>price</th></tr><tr><td>A</td><td>1</td></tr></table>',
    '<time datetime="2024-01-01">then</time>',
    'In stock',
    '<img src="data:x">',
    '<a href="tel:1">1</a>',
    '<meta property="og:type" content="article">',
    '<div itemscope itemtype="x/Product"><b itemprop="price">1.2.3</b>',
  );

  it('the answer has every key and each value its rule’s type', () => {
    fc.assert(
      fc.property(fc.array(part, { maxLength: 8 }), rule, (parts, rules) => {
        const answer = read(parts.join(''), rules);
        expect(Object.keys(answer).sort()).toEqual(Object.keys(rules).sort());
        for (const [key, one] of Object.entries(rules))
          expect([key, answer[key], isOfRule(answer[key], one)]).toEqual([key, answer[key], true]);
      }),
      { numRuns: 150 },
    );
  });
});
