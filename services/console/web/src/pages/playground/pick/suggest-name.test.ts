import { describe, expect, it } from '@jest/globals';
import { operationOf, validateParams } from '@quarry/contracts';
import { ruleOf, suggestName } from './suggest-name.js';

const pick = (selector: string, tag = 'div', more: object = {}) => ({
  type: 'pick' as const,
  selector,
  text: '',
  tag,
  ...more,
});

describe('suggestName', () => {
  it.each([
    ['.product-price', 'div', 'productPrice'],
    ['#main .sale_price:nth-of-type(2)', 'b', 'salePrice'],
    ['span[itemprop="name"]', 'span', 'name'],
    ['h1', 'h1', 'title'],
    ['div:nth-of-type(3) img', 'img', 'image'],
    ['div:nth-of-type(3)', 'div', 'value'],
  ])('of %s is %s', (selector, tag, name) => {
    expect(suggestName(pick(selector, tag))).toBe(name);
  });
});

describe('ruleOf', () => {
  const link = pick('.card:nth-of-type(2) a', 'a', { listSelector: '.card a', attribute: 'href' });

  it.each([
    [false, 'text', '.card:nth-of-type(2) a'],
    [false, 'attribute', '.card:nth-of-type(2) a @href'],
    [false, 'html', { selector: '.card:nth-of-type(2) a', output: 'html' }],
    [true, 'text', { selector: '.card a', type: 'list' }],
    [true, 'attribute', { selector: '.card a', type: 'list', output: '@href' }],
  ] as const)('list %s, %s', (isList, output, rule) => {
    expect(ruleOf(link, isList, output)).toEqual(rule);
    const params = { url: 'https://a.example', extractRules: { x: rule } };
    expect(validateParams(operationOf('scrape/web'), params)).toMatchObject({ ok: true });
  });
});
