import { describe, expect, it } from '@jest/globals';
import { checkInput, type InputSpec } from './check-input.js';
import { group, list, map } from './composites.js';
import { exclusive, orderedBounds, requireOneOf, together } from './cross-rules.js';
import { code, decimal, flag, integer, text } from './scalars.js';

const spec = (part: Partial<InputSpec>): InputSpec => ({
  fields: {},
  rules: [],
  isTextAccepted: true,
  complete: (params) => params,
  ...part,
});

const broken = (input: InputSpec, value: unknown): readonly string[] => {
  const checked = checkInput(input, value);
  return checked.ok ? [] : checked.violations.map(({ field, rule }) => `${field} ${rule}`);
};

describe('when a cross-field rule runs', () => {
  const input = spec({
    fields: {
      range: group('Range.', { min: integer({ note: 'Low.' }), max: integer({ note: 'High.' }) }),
      other: integer({ note: 'Other.' }),
    },
    rules: [requireOneOf(['range.min', 'range.max']), orderedBounds('range.min', 'range.max')],
  });

  it.each([
    [
      'although another field is wrong',
      { other: 'x', range: { min: '5', max: '4' } },
      ['other integer', 'range.max notLessThanField'],
    ],
    [
      'although the group holds an unknown name',
      { range: { foo: '1' } },
      ['range.foo unknown', 'range.min requiredIfNotExists', 'range.max requiredIfNotExists'],
    ],
    ['not when its own field is wrong', { range: { min: 'x', max: '4' } }, ['range.min integer']],
    ['not when what holds its field is wrong', { range: 'x' }, ['range object']],
    ['and finds nothing in a fine input', { range: { min: '4', max: '4' } }, []],
  ])('%s', (_name, value, expected) => {
    expect(broken(input, value)).toEqual(expected);
  });
});

describe('rules over two fields', () => {
  const fields = { a: integer({ note: 'A.' }), b: integer({ note: 'B.' }) };
  it.each([
    [exclusive('a', 'b'), { a: '1', b: '2' }, ['b prohibitedWith']],
    [exclusive('a', 'b'), { a: '1' }, []],
    [exclusive('a', 'b'), {}, []],
    [together('a', 'b'), { a: '1' }, ['b requiredWhen']],
    [together('a', 'b'), { b: '1' }, ['a requiredWhen']],
    [together('a', 'b'), { a: '0', b: '0' }, []],
    [together('a', 'b'), {}, []],
    [orderedBounds('a', 'b', true), { a: '1', b: '1' }, ['b greaterThanField']],
    [orderedBounds('a', 'b', true), { a: '1', b: '2' }, []],
    [orderedBounds('a', 'b'), { b: '-5' }, []],
  ])('%# %j', (rule, value, expected) => {
    expect(broken(spec({ fields, rules: [rule] }), value)).toEqual(expected);
  });
});

describe('query texts and JSON values', () => {
  const fields = { n: integer({ note: 'N.' }), d: decimal({ note: 'D.' }), f: flag({ note: 'F.' }) };
  const values = { n: 5, d: 2.5, f: true };

  it('reads both in a query operation', () => {
    expect(checkInput(spec({ fields }), { n: '5', d: '2.5', f: 'true' })).toEqual({ ok: true, params: values });
    expect(checkInput(spec({ fields }), values)).toEqual({ ok: true, params: values });
  });

  it('reads only JSON values in a body', () => {
    const body = spec({ fields, isTextAccepted: false });
    expect(checkInput(body, values)).toEqual({ ok: true, params: values });
    expect(broken(body, { n: '5', d: '2.5', f: 'true' })).toEqual(['n integer', 'd number', 'f boolean']);
  });

  it('keeps no negative zero', () => {
    expect(checkInput(spec({ fields }), { n: -0, d: -0 })).toEqual({ ok: true, params: { n: 0, d: 0 } });
  });

  it.each([['1e5'], ['.5'], ['5.'], ['1,5'], ['NaN'], ['Infinity'], ['0x1'], ['01.5'], [' 1'], [''], ['--1']])(
    'refuses %j as a number',
    (value) => {
      expect(broken(spec({ fields }), { d: value })).toEqual(['d number']);
    },
  );

  it.each([[Number.NaN], [Number.POSITIVE_INFINITY], [2 ** 60], [1.5]])('refuses %s as an integer', (value) => {
    expect(broken(spec({ fields }), { n: value })).toEqual(['n integer']);
  });
});

describe('composites', () => {
  it('drops doubles and keeps the order of a list', () => {
    const input = spec({ fields: { l: list({ note: 'L.', item: text({ note: 'T.' }) }) } });
    expect(checkInput(input, { l: ['b', 'a', 'b'] })).toEqual({ ok: true, params: { l: ['b', 'a'] } });
  });

  it('treats holes of a sparse list as broken values', () => {
    const input = spec({ fields: { l: list({ note: 'L.', item: text({ note: 'T.' }) }) } });
    expect(broken(input, { l: [, 'a'] })).toEqual(['l.0 string']); // eslint-disable-line no-sparse-arrays
  });

  it('bounds a map and reports its entries by name', () => {
    const m = map<string>({
      note: 'M.',
      maxEntries: 2,
      schema: {},
      checkEntry: (_name, value, at, context) => {
        if (typeof value === 'string') return value;
        context.report(at, 'string', `${at} must be a text.`);
        return undefined;
      },
    });
    expect(broken(spec({ fields: { m } }), { m: { a: 'x', b: 5 } })).toEqual(['m.b string']);
    expect(broken(spec({ fields: { m } }), { m: { a: 'x', b: 'x', c: 'x' } })).toEqual(['m maxLength']);
    expect(broken(spec({ fields: { m } }), { m: ['x'] })).toEqual(['m object']);
  });

  it('keeps one spelling of a code', () => {
    const c = code({ note: 'C.', letters: 'upper', values: ['GB', 'US'], aliases: { UK: 'GB' } });
    const keep = (value: string): unknown => {
      const checked = checkInput(spec({ fields: { c } }), { c: value });
      return checked.ok ? checked.params['c'] : undefined;
    };
    expect(['gb', 'uk', 'Us', 'de', ''].map(keep)).toEqual(['GB', 'GB', 'US', undefined, undefined]);
  });
});
