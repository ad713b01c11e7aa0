import { describe, expect, it } from '@jest/globals';
import { MAX_BAD_ANSWERS, watchHealth } from './health-watch.mjs';

const STARTED = 'started';

/**
 * Gives the answers one by one, among them that the service was started, and milliseconds that pass; either has a bad one with it.
 * Resolves with how often the service was called stuck when they are used up.
 */
const watchAnswers = (answers) =>
  new Promise((resolve) => {
    let stuck = 0;
    let nowMs = 0;
    const left = [...answers];
    const watch = watchHealth({
      healthPort: 0,
      pauseMs: 1,
      onStuck: () => (stuck += 1),
      now: () => nowMs,
      readyWithinMs: 1_000,
      check: async () => {
        if (left.length === 0) {
          watch.stop();
          resolve(stuck);
          return true;
        }
        const answer = left.shift();
        if (typeof answer === 'boolean') return answer;
        if (answer === STARTED) watch.started();
        else nowMs += answer;
        return false;
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
  it('lets a service that was started anew get ready first', async () => {
    expect(await watchAnswers([STARTED, ...bad(9)])).toBe(0);
    expect(await watchAnswers([STARTED, ...bad(9), true, ...bad(MAX_BAD_ANSWERS)])).toBe(1);
    expect(await watchAnswers([STARTED, ...bad(9), 1_001, ...bad(MAX_BAD_ANSWERS - 1)])).toBe(1);
  });
});
