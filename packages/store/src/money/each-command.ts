import { expect } from '@jest/globals';

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
