import { describe, expect, it } from '@jest/globals';
import { MAX_BAD_ANSWERS, watchHealth } from './health-watch.mjs';

/** Gives the answers one by one; resolves with how often the service was called stuck when they are used up. */
const watchAnswers = (answers) =>
  new Promise((resolve) => {
    let stuck = 0;
    const left = [...answers];
    const stop = watchHealth({
      healthPort: 0,
      pauseMs: 1,
      onStuck: () => (stuck += 1),
      check: async () => {
        if (left.length === 0) {
          stop();
          resolve(stuck);
          return true;
        }
        return left.shift();
      },
    });
  });

const bad = (count) => Array(count).fill(false);

describe('watchHealth', () => {
  it('leaves a service alone that gets on', async () => expect(await watchAnswers([true, true, true])).toBe(0));
  it('forgives single bad answers', async () =>
    expect(await watchAnswers([...bad(MAX_BAD_ANSWERS - 1), true, ...bad(MAX_BAD_ANSWERS - 1)])).toBe(0));
  it('calls it stuck after several in a row', async () => expect(await watchAnswers(bad(MAX_BAD_ANSWERS))).toBe(1));
  it('begins to count anew after that', async () => expect(await watchAnswers(bad(2 * MAX_BAD_ANSWERS))).toBe(2));
});
