import { describe, expect, it, jest } from '@jest/globals';
import fc from 'fast-check';
import { TURN_MS } from '../../bounds.js';
import { splitBody } from './split-body.js';

/** Far less than a turn's work. */
const MAX_BYTES_PER_LOOK = 131_072;
const LIMITS = { maxItems: 1_000, maxFrameBytes: 100_000, maxFrameValues: 30_000 };

const split = (json: string) => splitBody(Buffer.from(json), LIMITS);

/** What splitting and parsing every item comes to. */
const readSplit = async (json: string): Promise<unknown> => {
  try {
    const { frame, items } = await split(json);
    const isList = Array.isArray(frame['requests']);
    return isList ? { ...frame, requests: items.map((item) => JSON.parse(item.readJson()) as unknown) } : frame;
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
      const { frame, items } = await split(`{"${name}":[${'{},'.repeat(4_999)}{}]}`);
      expect(items).toHaveLength(1_000);
      expect(frame['requests']).toHaveLength(1_001);
    },
  );

  it('knows the shape of items that nobody has parsed', async () => {
    const { items } = await split('{"requests":[1, {"a":[1,{"b":"[[,"}]} ,[[]],"€"]}');
    expect(items.map(({ sizeBytes, values, depth }) => [sizeBytes, depth, values])).toEqual([
      [1, 0, expect.any(Number)],
      [23, 3, 5],
      [4, 2, 3],
      [5, 0, expect.any(Number)],
    ]);
  });

  it('reads bytes that are no UTF-8 as any reader of text does', async () => {
    const bytes = Buffer.concat([
      Buffer.from('\ufeff{"requests":["'),
      Buffer.from([0xff, 0xe2, 0x82]),
      Buffer.from('"]}'),
    ]);
    const { items } = await splitBody(bytes, LIMITS);
    expect(items.map((item) => item.readJson())).toEqual(['"\ufffd\ufffd"']);
  });

  it('bounds everything but the items', async () => {
    const json = `{"a":"${'x'.repeat(LIMITS.maxFrameBytes)}","requests":[1]}`;
    await expect(split(json)).rejects.toMatchObject({ problem: 'frame_too_large' });
    const many = `{"a":[${'[],'.repeat(LIMITS.maxFrameValues / 4)}[]],"requests":[1],"b":[${'[],'.repeat(LIMITS.maxFrameValues / 4)}[]]}`;
    await expect(split(many)).rejects.toMatchObject({ problem: 'frame_too_many' });
  });

  it.each([
    [
      'of many items',
      JSON.stringify({ requests: Array.from({ length: 50_000 }, () => ({ a: [1, 2, 3, 4, 5, 6, 7] })) }),
    ],
    ['of one number', `{"requests":[${'1'.repeat(8_000_000)}]}`],
    ['of one text', `{"requests":["${String.raw`\"`.repeat(4_000_000)}"]}`],
    ['of one name', `{"${String.raw`\"`.repeat(4_000_000)}":1,"requests":[]}`],
  ])('lets others have their turn in a large body %s', async (_, json) => {
    let nowMs = 0;
    // Whenever it looks, its turn is over.
    const clock = jest.spyOn(performance, 'now').mockImplementation(() => (nowMs += TURN_MS));
    const turns = jest.spyOn(globalThis, 'setImmediate');
    try {
      await split(json).catch(() => undefined);
      expect(turns.mock.calls.length).toBeGreaterThanOrEqual(json.length / MAX_BYTES_PER_LOOK);
    } finally {
      clock.mockRestore();
      turns.mockRestore();
    }
  });
});
