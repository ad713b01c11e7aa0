import { expect, it } from '@jest/globals';
import { lookEvery } from './look-every.js';

const ALERT = { id: 'a', kind: 'k', accountId: null, title: 't', text: 'x', path: '/' };

it('asks a source once in its time, and again at once after a failure', async () => {
  const asked: number[] = [];
  let failure: Error | undefined = new Error('away');
  const source = lookEvery(1_000, {
    name: 'drops',
    due: async (nowMs) => {
      asked.push(nowMs);
      if (failure) throw failure;
      return [ALERT];
    },
  });
  await expect(source.due(0)).rejects.toThrow('away');
  failure = undefined;
  expect(await source.due(1)).toEqual([ALERT]);
  expect(await source.due(1_000)).toEqual([]);
  expect(await source.due(1_001)).toEqual([ALERT]);
  expect(asked).toEqual([0, 1, 1_001]);
});
