import { expect, it } from '@jest/globals';
import { queueState } from './queue-state.js';

const idle = { name: 'serp', waiting: 0, active: 0, oldestWaitMs: 0, slots: 8, batches: 0, openItems: 0 };

it.each([
  [{}, 'Idle', 'success'],
  [{ active: 3 }, 'Working', 'accent'],
  [{ openItems: 100, batches: 1 }, 'Working', 'accent'],
  [{ waiting: 40, oldestWaitMs: 12_000 }, 'Behind', 'warning'],
  [{ slots: 0 }, 'No workers', 'warning'],
  [{ state: 'paused' as const, slots: 0, waiting: 9 }, 'Paused', 'warning'],
  [{ state: 'draining' as const, waiting: 9 }, 'Draining', 'warning'],
  [{ slots: 0, waiting: 1 }, 'No workers', 'danger'],
])('a queue with %p is "%s"', (figures, text, tone) => {
  expect(queueState({ ...idle, ...figures })).toEqual({ text, tone });
});

it('says when a queue does not respond', () => {
  expect(queueState({ name: 'serp', batches: 0, openItems: 0 })).toEqual({ text: 'No response', tone: 'danger' });
});
