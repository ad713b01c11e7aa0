import { describe, expect, it } from '@jest/globals';
import { watchProcessor } from '@quarry/testkit/processor-time';
import { validateParams } from '../../validate-params.js';
import { ATTRIBUTE_MAX_CHARS, EXTRACT_RULES_DEPTH_MAX, EXTRACT_RULES_MAX } from './extract-rules-field.js';
import { SELECTOR_MAX_CHARS, SELECTORS_MAX_CHARS } from './selectors.js';
import { scrapeWeb } from './web.js';

const check = (extractRules: unknown) => validateParams(scrapeWeb, { url: 'https://example.com/', extractRules });

const broken = (extractRules: unknown): readonly string[] => {
  const checked = check(extractRules);
  return checked.ok ? [] : checked.violations.map(({ field, rule }) => `${field} ${rule}`).sort();
};

const nested = (depth: number): Record<string, unknown> => {
  let rules: Record<string, unknown> = { a: 'b' };
  for (let level = 1; level < depth; level += 1) rules = { a: { selector: 'p', output: rules } };
  return rules;
};

const rules = (count: number, rule: unknown = 'p'): Record<string, unknown> =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [`r${index}`, rule]));

describe('a rule as a string', () => {
  it.each<readonly [unknown, ...string[]]>([
    [{ title: 'h1', links: 'a.more @href', raw: 'meta[name="x@y"] @content' }],
    [{ title: 'h1[' }, 'extractRules.title selector'],
    [{ title: ['h1'] }, 'extractRules.title string'],
    [{ title: '' }, 'extractRules.title minLength'],
    [{ a: '@href' }, 'extractRules.a selector'],
    [{ a: 'a @href @title' }, 'extractRules.a selector'],
    [['h1'], 'extractRules object'],
    [rules(EXTRACT_RULES_MAX, 'h1')],
    [rules(EXTRACT_RULES_MAX + 1, 'h1'), 'extractRules maxLength'],
  ])('%j', (extractRules, ...violations) => {
    expect(broken(extractRules)).toEqual(violations);
  });
});

describe('a rule as an object', () => {
  it.each([
    [{ selector: 'h1' }],
    [{ selector: 'h1', type: 'item', output: 'text' }],
    [{ selector: 'h1', type: 'list', output: 'html' }],
    [{ selector: 'h1', output: 'markdown' }],
    [{ selector: 'a', output: '@href' }],
    [{ selector: 'li', type: 'list', output: { name: 'b', link: { selector: 'a', output: '@href' } } }],
    [{ selector: ':scope > li:has(> b)', output: { self: { selector: ':scope', output: '@id' } } }],
    [{ selector: 'a', output: `@${'x'.repeat(ATTRIBUTE_MAX_CHARS - 1)}` }],
  ])('%j is fine, and kept as it is', (rule) => {
    const checked = check({ rule, plain: 'h1' });
    expect(checked).toMatchObject({ ok: true, params: { extractRules: { rule, plain: 'h1' } } });
  });

  it.each<readonly [unknown, ...string[]]>([
    [{}, 'a.selector required'],
    [{ selector: 5 }, 'a.selector string'],
    [{ selector: '' }, 'a.selector minLength'],
    [{ selector: 'h1[' }, 'a.selector selector'],
    [{ selector: 'a @href' }, 'a.selector selector'],
    [{ selector: 'x'.repeat(SELECTOR_MAX_CHARS + 1) }, 'a.selector maxLength'],
    [{ selector: 'p', type: 'all' }, 'a.type enum'],
    [{ selector: 'p', type: null }, 'a.type enum'],
    [{ selector: 'p', output: 'json' }, 'a.output enum'],
    [{ selector: 'p', output: '@' }, 'a.output enum'],
    [{ selector: 'p', output: '@a b' }, 'a.output enum'],
    [{ selector: 'p', output: `@${'x'.repeat(ATTRIBUTE_MAX_CHARS)}` }, 'a.output enum'],
    [{ selector: 'p', output: ['text'] }, 'a.output enum'],
    [{ selector: 'p', output: {} }, 'a.output minLength'],
    [{ selector: 'p', all: true, toString: 1 }, 'a.all unknown', 'a.toString unknown'],
    [null, 'a string'],
    [5, 'a string'],
    [
      { selector: 'p', type: 'x', output: { b: 'i[', c: { selector: '::x', output: { d: {} } } } },
      'a.output.b selector',
      'a.output.c.output.d.selector required',
      'a.output.c.selector selector',
      'a.type enum',
    ],
  ])('%j is refused by the path of what is wrong', (rule, ...violations) => {
    expect(broken({ a: rule })).toEqual(violations.map((violation) => `extractRules.${violation}`).sort());
  });

  it('says what to do', () => {
    expect(check({ a: { selector: 'p', output: 'json' } })).toMatchObject({
      violations: [{ message: expect.stringMatching(/^extractRules\.a\.output must be one of text, html, markdown/) }],
    });
  });

  it('keeps names that JavaScript treats specially as plain names', () => {
    const checked = check(JSON.parse('{"__proto__": {"selector": "p"}, "constructor": "b"}'));
    expect(JSON.stringify(checked.ok && checked.params.extractRules)).toBe(
      '{"__proto__":{"selector":"p"},"constructor":"b"}',
    );
  });
});

describe('the bounds', () => {
  it('are on the depth of nesting', () => {
    expect(broken(nested(EXTRACT_RULES_DEPTH_MAX))).toEqual([]);
    const path = `extractRules.${'a.output.'.repeat(EXTRACT_RULES_DEPTH_MAX)}`.slice(0, -1);
    expect(broken(nested(EXTRACT_RULES_DEPTH_MAX + 1))).toEqual([`${path} maxLength`]);
    const usedMs = watchProcessor();
    expect(broken(nested(20_000))).toEqual([`${path} maxLength`]);
    expect(usedMs()).toBeLessThan(200);
  });

  it('are on the number of rules, nested ones included', () => {
    expect(broken({ a: { selector: 'ul', output: rules(EXTRACT_RULES_MAX - 1) } })).toEqual([]);
    expect(broken({ a: { selector: 'ul', output: rules(EXTRACT_RULES_MAX) } })).toEqual(['extractRules maxLength']);
    expect(broken(rules(EXTRACT_RULES_MAX + 1))).toEqual(['extractRules maxLength']);
  });

  it('are on the characters of all selectors, nested ones included', () => {
    const longest = (count: number) => rules(count, { selector: 'a'.repeat(SELECTOR_MAX_CHARS) });
    const most = SELECTORS_MAX_CHARS / SELECTOR_MAX_CHARS;
    expect(broken({ a: { selector: 'p', output: longest(most - 1) } })).toEqual([]);
    expect(broken({ a: { selector: 'p', output: longest(most) } })).toEqual(['extractRules maxLength']);
  });
});

describe('the documentation', () => {
  it('has the rules in full, down to the deepest', () => {
    const { extractRules } = scrapeWeb.input.fields;
    const schema = JSON.stringify(extractRules?.schema);
    expect(schema.split('"selector"').length - 1).toBe(2 * EXTRACT_RULES_DEPTH_MAX);
    expect(schema).toContain('"enum":["item","list"]');
  });
});
