import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { MAX_MARKERS, stateBehind, stateOfScript } from './embedded-state.js';
import { at } from './json-values.js';
import { watchProcessor } from '@quarry/testkit/processor-time';

const MARK = 'window.state = ';

describe('state that a page carries', () => {
  it('is read whatever stands in it and behind it', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 4 }), fc.string(), (value, rest) => {
        const state = { value, text: '};</script>"\\' };
        const source = `<p>${MARK}</p><script>${MARK}${JSON.stringify(state)};${rest}</script>`;
        expect(stateBehind(source, MARK)).toEqual(JSON.parse(JSON.stringify(state)));
      }),
    );
  });

  it.each([
    ['has no end', `${MARK}{"a": {"b": 1}`],
    ['has an open text', `${MARK}{"a": "b}`],
    ['is no JSON', `${MARK}{a: function () {}}`],
    ['is far behind', `${MARK}${' '.repeat(100)}{"a": 1}`],
    ['is not there', '{"a": 1}'],
  ])('is none where it %s', (_name, source) => {
    expect(stateBehind(source, MARK)).toBeUndefined();
  });

  it('may leave values open', () => {
    expect(stateBehind(`${MARK}{"a":undefined,"b":[1, undefined ]}`, MARK)).toEqual({ a: null, b: [1, null] });
  });

  it(`is looked for at ${MAX_MARKERS} places and no more`, () => {
    const broken = `${MARK}{x} `;
    const found = (count: number) => stateBehind(`${broken.repeat(count)}${MARK}{"a":1}`, MARK);
    expect([found(MAX_MARKERS - 1), found(MAX_MARKERS)]).toEqual([{ a: 1 }, undefined]);
  });

  it('is read from a script of its own', () => {
    expect(stateOfScript('<script type="application/json" id="DATA" nonce>{"a":[1]}</script>', 'DATA')).toEqual({
      a: [1],
    });
    expect(stateOfScript('<script id="DATAS">{"a":1}</script>', 'DATA')).toBeUndefined();
    expect(stateOfScript('<script id="DATA">{"a":1}', 'DATA')).toBeUndefined();
  });

  it('takes time in proportion to its length', () => {
    const hostile = `${MARK}${'{"a":"\\\\",'.repeat(400_000)}`;
    const usedMs = watchProcessor();
    expect(stateBehind(hostile, MARK)).toBeUndefined();
    expect(usedMs()).toBeLessThan(3_000);
  });
});

describe('a value behind keys', () => {
  it.each([
    [{ a: { b: 1 } }, ['a', 'b'], 1],
    [{ a: null }, ['a', 'b'], undefined],
    [{ a: 1 }, ['constructor'], undefined],
    ['text', ['length'], undefined],
  ])('%j at %j is %j', (value, keys, expected) => {
    expect(at(value, ...keys)).toEqual(expected);
  });
});
