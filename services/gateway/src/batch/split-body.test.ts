import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { splitBody } from './split-body.js';

const LIMITS = { maxItems: 1_000, maxFrameChars: 100_000 };

/** What splitting and parsing every item comes to. */
const readSplit = async (json: string): Promise<unknown> => {
  try {
    const { frame, items } = await splitBody(json, LIMITS);
    const isList = Array.isArray(frame['requests']);
    return isList ? { ...frame, requests: items.map((item) => JSON.parse(item) as unknown) } : frame;
  } catch {
    return 'refused';
  }
};

const readWhole = (json: string): unknown => {
  try {
    const value: unknown = JSON.parse(json);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : 'refused';
  } catch {
    return 'refused';
  }
};

const body = fc.record(
  { requests: fc.oneof(fc.array(fc.jsonValue()), fc.jsonValue()), webhook: fc.jsonValue(), '"': fc.jsonValue() },
  { requiredKeys: [] },
);
const space = fc.constantFrom<string | number>('', 1, '\t', '\r\n ');

describe('splitBody', () => {
  it('reads every body as JSON.parse does', async () => {
    await fc.assert(
      fc.asyncProperty(body, space, async (value, indent) => {
        const json = JSON.stringify(value, undefined, indent);
        expect(await readSplit(json)).toEqual(readWhole(json));
      }),
    );
  });

  it('reads every damaged body as JSON.parse does', async () => {
    const damage = fc.constantFrom('', '"', '[', ']', '{', '}', ',', ':', '\\', 'requests', '"requests":[1],');
    await fc.assert(
      fc.asyncProperty(body, fc.nat(), fc.nat({ max: 3 }), damage, async (value, at, cut, added) => {
        const whole = JSON.stringify(value);
        const place = at % (whole.length + 1);
        const json = `${whole.slice(0, place)}${added}${whole.slice(place + cut)}`;
        expect(await readSplit(json)).toEqual(readWhole(json));
      }),
      { numRuns: 500 },
    );
  });

  it.each([
    '{"requests":[1,2],"requests":[3]}',
    '{"requests":[1,2],"requests":{"a":[3]}}',
    '{"requests":[1],"requests":[]}',
    String.raw`{"re\u0071uests":[1,{"a":"]"}]}`,
    '{"webhook":{"requests":[1]},"requests":[2]}',
    '{"a":"requests","requests":[ ]}',
    '{"requests":[[],{},"\\\\",",",[[1],[2]]]}',
    String.raw`{"requests":["\\\"]",1]}`,
    String.raw`{"x\"requests":[1]}`,
    '[{"requests":[1]}]',
    '{"requests":[1,]}',
    '{"requests":[,1]}',
    '{"requests":[1}',
    '{"requests":[1]]}',
    '{"requests":[{]}]}',
    '{"requests":[1]} x',
    '"requests"',
    'null',
    '',
  ])('%s', async (json) => {
    expect(await readSplit(json)).toEqual(readWhole(json));
  });

  it.each(['requests', String.raw`re\u0071uests`])(
    'tells that there are more items than asked for, without a place for each: %s',
    async (name) => {
      const { frame, items } = await splitBody(`{"${name}":[${'{},'.repeat(4_999)}{}]}`, LIMITS);
      expect(items).toHaveLength(1_000);
      expect(frame['requests']).toHaveLength(1_001);
    },
  );

  it('bounds everything but the items', async () => {
    const json = `{"a":"${'x'.repeat(LIMITS.maxFrameChars)}","requests":[1]}`;
    await expect(splitBody(json, LIMITS)).rejects.toMatchObject({ problem: 'frame_too_large' });
  });

  it.each([
    [
      'of many items',
      JSON.stringify({ requests: Array.from({ length: 50_000 }, () => ({ a: [1, 2, 3, 4, 5, 6, 7] })) }),
    ],
    ['of one number', `{"requests":[${'1'.repeat(2_000_000)}]}`],
  ])('lets others have their turn in a large body %s', async (_, json) => {
    let turns = 0;
    const timer = setInterval(() => (turns += 1), 1);
    await splitBody(json, LIMITS);
    clearInterval(timer);
    expect(turns).toBeGreaterThan(0);
  });
});
