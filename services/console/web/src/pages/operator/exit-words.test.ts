import { describe, expect, it } from '@jest/globals';
import { exitName, exitState, shareOf } from './exit-words.js';

const none = { served: 0, blocked: 0, failed: 0 };
const well = { name: 'residential:0', workers: 2, downWorkers: 0, restingSites: 0, lastHour: none, lastDay: none };

it.each([
  [{}, 'Well', 'success'],
  [{ workers: 0 }, 'Not in use', 'neutral'],
  [{ restingSites: 2 }, 'Cooling', 'accent'],
  [{ downWorkers: 1, restingSites: 2 }, 'Down for some', 'danger'],
  [{ downWorkers: 2 }, 'Down', 'danger'],
  [{ lastHour: { served: 4, blocked: 6, failed: 0 } }, 'In trouble', 'warning'],
  [{ lastHour: { served: 5, blocked: 5, failed: 0 } }, 'Well', 'success'],
  [{ lastHour: { served: 0, blocked: 9, failed: 0 } }, 'Well', 'success'],
])('an exit with %p is "%s"', (figures, text, tone) => {
  expect(exitState({ ...well, ...figures })).toEqual({ text, tone });
});

describe('the words of an exit', () => {
  it('name its pool and its place', () => {
    expect(['direct', 'residential:0', 'datacenter:11'].map(exitName)).toEqual([
      'Own address',
      'residential 1',
      'datacenter 12',
    ]);
  });

  it('say a share of its tries, or that there were none', () => {
    expect(shareOf(1, { served: 3, blocked: 1, failed: 0 })).toBe('25%');
    expect(shareOf(0, none)).toBe('–');
  });
});
