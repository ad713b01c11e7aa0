import { describe, expect, it } from '@jest/globals';
import { JsonPicker, TOO_LARGE, type JsonPath } from './json-picker.js';

const ANSWER = {
  requestMetadata: { id: '1', title: 'Slate "roofs" \\ é 😀' },
  extractedData: { price: 12.5, tags: ['a', { b: [1, 2] }], none: null, 'a\nb': 1, empty: {} },
  isNew: false,
  content: '{"title": "no", "}]": [ \\" }',
  'name \\" with }': { title: 'inner' },
  list: [],
  last: -0.5e-3,
};

const pick = (json: string, paths: readonly JsonPath[], { step = json.length, maxBytes = 1_000 } = {}): unknown[] => {
  const picker = new JsonPicker(paths, maxBytes);
  const bytes = Buffer.from(json);
  for (let at = 0; at < bytes.length; at += step) picker.write(bytes.subarray(at, at + step));
  return paths.map((path) => picker.valueAt(path));
};

const valueAt = (value: unknown, path: JsonPath): unknown =>
  path.reduce<unknown>(
    (at, key) => (typeof at === 'object' && at !== null && Object.hasOwn(at, key) ? Object(at)[key] : undefined),
    value,
  );

/** Every path of a value. */
const pathsIn = (value: unknown): JsonPath[] =>
  typeof value !== 'object' || value === null
    ? []
    : Object.entries(value).flatMap(([key, child]) => [[key], ...pathsIn(child).map((rest) => [key, ...rest])]);

const ALL = [...pathsIn(ANSWER), ['missing'], ['extractedData', 'price', 'more'], ['constructor'], ['__proto__']];

describe('JsonPicker', () => {
  it.each([1, 2, 3, 7, 64, 10_000])('finds each value by itself in parts of %d bytes', (step) => {
    for (const json of [JSON.stringify(ANSWER), JSON.stringify(ANSWER, null, '\t').replaceAll('\n', '\r\n')]) {
      for (const path of ALL) expect([path, pick(json, [path], { step })[0]]).toEqual([path, valueAt(ANSWER, path)]);
    }
  });

  it('finds all of them at once, also values within values', () => {
    expect(pick(JSON.stringify(ANSWER), ALL)).toEqual(ALL.map((path) => valueAt(ANSWER, path)));
  });

  it('takes the last of equal names, as JSON.parse does', () => {
    expect(pick('{"a":1,"a":2}', [['a']])).toEqual([2]);
  });

  it('keeps no more than its limit, and goes on after it', () => {
    const json = JSON.stringify({ a: 'x'.repeat(400), b: 'y'.repeat(700), c: [1, 2], ['n'.repeat(5_000)]: 1, d: 4 });
    for (const step of [1, 50, 10_000]) {
      expect(pick(json, [['a'], ['b'], ['c', '1'], ['d']], { step })).toEqual(['x'.repeat(400), TOO_LARGE, 2, 4]);
    }
  });

  it.each(['', '{"a":1', '{"a":"b', '{"a'])('refuses the incomplete %j', (json) => {
    expect(() => pick(json, [['a']])).toThrow('incomplete');
  });
});
