import { expect, it } from '@jest/globals';
import { ALLOWANCE_KNOWN_MS, MAX_ALLOWANCES_KNOWN } from '../bounds.js';
import { rememberBriefly } from './brief-memory.js';

const start = (answer: (asked: number) => Promise<number> = async (asked) => asked) => {
  let [asked, nowMs] = [0, 1];
  const ask = rememberBriefly(
    () => answer((asked += 1)),
    () => nowMs,
  );
  return { ask, asked: () => asked, pass: (durationMs: number) => void (nowMs += durationMs) };
};

it('shares one answer among all who ask for a while, and asks anew afterwards', async () => {
  const { ask, asked, pass } = start();
  expect(await Promise.all([ask('a'), ask('a'), ask('b')])).toEqual([1, 1, 2]);
  pass(ALLOWANCE_KNOWN_MS);
  expect([await ask('a'), asked()]).toEqual([1, 2]);
  pass(1);
  expect([await ask('a'), asked()]).toEqual([3, 3]);
});

it('remembers no failure', async () => {
  const { ask } = start(async (asked) => {
    if (asked === 1) throw new Error('away');
    return asked;
  });
  await expect(ask('a')).rejects.toThrow('away');
  expect(await ask('a')).toBe(2);
});

it('is bounded', async () => {
  const { ask, asked } = start();
  for (let account = 0; account < MAX_ALLOWANCES_KNOWN; account += 1) void ask(String(account));
  expect([await ask('0'), asked()]).toEqual([1, MAX_ALLOWANCES_KNOWN]);
  await ask('one more');
  await ask('1');
  expect(asked()).toBe(MAX_ALLOWANCES_KNOWN + 2);
});
