import { describe, expect, it } from '@jest/globals';
import { operationOf, validateParams } from '@quarry/contracts';
import { describeJson, exampleOf, formatJson, withRule } from './json-text.js';

describe('exampleOf', () => {
  it.each(['extractRules', 'aiExtractRules', 'jsScenario'] as const)('of %s is valid', (name) => {
    const value: unknown = JSON.parse(exampleOf({ name, shape: name === 'jsScenario' ? 'array' : 'object' }));
    const params = { url: 'https://a.example', [name]: value };
    expect(validateParams(operationOf('scrape/web'), params)).toMatchObject({ ok: true });
  });

  it('is empty for other fields', () => {
    expect([exampleOf({ name: 'x', shape: 'array' }), exampleOf({ name: 'x', shape: 'any' })]).toEqual(['[]', '{}']);
  });
});

describe('formatJson and describeJson', () => {
  it('know JSON from what is none', () => {
    expect(formatJson('{"a":1}')).toBe('{\n  "a": 1\n}');
    expect(formatJson('{')).toBeUndefined();
    const rule = { shape: 'object' } as const;
    expect(['', '{', '{"a":1}', '[1,2]', '5'].map((text) => describeJson(text, rule, true))).toEqual([
      ...['JSON object', 'Not valid JSON', '1 entry', '2 entries', '0 entries'],
    ]);
    expect(describeJson('{', rule, false)).toBe('JSON, not finished');
  });
});

describe('withRule', () => {
  it('adds under a free name and leaves what is there', () => {
    expect(JSON.parse(withRule('', 'title', 'h1') ?? '')).toEqual({ title: 'h1' });
    expect(JSON.parse(withRule('{"title": "h1"}', 'title', { selector: 'h2' }) ?? '')).toEqual({
      title: 'h1',
      title2: { selector: 'h2' },
    });
    expect([withRule('{', 'a', 'b'), withRule('[]', 'a', 'b')]).toEqual([undefined, undefined]);
  });
});
