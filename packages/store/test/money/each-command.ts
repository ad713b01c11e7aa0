import { expect } from '@jest/globals';
import { proofSize } from '@quarry/testkit';
import fc from 'fast-check';

/** Cases that were begun and that came to their end. */
export interface CaseCount {
  begun: number;
  finished: number;
}

/** Plays a case for the first command of a call, for the second, and on until the call has no more. */
export const playAtEachCommand = async (
  count: CaseCount,
  mostCommands: number,
  play: (commands: number) => Promise<{ wasReached: boolean }>,
): Promise<void> => {
  for (let commands = 0; ; commands += 1) {
    expect(commands).toBeLessThan(mostCommands);
    count.begun += 1;
    const { wasReached } = await play(commands);
    count.finished += 1;
    if (!wasReached) return;
  }
};

/** Whether all is played that could be: in the proof. */
export const isWhole = (): boolean => proofSize(0, 1) === 1;

interface Named {
  readonly name: string;
}

/** `npm test` plays those of these names, which differ in what they write; the proof plays all. */
export const shapesOf = <Item extends Named>(items: readonly Item[], names: readonly string[]): readonly Item[] => {
  const unknown = names.filter((name) => !items.some((item) => item.name === name));
  if (unknown.length > 0) throw new Error(`No scenario is called ${unknown.join(', ')}.`);
  return isWhole() ? items : items.filter(({ name }) => names.includes(name));
};

/** Each with the call made again after a crash and without it for the proof; in turns for `npm test`. */
export const twiceOf = <Item extends Named>(items: readonly Item[]): readonly (Item & { isRepeated: boolean })[] =>
  items.flatMap((item, index) => {
    const isOdd = index % 2 === 1;
    const turns = isWhole() ? [isOdd, !isOdd] : [isOdd];
    return turns.map((isRepeated) => ({ ...item, isRepeated }));
  });

/** Some for `npm test`, drawn by the seed of its properties, or all for the proof. */
export const drawnOf = <Item>(items: readonly Item[], count: number): readonly Item[] => {
  const size = Math.min(proofSize(count, items.length), items.length);
  const [drawn] = fc.sample(fc.shuffledSubarray([...items], { minLength: size, maxLength: size }), 1);
  return drawn ?? [];
};
