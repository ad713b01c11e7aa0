import { describe, expect, it } from '@jest/globals';
import { z } from 'zod';
import { defineOperation } from '../define-operation.js';
import type { Operation, ValidateOptions } from '../operation.js';
import { validateParams, type ValidateResult } from '../validate-params.js';
import { group, LIST_MAX_ITEMS, list, map } from './composites.js';
import { type CrossRule, exclusive, onSite, orderedBounds, requireOneOf } from './cross-rules.js';
import { broken as brokenIssue, type Fields, must } from './field.js';
import { date, URL_MAX_CHARS, url } from './formats.js';
import { choice, code, decimal, flag, integer, jsonChoice, jsonFlag, jsonInteger, text } from './scalars.js';

const spec = (part: { readonly fields: Fields; readonly rules?: readonly CrossRule[] }): Operation =>
  defineOperation({
    ...part,
    id: 'test/input',
    summary: 'Nothing',
    queue: 'sites',
    prices: [{ when: 'always', credits: 1 }],
    result: z.unknown(),
    example: {},
  });

const checkInput = (operation: Operation, value: unknown, options?: ValidateOptions): ValidateResult =>
  validateParams(operation, value, options);

const broken = (operation: Operation, value: unknown, options?: ValidateOptions): readonly string[] => {
  const checked = checkInput(operation, value, options);
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
    const choices = { note: 'C.', values: ['1', '2'] };
    const body = spec({
      fields: { n: jsonInteger({ note: 'N.' }), f: jsonFlag({ note: 'F.' }), c: jsonChoice(choices) },
    });
    expect(checkInput(body, { n: 5, f: true, c: '1' })).toEqual({ ok: true, params: { n: 5, f: true, c: '1' } });
    expect(broken(body, { n: '5', f: 'true', c: 1 })).toEqual(['n integer', 'f boolean', 'c string']);
    const query = spec({ fields: { c: choice(choices) } });
    expect(checkInput(query, { c: 2 })).toEqual({ ok: true, params: { c: '2' } });
    expect(broken(query, { c: 3 })).toEqual(['c enum']);
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

  it.each(['54.317588148468815', '-0.1234567890123456', '9007199254740991'])(
    'reads %s as the number it is',
    (value) => {
      expect(checkInput(spec({ fields }), { d: value })).toMatchObject({ ok: true, params: { d: Number(value) } });
    },
  );

  it.each(['9007199254740992', 2 ** 53, -(2 ** 60), 1e300])(
    'refuses %s, past which doubles skip whole numbers',
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
    expect(broken(input, { l: [, 'a'] })).toEqual(['l.0 string']); // oxlint-disable-line no-sparse-arrays
  });

  it('bounds a map and reports its entries by name', () => {
    const m = map({ note: 'M.', maxEntries: 2, entry: z.string() });
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

describe('the documentation of a code with a form', () => {
  const c = code({
    note: 'C.',
    letters: 'lower',
    values: ['en'],
    aliases: { uk: 'en' },
    pattern: /^[a-z]{2}-[a-z]{2}$/,
  });

  it('names the values and the form, in any letter case as they are taken', () => {
    const schema = spec({ fields: { c } }).input.schema['properties'];
    expect(schema).toMatchObject({ c: { anyOf: [{ enum: ['en', 'uk'] }, { pattern: '^[A-Za-z]{2}-[A-Za-z]{2}$' }] } });
    expect(broken(spec({ fields: { c } }), { c: 'PT-br' })).toEqual([]);
    expect(broken(spec({ fields: { c } }), { c: 'pt_br' })).toEqual(['c regex']);
  });
});

describe('what is due', () => {
  const NONE = { a: undefined };
  it.each([
    ['text', text({ note: 'A.', required: true })],
    ['choice', choice({ note: 'A.', required: true, values: ['x'] })],
    ['code', code({ note: 'A.', required: true, values: ['x'], letters: 'lower' })],
    ['integer', integer({ note: 'A.', required: true })],
    ['flag', flag({ note: 'A.', required: true })],
    ['url', url({ note: 'A.', required: true })],
    ['date', date({ note: 'A.', required: true })],
    ['list', list({ note: 'A.', required: true, item: text({ note: 'T.' }) })],
  ])('%s: missing is missing, absent or undefined', (_name, a) => {
    expect(broken(spec({ fields: { a } }), {})).toEqual(['a required']);
    expect(broken(spec({ fields: { a } }), NONE)).toEqual(['a required']);
    expect(spec({ fields: { a } }).input.schema).toMatchObject({ required: ['a'] });
  });

  it('takes defaults for what is missing only', () => {
    const a = integer({ note: 'A.', default: 3 });
    expect(checkInput(spec({ fields: { a } }), NONE)).toEqual({ ok: true, params: { a: 3 } });
    expect(broken(spec({ fields: { a } }), { a: null })).toEqual(['a integer']);
  });
});

describe('bounds of numbers', () => {
  it.each([
    [{ min: 1 }, 0, ['n min']],
    [{ max: 1 }, 2, ['n max']],
    [{ min: 1, max: 5 }, 6, ['n range']],
    [{ min: 1, max: 5 }, 0, ['n range']],
    [{ min: 1, max: 5 }, 5, []],
    [{ values: [2, 4] }, 3, ['n enum']],
    [{ values: [2, 4] }, 4, []],
  ])('%j with %s', (bounds, value, expected) => {
    expect(broken(spec({ fields: { n: integer({ note: 'N.', ...bounds }) } }), { n: value })).toEqual(expected);
    expect(broken(spec({ fields: { n: jsonInteger({ note: 'N.', ...bounds }) } }), { n: value })).toEqual(expected);
  });
});

describe('one cause, one violation', () => {
  const fields = {
    l: list({ note: 'L.', maxItems: 2, item: integer({ note: 'N.' }) }),
    u: url({ note: 'U.' }),
    d: date({ note: 'D.' }),
    g: group('G.', { n: integer({ note: 'N.', min: 1, max: 2 }) }),
  };
  it.each([
    [{ l: [1, 'x', 3] }, ['l maxLength']],
    [{ l: 'a text longer than the list may be' }, ['l array']],
    [{ l: [] }, ['l minLength']],
    [{ u: '' }, ['u minLength']],
    [{ u: 'not a url' }, ['u url']],
    [{ d: 'x'.repeat(11) }, ['d maxLength']],
    [{ g: { n: 'x' } }, ['g.n integer']],
    [{ g: [] }, ['g object']],
  ])('%j', (value, expected) => {
    expect(broken(spec({ fields }), value)).toEqual(expected);
  });
});

describe('own checks', () => {
  it('end the checks of their field and not those of the whole', () => {
    const a = z.string().check(
      must('regex', (value) => value.startsWith('a'), 'must begin with a.'),
      must('string', () => false, 'must not be looked at.'),
    );
    const rule: CrossRule = {
      fields: ['b'],
      note: '',
      check: (_read, { report }) => {
        report('b', 'prohibited', 'must go.');
      },
    };
    expect(broken(spec({ fields: { a, b: text({ note: 'B.' }) }, rules: [rule] }), { a: 'x' })).toEqual([
      'a regex',
      'b prohibited',
    ]);
  });

  it('carry their rule and message', () => {
    expect(brokenIssue('x', 'regex', 'must be y.')).toEqual({
      code: 'custom',
      input: 'x',
      message: 'must be y.',
      params: { rule: 'regex' },
    });
  });
});

describe('the context of a check', () => {
  const site = spec({
    fields: { url: url({ note: 'U.' }) },
    rules: [
      onSite(
        'url',
        { name: 'lodging', title: 'x', hosts: ['booking.com'] },
        { pattern: /^\/hotel/, form: 'the URL of a hotel' },
      ),
    ],
  });

  it.each([
    ['https://booking.com/hotel', []],
    ['ftp://booking.com/hotel', ['url urlScheme']],
    ['https://evil.example/', ['url urlHost']],
    ['https://booking.com/', ['url regex']],
    ['nothing', ['url url']],
  ])('%s', (sent, expected) => {
    expect(broken(site, { url: sent })).toEqual(expected);
  });

  it('belongs to one call, whichever came before', () => {
    const input = { url: 'http://127.0.0.1:4010/hotel' };
    const options = { extraHosts: { lodging: ['127.0.0.1:4010'] } };
    for (let turn = 0; turn < 3; turn += 1) {
      expect(broken(site, input)).toEqual(['url urlHost']);
      expect(broken(site, input, options)).toEqual([]);
      expect(broken(site, input, { extraHosts: { retailer: ['127.0.0.1:4010'] } })).toEqual(['url urlHost']);
    }
  });

  it('keeps one schema for a day and the same hosts', () => {
    const dayMs = Date.UTC(2026, 10, 21);
    const first = site.paramsSchema({ nowMs: dayMs });
    expect(site.paramsSchema({ nowMs: dayMs + 86_399_999 })).toBe(first);
    expect(site.paramsSchema({ nowMs: dayMs + 86_400_000 })).not.toBe(first);
    expect(site.paramsSchema({ nowMs: dayMs, extraHosts: {} })).not.toBe(first);
  });
});

describe('documentation', () => {
  const fields = {
    q: text({ note: 'Q.', required: true, maxChars: 9, pattern: /^a/ }),
    n: integer({ note: 'N.', min: 1, default: 2 }),
    c: choice({ note: 'C.', values: ['2026', '2025', 'older'], default: '2025' }),
    l: list({ note: 'L.', isScalarAccepted: true, item: flag({ note: 'F.' }) }),
    g: group('G.', { d: date({ note: 'D.' }), u: url({ note: 'U.' }) }),
    m: map({ note: 'M.', maxEntries: 3, entry: z.string() }),
  };
  const { input } = spec({ fields, rules: [exclusive('q', 'n')] });

  it('is a JSON schema of what may be sent', () => {
    expect(input.schema).toEqual({
      type: 'object',
      properties: {
        timeout: expect.any(Object),
        maxAge: expect.any(Object),
        webhook: expect.any(Object),
        q: { description: 'Q.', type: 'string', minLength: 1, maxLength: 9, pattern: '^a' },
        n: { description: 'N.', type: 'integer', minimum: 1, default: 2 },
        c: { description: 'C.', type: 'string', enum: ['2026', '2025', 'older'], default: '2025' },
        l: {
          description: 'L.',
          type: 'array',
          items: { type: 'boolean' },
          minItems: 1,
          maxItems: LIST_MAX_ITEMS,
          'x-scalar-accepted': true,
        },
        g: {
          description: 'G.',
          type: 'object',
          properties: {
            d: {
              description: 'D.',
              type: 'string',
              minLength: 1,
              maxLength: 10,
              format: 'date',
              pattern: '^(\\d{4})-(\\d{2})-(\\d{2})$',
            },
            u: {
              description: 'U.',
              type: 'string',
              minLength: 1,
              maxLength: URL_MAX_CHARS,
              format: 'uri',
              pattern: expect.stringContaining('://'),
            },
          },
          additionalProperties: false,
        },
        m: { description: 'M.', type: 'object', maxProperties: 3, additionalProperties: { type: 'string' } },
      },
      required: ['q'],
      additionalProperties: false,
    });
  });

  it('is a list of fields and of rules in words', () => {
    expect(Object.entries(input.fields).map(([name, { form, isRequired }]) => [name, form, isRequired])).toEqual([
      ['q', 'scalar', true],
      ['n', 'scalar', false],
      ['c', 'scalar', false],
      ['l', 'list', false],
      ['g', 'group', false],
      ['m', 'scalar', false],
      ['timeout', 'scalar', false],
      ['maxAge', 'scalar', false],
      ['webhook', 'group', false],
    ]);
    expect(input.fields['n']).toMatchObject({ note: 'N.', default: 2 });
    expect(input.fields['l']).toMatchObject({ isScalarAccepted: true });
    expect(Object.keys(input.fields['g']?.fields ?? {})).toEqual(['d', 'u']);
    expect(JSON.stringify(input.fields)).not.toContain('x-scalar');
    expect(input.rules).toEqual(['q and n cannot be combined.']);
  });
});
