import { describe, expect, it } from '@jest/globals';
import { withSharedGaps, type ReserveTurn } from './shared-gaps.js';
import type { PaceTurn } from './site-pace.js';

const running = new AbortController().signal;

const start = (reserve: ReserveTurn) => {
  const asked: (number | undefined)[] = [];
  const pace = withSharedGaps(
    {
      wait: async ({ gapMs }) => {
        asked.push(gapMs);
        return 'go';
      },
    },
    reserve,
    () => 1_000,
  );
  const wait = (turn: Partial<PaceTurn>) => pace.wait({ site: 'a.example', latestMs: 5_000, signal: running, ...turn });
  return { asked, wait };
};

describe('gaps that are shared', () => {
  it('are reserved within the time of the turn, and then no gap of this process is kept', async () => {
    const turns: object[] = [];
    const { asked, wait } = start(async (turn) => {
      turns.push(turn);
      return 1;
    });
    expect(await wait({ gapMs: 20 })).toBe('go');
    expect([turns, asked]).toEqual([[{ site: 'a.example', gapMs: 20, mostMs: 4_000 }], [0]]);
  });

  it('are none of turns without a gap', async () => {
    const { asked, wait } = start(() => Promise.reject(new Error('not to be asked')));
    expect(await wait({})).toBe('go');
    expect(asked).toEqual([undefined]);
  });

  it('are too late, or left, as any turn', async () => {
    expect(await start(async () => undefined).wait({ gapMs: 20 })).toBe('busy');
    const leaving = new AbortController();
    const { asked, wait } = start(async () => {
      leaving.abort();
      return 60_000;
    });
    expect(await wait({ gapMs: 20, signal: leaving.signal })).toBe('aborted');
    expect(await wait({ gapMs: 20, signal: leaving.signal })).toBe('aborted');
    expect(asked).toEqual([]);
  });

  it('are those of this process while nobody can be asked', async () => {
    const { asked, wait } = start(() => Promise.reject(new Error('Redis is away')));
    expect(await wait({ gapMs: 20 })).toBe('go');
    expect(asked).toEqual([20]);
  });
});
